// The service worker. Registered once; a new version is offered and never forced.
let waiting: ServiceWorker | undefined;

export async function keepOffline(onUpdate: () => void): Promise<void> {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  const registration = await navigator.serviceWorker.register(new URL("sw.js", document.baseURI));
  const offer = () => {
    if (!registration.waiting || !navigator.serviceWorker.controller) return; // the first version is not offered
    waiting = registration.waiting;
    onUpdate();
  };
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => next.state === "installed" && offer());
  });
  offer();
}

/** Reloads the page in the new version. The draft restores unsaved changes. */
export function takeUpdate(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting?.postMessage("take over");
}
