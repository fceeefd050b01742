// What is between a caller and the functions of a wasm: nothing is called before the wasm is loaded, after it
// stopped, after an object was freed, or inside of another call, where wasm-bindgen would fail in its own words.
import { badArgument, failure, thrown } from "./errors.js";

const SOURCE = "a URL, a string, an ArrayBuffer, a Uint8Array, a Response or a WebAssembly.Module";

/** Where the wasm is, or its bytes. */
export type Source = string | { readonly href: string } | ArrayBuffer | Uint8Array;

// The instance types and arguments of any function or class.
// biome-ignore lint/suspicious/noExplicitAny: TypeScript infers signatures only through `any`
type Any = any;

type Call<Args extends unknown[], Answer> = (...args: Args) => Answer;
// biome-ignore lint/suspicious/noExplicitAny: each wasm has its own input type
export type Load = (input?: any) => Promise<unknown>;

/** `init` of an entry. */
export type Init = (source?: Source) => Promise<void>;

export type Guard = ReturnType<typeof guard>;

const PASS = "Pass its address to `init(source)`.";

export function guard() {
  let loading: Promise<void> | undefined;
  let state: "absent" | "ready" | "stopped" = "absent";
  let isBusy = false;
  let advice = "olmkit is not loaded yet. Call `await init()` first.";

  function enter() {
    if (state === "absent") throw failure("NOT_LOADED", advice);
    if (state === "stopped") throw failure("ENGINE_STOPPED", "The engine stopped because of an internal error. Load olmkit again, for example in a new Worker.");
    if (isBusy) throw failure("BUSY", "olmkit is still processing another call. Try again after that call has returned.");
    isBusy = true;
  }

  function leave() {
    isBusy = false;
  }

  function failed(error: unknown) {
    if (!isFatal(error)) return error;
    state = "stopped";
    return failure("ENGINE_STOPPED", `The engine stopped because of an internal error: ${thrown(error).message}.`, error);
  }

  const gate = { enter, leave, failed };

  return {
    /** The wasm is loaded. */
    ready() {
      state = "ready";
    },

    /** What a call says before the wasm is loaded. */
    advise(text: string) {
      advice = text;
    },

    /** `init` of an entry that fetches the wasm: once, but again after a failure. `help`: what to do then. */
    loader: (load: (input?: { module_or_path: Source }) => Promise<unknown>, help = PASS): Init =>
      function init(source?: Source): Promise<void> {
        if (source !== undefined && !isSource(source)) return Promise.reject(badArgument("source", SOURCE, source));
        loading ??= load(source === undefined ? undefined : { module_or_path: source }).then(
          () => {
            state = "ready";
          },
          (error: unknown) => {
            loading = undefined;
            throw failure("LOAD_FAILED", `olmkit cannot load its wasm: ${thrown(error).message}. ${help}`, error);
          },
        );
        return loading;
      },

    call:
      <Args extends unknown[], Answer>(called: Call<Args, Answer>): Call<Args, Answer> =>
      (...args) =>
        run(gate, () => called(...args)),

    type: <Class extends Generated>(generated: Class): Class => typed(generated, gate),
  };
}

/** What every call passes: `enter` throws when it may not be made, `failed` says what is thrown in place of an error. */
type Gate = { enter(): void; leave(): void; failed(error: unknown): unknown };

function run<Answer>({ enter, leave, failed }: Gate, call: () => Answer): Answer {
  enter();
  try {
    return call();
  } catch (error) {
    throw failed(error);
  } finally {
    leave();
  }
}

type Freeable = { __wbg_ptr?: number; free(): void };
type Generated = new (...args: Any[]) => Freeable;

/** The class that wasm-bindgen made, with its methods guarded. */
function typed<Class extends Generated>(generated: Class, gate: Gate): Class {
  const { name } = generated;
  const isFreed = (own: Freeable) => own.__wbg_ptr === 0;
  class Guarded extends generated {
    static override name = name;

    constructor(...args: Any[]) {
      gate.enter();
      try {
        super(...args);
      } catch (error) {
        throw gate.failed(error);
      } finally {
        gate.leave();
      }
    }

    override free(): void {
      if (!isFreed(this)) run(gate, () => super.free());
    }
  }
  for (const method of Object.getOwnPropertyNames(generated.prototype)) {
    if (["constructor", "free", "__destroy_into_raw"].includes(method)) continue;
    const called = Reflect.get(generated.prototype, method);
    const value = function (this: Freeable, ...args: unknown[]) {
      if (!(this instanceof Guarded)) throw badArgument("this", `a ${name} (call it as a method: \`object.${method}(...)\`)`, this);
      if (isFreed(this)) throw failure("FREED", `This ${name} was freed. Create a new one.`);
      return run(gate, () => Reflect.apply(called, this, args));
    };
    Object.defineProperty(Guarded.prototype, method, { value, writable: true, configurable: true });
  }
  if (Symbol.dispose) Object.assign(Guarded.prototype, { [Symbol.dispose]: Guarded.prototype.free });
  return Guarded;
}

/** A trap, or a stack that overflowed: the memory of the wasm may be in any state. */
const isFatal = (error: unknown) => error instanceof WebAssembly.RuntimeError || thrown(error).name === "InternalError" || (error instanceof RangeError && /call stack/i.test(error.message));

function isSource(source: unknown): source is Source {
  if (typeof source === "string" || ArrayBuffer.isView(source)) return true;
  return ["URL", "ArrayBuffer", "Response", "Request", "Module", "Promise"].some((type) => Object.prototype.toString.call(source) === `[object ${type === "Module" ? "WebAssembly.Module" : type}]`);
}
