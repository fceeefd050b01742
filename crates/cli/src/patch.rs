//! Changes of files as a patch for `git apply` and `patch`.

use std::fmt::{self, Write};

use imara_diff::{Algorithm, Diff, InternedInput, Interner, Token, UnifiedDiffConfig, UnifiedDiffPrinter};

/// The patch of a file. An empty text means that the file does not exist.
#[must_use]
pub fn unified(path: &str, old: &str, new: &str) -> String {
    let input = InternedInput::new(old, new);
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let printer = Printer(&input.interner);
    let mut config = UnifiedDiffConfig::default();
    config.context_len(CONTEXT);
    let hunks = diff.unified_diff(&printer, config, &input);
    let side = |letter: char, text: &str| {
        if text.is_empty() { "/dev/null".to_owned() } else { format!("{letter}/{path}") }
    };
    format!("--- {}\n+++ {}\n{hunks}", side('a', old), side('b', new))
}

/// Lines of context before and after a change.
const CONTEXT: u32 = 3;

/// Prints hunks in git's format.
struct Printer<'a>(&'a Interner<&'a str>);

impl Printer<'_> {
    fn line(&self, f: &mut impl Write, sign: char, token: Token) -> fmt::Result {
        let line = self.0[token];
        match line.strip_suffix('\n') {
            Some(line) => writeln!(f, "{sign}{line}"),
            None => writeln!(f, "{sign}{line}\n\\ No newline at end of file"),
        }
    }
}

impl UnifiedDiffPrinter for Printer<'_> {
    fn display_header(&self, mut f: impl Write, old: u32, new: u32, old_length: u32, new_length: u32) -> fmt::Result {
        // The printer assumes three lines of context before the first change, but prints all lines if there are up to
        // six.
        let (old, new) = if old <= CONTEXT { (0, 0) } else { (old, new) };
        // An empty range is located at the line before it.
        let start = |start: u32, length: u32| if length == 0 { start } else { start.saturating_add(1) };
        writeln!(f, "@@ -{},{old_length} +{},{new_length} @@", start(old, old_length), start(new, new_length))
    }

    fn display_context_token(&self, mut f: impl Write, token: Token) -> fmt::Result {
        self.line(&mut f, ' ', token)
    }

    fn display_hunk(&self, mut f: impl Write, before: &[Token], after: &[Token]) -> fmt::Result {
        before.iter().try_for_each(|token| self.line(&mut f, '-', *token))?;
        after.iter().try_for_each(|token| self.line(&mut f, '+', *token))
    }
}

#[cfg(test)]
mod tests {
    use super::unified;

    #[test]
    fn hunks_are_those_of_git() {
        let old = "a\nb\nc\nd\ne";
        let new = "a\nB\nc\nd\ne\n";
        let patch = "--- a/x/y.yaml\n+++ b/x/y.yaml\n@@ -1,5 +1,5 @@\n a\n-b\n+B\n c\n d\n-e\n\\ No newline at end of file\n+e\n";
        assert_eq!(unified("x/y.yaml", old, new), patch);
    }

    /// The header of a hunk contains the number of the first line in the hunk.
    #[test]
    fn the_first_hunk_starts_where_its_header_says() {
        let lines: Vec<String> = (1..=30).map(|line| format!("line {line}\n")).collect();
        let old = lines.concat();
        for at in 0..30 {
            let new = old.replacen(&format!("line {}\n", at + 1), "other\nmore\n", 1);
            let patch = unified("a", &old, &new);
            let mut rest = patch.lines().skip(2);
            let header = rest.next().unwrap();
            let start: usize = header.strip_prefix("@@ -").unwrap().split(',').next().unwrap().parse().unwrap();
            let first = rest.next().unwrap();
            assert_eq!(first.get(1..), Some(lines[start - 1].trim_end()), "{patch}");
            assert!(header.contains(&format!(" +{start},")), "{patch}");
        }
    }

    #[test]
    fn a_file_is_created_and_removed() {
        assert_eq!(unified("a", "", "x\n"), "--- /dev/null\n+++ b/a\n@@ -0,0 +1,1 @@\n+x\n");
        assert_eq!(unified("a", "x\n", ""), "--- a/a\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n");
    }
}
