//! Scalars with their own decoders: quantities, and numbers in string fields.

use olmkit_yaml::{Format, NodeRef, quote_json_html, read_document};

/// The error of `resource.Quantity.UnmarshalJSON` for a string. It parses the text between the quotes without
/// decoding escapes, so that a line break is not whitespace.
pub(super) fn quantity_error(text: &str) -> Option<&'static str> {
    const FORMAT: &str = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    const SUFFIX: &str = "unable to parse quantity's suffix";
    const NUMERIC: &str = "unable to parse numeric part of quantity";
    let quoted = quote_json_html(text);
    let text = quoted.trim_matches('"').trim();
    if text.is_empty() {
        return Some(FORMAT);
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(unsigned);
    let rest = unsigned.get(whole..).unwrap_or_default();
    let (fraction, suffix) = match rest.strip_prefix('.') {
        Some(rest) => rest.split_at(digits(rest)),
        None => ("", rest),
    };
    let letters = suffix.bytes().take_while(|b| b"eEinumkKMGTP".contains(b)).count();
    let exponent = suffix.get(letters..).unwrap_or_default();
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if !exponent.bytes().all(|b| b.is_ascii_digit()) {
        return Some(FORMAT);
    }
    if !is_suffix(suffix) {
        return Some(SUFFIX);
    }
    let has_digits = whole > 0 || !fraction.is_empty();
    (!has_digits && !is_zero_without_digits(suffix)).then_some(NUMERIC)
}

/// Whether a quantity without digits is 0. Suffixes of large binary units, and exponents below that of `n`, need
/// digits, because they are parsed with arbitrary precision.
fn is_zero_without_digits(suffix: &str) -> bool {
    const NANO: i64 = -9;
    let exponent = suffix.strip_prefix(['e', 'E']).and_then(|exponent| exponent.parse::<i64>().ok());
    !matches!(suffix, "Pi" | "Ei") && exponent.is_none_or(|exponent| exponent >= NANO)
}

fn is_suffix(suffix: &str) -> bool {
    const KNOWN: [&str; 16] = ["", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
    let exponent = suffix.strip_prefix(['e', 'E']).filter(|exponent| !exponent.is_empty());
    KNOWN.contains(&suffix) || exponent.is_some_and(|exponent| exponent.parse::<i64>().is_ok())
}

/// The text of a number that sigs.k8s.io/yaml decodes into a string field: integers of up to 64 bits as they are, other
/// numbers as `strconv.FormatFloat(f, 'g', -1, 32)`.
#[must_use]
pub(crate) fn number_text(node: NodeRef<'_>) -> String {
    // JSON is read as YAML, which distinguishes integers from floats.
    let document = read_document(node.resolved().source(), Format::Yaml);
    let number = if node.format() == Format::Json { document.root() } else { Some(node) };
    let text = number.map(|number| number.key().into_owned()).unwrap_or_default();
    match text.as_str() {
        ".inf" => "+Inf".to_owned(),
        "-.inf" => "-Inf".to_owned(),
        ".nan" => "NaN".to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities() {
        for good in ["0", "1", "1.5", "100m", "1Ki", "1e3", "1E-3", "+1", "-1.5Gi", ".5", "5.", "1E", " 1 ", "1e+21"] {
            assert_eq!(quantity_error(good), None, "{good}");
        }
        // Without digits, a quantity is 0.
        for good in ["m", "+", "-", ".", "n", "Ki", "Ti", "e5", "e-9", "-.m", "+k", "\u{a0}1"] {
            assert_eq!(quantity_error(good), None, "{good}");
        }
        for bad in ["", "abc", "1.2.3", "1 Gi", "1ki", "1KB", "1e", "--1", "1Kii", "Pi", "Ei", "e-10", "1\n", "\t1"] {
            assert!(quantity_error(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn numbers_in_string_fields() {
        for (number, text) in [
            ("1.0", "1"),
            ("4.10", "4.1"),
            ("123", "123"),
            ("1e22", "1e+22"),
            ("1e6", "1e+06"),
            ("999999.0", "999999"),
            ("1234567.5", "1.2345675e+06"),
            ("1.23456789", "1.2345679"),
            ("9007199254740993", "9007199254740993"),
            ("12345678901234567890", "12345678901234567890"),
            ("123456789012345678901234", "1.2345679e+23"),
            ("-0.0", "-0"),
            ("1e300", "+Inf"),
        ] {
            for format in [Format::Yaml, Format::Json] {
                assert_eq!(number_text(read_document(number.as_bytes(), format).root().unwrap()), text, "{number}");
            }
        }
    }
}
