#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects, clippy::cast_possible_truncation, reason = "tests")]

use super::{parse, plain, shortest};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 ^ (self.0 >> 29)
    }
}

fn same(text: &str) {
    assert_eq!(parse(text).map(f64::to_bits), text.parse().ok().map(f64::to_bits), "{text}");
}

fn prints(value: f64) {
    assert_eq!(plain(value), value.to_string());
    if value.is_finite() && value != 0.0 {
        let expected = format!("{:e}", value.abs()).replace('e', "e+").replace("+-", "-");
        assert_eq!(shortest(value).unwrap().scientific(1), expected);
        same(&format!("{value:e}"));
        same(&format!("{value:.25e}"));
    }
}

fn prints_short(value: f32) {
    if value.is_finite() && value != 0.0 {
        assert_eq!(shortest(value).unwrap().plain(), value.abs().to_string());
    }
}

#[test]
fn texts_of_every_shape_are_what_the_standard_library_reads() {
    let texts =
        "0 -0 1 +1 01 1. .5 0.1 1e5 1E-5 1e+5 123456789012345678901234567890 9007199254740993 9007199254740992.9
        9007199254740993.000000000000000000000001 1e22 1e23 1e308 1.7976931348623157e308 1.7976931348623158e308
        1.7976931348623159e308 1e309 1e400 1e401 1e99999999999999999999 1e-99999999999999999999 4.9e-324 5e-324 2.4e-324
        2.4703282292062327e-324 2.4703282292062328e-324 2.2250738585072014e-308 2.2250738585072011e-308 1e-400 1e-323
        0e99999 0.000000000000000000001 8.5e-7 1.0 100 0.3 2.675 1e15 1e16";
    texts.split_whitespace().for_each(same);
    for bad in ["", "+", ".", "e5", "1e", "1e+", "1x", "1.2.3", "--1", "1e5.0", " 1", "1_0"] {
        assert_eq!(parse(bad), None, "{bad}");
    }
    for zeros in [10, 330, 790, 800, 810, 2000] {
        let zeros = "0".repeat(zeros);
        for text in [
            format!("1{zeros}"),
            format!("1{zeros}e-{}", zeros.len()),
            format!("9007199254740993.{zeros}1"),
            format!("9007199254740993.{zeros}0"),
            format!("9007199254740993{zeros}1e-{}", zeros.len() + 1),
            format!("0.{zeros}1"),
            format!("0.{zeros}1e{}", zeros.len()),
            format!("{zeros}7.25"),
        ] {
            same(&text);
        }
    }
}

#[test]
fn floats_are_printed_as_the_standard_library_does() {
    let plain = [0.0, -0.0, 1.0, -1.5, 0.1, 1e21, 1e-7, 123_456.0, 5e-324, f64::MAX, f64::MIN_POSITIVE, f64::EPSILON];
    plain.into_iter().for_each(prints);
    [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].into_iter().for_each(prints);
    // Half the distance below a power of two: the shortest is not always the nearest of its length.
    for exponent in 1..2047_u64 {
        let bits = exponent << 52;
        [bits, bits + 1, bits - 1].into_iter().map(f64::from_bits).for_each(prints);
    }
    (0..52).map(|bit| f64::from_bits(1 << bit)).for_each(prints);
    (1..255_u32).map(|exponent| f32::from_bits(exponent << 23)).for_each(prints_short);
}

#[test]
fn random_floats_survive() {
    let mut random = Random(5);
    for _ in 0..1_500 {
        let bits = random.next();
        prints(f64::from_bits(bits));
        prints_short(f32::from_bits(bits as u32));
        let short = (bits % 100_000) as f64 / 10_f64.powi((bits >> 60) as i32);
        prints(short);
    }
}
