// Keeps what is being typed while the user is in another window or tab, to look up a name for example. Browsers report
// `change` and `blur` of the field then, and the page would write half a name, or refuse and discard it.

const FIELDS = "textarea, input:not([type]), input[type=number], input[type=search]";

/** The field to which the user has not returned yet. */
let left: EventTarget | null = null;
/** The field whose `change` is not reported yet. */
let changed: EventTarget | null = null;

/**
 * Whether the window has lost the focus, and the field has it in the window. In a frame, the other parts of an editor's
 * window are other fields.
 */
const isAway = ({ target, isTrusted }: Event) => isTrusted && window === parent && target instanceof HTMLElement && target === document.activeElement && !document.hasFocus() && target.matches(FIELDS);

/** Reports the `change` that was kept when the user left the window. */
function finish(): void {
  const field = changed;
  changed = null;
  if (field instanceof Node && field.isConnected) field.dispatchEvent(new Event("change", { bubbles: true }));
}

const kept = {
  change(event: Event) {
    const isKept = isAway(event);
    if (isKept) event.stopImmediatePropagation();
    if (isKept || event.target === changed) changed = isKept ? event.target : null;
  },
  blur(event: Event) {
    if (isAway(event)) {
      event.stopImmediatePropagation();
      left = event.target;
    } else if (event.target === changed) finish();
  },
  focus(event: Event) {
    if (!(event.target instanceof Element)) return; // the window
    if (event.target === left) event.stopImmediatePropagation();
    left = null;
  },
};

/** Reports `change`, `blur` and `focus` of fields only when the user leaves or enters the field within the page. */
export function keepFields(): void {
  for (const [type, act] of Object.entries(kept)) addEventListener(type, act, true);
}

/** Commits the field that is being edited. Without the focus of the window, browsers do not report that it is left. */
export function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  finish();
}
