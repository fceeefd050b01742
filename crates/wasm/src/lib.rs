//! The wasm-bindgen face of olmkit.
