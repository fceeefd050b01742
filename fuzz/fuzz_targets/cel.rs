//! A CEL expression compiles or is rejected at a position inside of it, and is evaluated within its budget.
#![no_main]

use libfuzzer_sys::fuzz_target;
use olmkit_k8s::cel::{Value, compile, compile_rule};

fuzz_target!(|text: &str| {
    match compile(text) {
        Ok(program) => drop(program.evaluate(&Value::List(Vec::new().into()), &mut 2_000_000)),
        Err(error) => {
            let range = error.range(text);
            assert!(text.get(range.clone()).is_some(), "{range:?} of {text:?}");
        }
    }
    if let Ok(rule) = compile_rule(text) {
        let _ = rule.holds(&Value::Null, &mut 10_000);
    }
});
