// The notice of a crash of the page.
import { download } from "./save.js";
import { beforeReload } from "./store.js";

/**
 * Handles a crash of the page's own wasm. The texts are not stored there, so the user can download them and reload the
 * page.
 */
export function pageFailed(): void {
  if (document.querySelector(".page-failed")) return;
  const bar = document.createElement("div");
  bar.className = "notice is-alarm page-failed";
  bar.setAttribute("role", "alert");
  bar.append("The page has stopped working. Your text is safe. ");
  const button = (label: string, act: () => unknown) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: label });
    made.addEventListener("click", act);
    bar.append(made);
  };
  button("Reload the page", async () => {
    await beforeReload();
    location.reload();
  });
  button("Download changed files", () => download());
  document.body.prepend(bar);
}
