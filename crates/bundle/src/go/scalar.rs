//! Scalars with their own decoders: quantities, and numbers in string fields.

/// The error of `resource.ParseQuantity` for a text.
pub(super) fn quantity_error(text: &str) -> Option<&'static str> {
    const FORMAT: &str = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    const SUFFIX: &str = "unable to parse quantity's suffix";
    const NUMERIC: &str = "unable to parse numeric part of quantity";
    let text = text.trim();
    if text.is_empty() {
        return Some(FORMAT);
    }
    if text == "0" {
        return None;
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
    (whole == 0 && fraction.is_empty()).then_some(NUMERIC)
}

fn is_suffix(suffix: &str) -> bool {
    const KNOWN: [&str; 16] = ["", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
    let exponent = suffix.strip_prefix(['e', 'E']).filter(|exponent| !exponent.is_empty());
    KNOWN.contains(&suffix) || exponent.is_some_and(|exponent| exponent.parse::<i64>().is_ok())
}

/// The text of a number that is decoded into a string field: `strconv.FormatFloat(f, 'g', -1, 64)`. Integer literals
/// are written without an exponent.
#[must_use]
pub(crate) fn number_text(value: f64, source: &str) -> String {
    if source.bytes().all(|b| b.is_ascii_digit() || b == b'-' || b == b'+' || b == b'_') || value == 0.0 {
        return format!("{value}");
    }
    // `g` uses an exponent below -4 and from 21 digits on, like the shortest form in sigs.k8s.io/yaml.
    olmkit_gostd::go_float64_between(value, -4..21, 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities() {
        for good in ["0", "1", "1.5", "100m", "1Ki", "1e3", "1E-3", "+1", "-1.5Gi", ".5", "5.", "1E", " 1 ", "1e+21"] {
            assert_eq!(quantity_error(good), None, "{good}");
        }
        for bad in ["", "abc", "1.2.3", "1 Gi", "m", "1ki", "1KB", "1e", "--1", "1Kii", "+"] {
            assert!(quantity_error(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn numbers_in_string_fields() {
        assert_eq!(number_text(1.0, "1.0"), "1");
        assert_eq!(number_text(4.1, "4.10"), "4.1");
        assert_eq!(number_text(123.0, "123"), "123");
        assert_eq!(number_text(1e22, "1e22"), "1e+22");
    }
}
