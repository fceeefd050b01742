// What stands between a caller and the functions of a wasm: nothing is called before the wasm is loaded, after it
// stopped, after an object was freed, or inside of another call, where wasm-bindgen would fail in its own words.
import { badArgument, failure } from "./errors.js";

const SOURCE = "a URL, a string, an ArrayBuffer, a Uint8Array, a Response or a WebAssembly.Module";

export function guard() {
  let loading;
  let state = "absent";
  let isBusy = false;

  function check() {
    if (state === "absent") throw failure("NOT_LOADED", "olmkit is not loaded yet. Call `await init()` first.");
    if (state === "stopped") throw failure("ENGINE_STOPPED", "The engine stopped because of an internal error. Load olmkit again, for example in a new Worker.");
    if (isBusy) throw failure("BUSY", "olmkit is still answering another call. Call it again when that call has returned.");
  }

  function run(call) {
    check();
    isBusy = true;
    try {
      return call();
    } catch (error) {
      if (!isFatal(error)) throw error;
      state = "stopped";
      throw failure("ENGINE_STOPPED", `The engine stopped because of an internal error: ${error.message}.`, error);
    } finally {
      isBusy = false;
    }
  }

  return {
    /** The wasm is loaded. */
    ready() {
      state = "ready";
    },

    /** `init` of an entry that fetches the wasm: once, but again after a failure. */
    loader: (load) => function init(source) {
      if (source !== undefined && !isSource(source)) return Promise.reject(badArgument("source", SOURCE, source));
      loading ??= load(source === undefined ? undefined : { module_or_path: source }).then(
        () => {
          state = "ready";
        },
        (error) => {
          loading = undefined;
          throw failure("LOAD_FAILED", `olmkit cannot load its wasm: ${error.message}. Pass its address to \`init(source)\`.`, error);
        },
      );
      return loading;
    },

    call: (called) => (...args) => run(() => called(...args)),

    type: (Generated) => typed(Generated, run),
  };
}

/** The class that wasm-bindgen made, with its methods guarded. */
function typed(Generated, run) {
  const { name } = Generated;
  const isFreed = (own) => own.__wbg_ptr === 0;
  class Guarded extends Generated {
    static name = name;

    constructor(...args) {
      // `super` may be called in a function, and its errors are then those of `run`.
      run(() => super(...args));
    }

    free() {
      if (!isFreed(this)) run(() => super.free());
    }
  }
  for (const method of Object.getOwnPropertyNames(Generated.prototype)) {
    if (["constructor", "free", "__destroy_into_raw"].includes(method)) continue;
    const called = Generated.prototype[method];
    const value = function (...args) {
      if (!(this instanceof Guarded)) throw badArgument("this", `a ${name} (call it as a method: \`object.${method}(...)\`)`, this);
      if (isFreed(this)) throw failure("FREED", `This ${name} was freed. Create a new one.`);
      return run(() => Reflect.apply(called, this, args));
    };
    Object.defineProperty(Guarded.prototype, method, { value, writable: true, configurable: true });
  }
  if (Symbol.dispose) Guarded.prototype[Symbol.dispose] = Guarded.prototype.free;
  return Guarded;
}

/** A trap, or a stack that overflowed: the memory of the wasm may be in any state. */
const isFatal = (error) => error instanceof WebAssembly.RuntimeError || error?.name === "InternalError" || (error instanceof RangeError && /call stack/i.test(error.message));

function isSource(source) {
  if (typeof source === "string" || ArrayBuffer.isView(source)) return true;
  return ["URL", "ArrayBuffer", "Response", "Request", "Module", "Promise"].some((type) => Object.prototype.toString.call(source) === `[object ${type === "Module" ? "WebAssembly.Module" : type}]`);
}
