// The service worker: registered once; a new version is offered and never forced.
let waiting: ServiceWorker | undefined;

export async function keepOffline(emit: (kind: string) => void): Promise<void> {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  const registration = await navigator.serviceWorker.register(new URL("sw.js", document.baseURI));
  const offer = () => {
    if (!registration.waiting || !navigator.serviceWorker.controller) return; // the first version needs no offer
    waiting = registration.waiting;
    emit("update");
  };
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => next.state === "installed" && offer());
  });
  offer();
}

/** Loads the page anew in the new version. Unsaved changes come back from the draft. */
export function takeUpdate(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting?.postMessage("take over");
}
