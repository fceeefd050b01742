// Dragging an entry from the table or the graph onto another entry (creates an edge) or onto a channel (promotes it).
// Draggable elements have `data-drag` (the entry), drop targets have `data-drop-entry` or `data-drop-channel`.
import type { Dragged } from "./generated/page.js";

const FAR = 6; // pixels before a movement is a drag
const HOLD = 400; // ms that a finger rests before it drags; a finger that moves sooner scrolls
const TARGETS = "[data-drop-entry], [data-drop-channel]";

type Drag = { entry: string; x: number; y: number; line: SVGSVGElement | null; target: HTMLElement | null; byTouch: boolean; hold?: ReturnType<typeof setTimeout> };

let drag: Drag | null = null;

export function watchDrags(report: (dropped: Dragged) => void): void {
  document.addEventListener("pointerdown", (event) => {
    const source = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-drag]") : null;
    if (!event.isPrimary) return void end(); // a second finger zooms
    if (!source || event.button !== 0) return;
    const started: Drag = { entry: source.dataset.drag ?? "", x: event.clientX, y: event.clientY, line: null, target: null, byTouch: event.pointerType === "touch" };
    drag = started;
    const rested = () => {
      if (drag === started) started.line = begin();
    };
    if (started.byTouch) started.hold = setTimeout(rested, HOLD);
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.line && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    if (!drag.line && drag.byTouch) return void end();
    event.preventDefault();
    drag.line ??= begin();
    follow(drag, drag.line, event);
  });
  document.addEventListener("pointerup", (event) => {
    const done = end();
    if (!done?.line) return;
    // The click event that follows is part of the drag.
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    if (done.target) report({ entry: done.entry, onEntry: done.target.dataset.dropEntry ?? "", onChannel: done.target.dataset.dropChannel ?? "", move: event.altKey });
  });
  document.addEventListener("pointercancel", () => void end());
  // While a finger drags, the page must neither scroll nor open a menu.
  document.addEventListener("touchmove", (event) => drag?.line && event.preventDefault(), { passive: false });
  document.addEventListener("contextmenu", (event) => drag?.byTouch && event.preventDefault());
  document.addEventListener("keydown", (event) => event.key === "Escape" && end());
}

const swallow = (event: Event) => {
  event.stopPropagation();
  event.preventDefault();
};

function begin(): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "drag-line");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS("http://www.w3.org/2000/svg", "path"));
  document.body.append(svg);
  document.documentElement.classList.add("is-dragging");
  getSelection()?.removeAllRanges();
  return svg;
}

function follow(drag: Drag, line: SVGSVGElement, { clientX, clientY }: PointerEvent): void {
  line.firstElementChild?.setAttribute("d", `M${drag.x} ${drag.y}L${clientX} ${clientY}`);
  const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(TARGETS) ?? null;
  const target = over && over.dataset.dropEntry !== drag.entry ? over : null;
  if (target === drag.target) return;
  mark(drag.target, false);
  mark(target, true);
  drag.target = target;
}

/** An attribute, because the page may set all classes of the element. */
function mark(target: HTMLElement | null | undefined, isMarked: boolean): void {
  target?.toggleAttribute("data-drop-target", isMarked);
}

function end(): Drag | null {
  const done = drag;
  drag = null;
  clearTimeout(done?.hold);
  mark(done?.target, false);
  done?.line?.remove();
  document.documentElement.classList.remove("is-dragging");
  return done;
}
