// The events of the host. Their kinds and details are generated from `crates/page/src/events.rs`.
import type { HostEvent as PageEvent, Step } from "../generated/page.js";
import type { ChangedPlace } from "./documents.js";

/** Undone or redone steps. Only the host uses the places that they changed. */
export type Stepped = Step & { places: ChangedPlace[] };

type KindOf<Event> = Event extends string ? Event : keyof Event;
type DetailOf<Event, Kind> = Event extends string ? (Event extends Kind ? null : never) : Kind extends keyof Event ? Event[Kind] : never;

export type EventKind = KindOf<PageEvent>;

/** The details of each event. Null: the event has none. */
type HostEvents = { [Kind in EventKind]: DetailOf<PageEvent, Kind> } & { stepped: Stepped };

/** An event: its kind and its details. */
export type HostEvent = { [Kind in EventKind]: { kind: Kind; detail: HostEvents[Kind] } }[EventKind];

/** Reports an event to the page. */
export type Emit = <Kind extends EventKind>(kind: Kind, detail: HostEvents[Kind]) => void;
