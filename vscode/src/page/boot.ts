// Starts the editor's page in a webview, in the theme of Visual Studio Code.

const address = (name: string) => new URL(name, document.baseURI).href;

/** Visual Studio Code sets its theme as classes of the body. */
function followTheme(): void {
  const { classList } = document.body;
  const isContrast = classList.contains("vscode-high-contrast");
  const isDark = classList.contains("vscode-dark") || (isContrast && !classList.contains("vscode-high-contrast-light"));
  const root = document.documentElement;
  root.dataset.theme = isDark ? "dark" : "light";
  root.classList.toggle("is-high-contrast", isContrast || classList.contains("vscode-high-contrast-light"));
}

followTheme();
new MutationObserver(followTheme).observe(document.body, { attributes: true, attributeFilter: ["class"] });

try {
  const page = await import(address("page.js"));
  await page.default({ module_or_path: address("page.wasm") });
} catch (error) {
  document.body.textContent = `olmkit: the page cannot be loaded. ${error}`;
}

export {};
