// The HTML document that loads the editor's page.
import type { Uri, Webview } from "vscode";

/**
 * Scripts and styles come from the extension only; nothing else can be loaded. Workers are created from fetched
 * scripts.
 */
export function html(webview: Webview, folder: Uri): string {
  const own = webview.cspSource;
  const base = webview.asWebviewUri(folder).toString();
  const policy = [
    "default-src 'none'",
    `script-src ${own} 'wasm-unsafe-eval'`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} blob: data:`,
    `connect-src ${own} blob:`,
    "worker-src blob:",
    `base-uri ${own}`,
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <base href="${base}/" />
    <meta name="olmkit-local" content="" />
    <title>olmkit</title>
    <link rel="stylesheet" href="page.css" />
    <script type="module" src="boot.js"></script>
  </head>
  <body></body>
</html>`;
}
