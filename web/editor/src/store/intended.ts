// Applies an intention: plans it, and applies its edits.
import type { Intention } from "olmkit";
import { StaleEdit, type StampedEdit, type StampedPlan } from "./edits.js";
import { Superseded } from "./session.js";

/** What an intention needs from the store. `generation`: identifies the open catalog. */
type Store = {
  documents: { generation: number };
  consider(intention: Intention): Promise<StampedPlan>;
  apply(label: string, edits: StampedEdit[], intentions: Intention[]): Promise<void>;
};

const TRIES = 5;

/** Applies an intention for a catalog. Plans it again if the user types meanwhile. */
export async function intended(intention: Intention, generation: number, store: Store, tries = TRIES): Promise<StampedPlan> {
  const { documents } = store;
  try {
    if (documents.generation !== generation) throw new Superseded();
    const plan = await store.consider(intention);
    if (plan.ok) await store.apply(plan.label, plan.edits, [intention]);
    return plan;
  } catch (error) {
    if (documents.generation === generation && error instanceof StaleEdit && tries > 1) return intended(intention, generation, store, tries - 1);
    if (error instanceof Superseded) throw new Error("Not changed: another catalog was opened before the change was ready.");
    throw error;
  }
}
