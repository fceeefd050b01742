//! Applies `.indexignore` as operator-registry does. The semantics differ from those of .gitignore.

/// The name of files that contain patterns.
pub const FILE_NAME: &str = ".indexignore";
/// The length of a line at which Go's scanner fails.
const MAX_LINE: usize = 64 * 1024;

/// The patterns of all `.indexignore` files of a tree.
#[derive(Debug, Clone, Default)]
pub struct Ignore {
    patterns: Vec<Pattern>,
}

#[derive(Debug, Clone)]
struct Pattern {
    domain: Vec<String>,
    include: bool,
    dir_only: bool,
    glob: Glob,
}

#[derive(Debug, Clone)]
enum Glob {
    /// Matches any single path segment.
    Name(String),
    /// Matches segment by segment, starting at the domain.
    Path(Vec<String>),
}

/// A line of an `.indexignore` file is too long, which makes opm fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineTooLong;

impl Ignore {
    /// Adds the patterns of one file. Files must be added in the order in which the tree is walked: the entries of a
    /// directory by name, a subdirectory before later names.
    ///
    /// # Errors
    /// [`LineTooLong`] if a line has 64 KiB or more.
    pub fn add(&mut self, path: &str, text: &[u8]) -> Result<(), LineTooLong> {
        let mut domain: Vec<String> = path.split('/').map(str::to_owned).collect();
        domain.pop();
        for line in text.split(|&b| b == b'\n') {
            if line.len() >= MAX_LINE {
                return Err(LineTooLong);
            }
            let line = String::from_utf8_lossy(line);
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                self.patterns.push(Pattern::parse(line, domain.clone()));
            }
        }
        Ok(())
    }

    /// Whether a file is excluded. Applies to files only; directories are always walked.
    #[must_use]
    pub fn is_ignored(&self, path: &str) -> bool {
        let parts: Vec<&str> = path.split('/').collect();
        let decided = self.patterns.iter().rev().find(|pattern| pattern.matches(&parts));
        decided.is_some_and(|pattern| !pattern.include)
    }
}

impl Pattern {
    fn parse(line: &str, domain: Vec<String>) -> Self {
        let (include, line) = line.strip_prefix('!').map_or((false, line), |rest| (true, rest));
        let (dir_only, line) = line.strip_suffix('/').map_or((false, line), |rest| (true, rest));
        let glob = if line.as_bytes().contains(&b'/') {
            Glob::Path(line.split('/').map(str::to_owned).collect())
        } else {
            Glob::Name(line.to_owned())
        };
        Pattern { domain, include, dir_only, glob }
    }

    fn matches(&self, path: &[&str]) -> bool {
        if path.len() <= self.domain.len() || !self.domain.iter().zip(path).all(|(a, b)| a == b) {
            return false;
        }
        let path = path.get(self.domain.len()..).unwrap_or_default();
        match &self.glob {
            Glob::Name(name) => self.matches_name(name, path),
            Glob::Path(parts) => self.matches_path(parts, path),
        }
    }

    fn matches_name(&self, name: &str, path: &[&str]) -> bool {
        let last = path.len().saturating_sub(1);
        let hit = path.iter().position(|component| glob(name, component));
        hit.is_some_and(|at| !(self.dir_only && at == last))
    }

    fn matches_path(&self, parts: &[String], path: &[&str]) -> bool {
        let mut matched = false;
        let mut can_traverse = false;
        let mut rest = path;
        for (at, part) in parts.iter().enumerate() {
            if part.is_empty() {
                can_traverse = false;
                continue;
            }
            if part == "**" {
                if at.saturating_add(1) == parts.len() {
                    // A trailing `**` matches the remaining segments, even if there are none.
                    break;
                }
                can_traverse = true;
                continue;
            }
            if part.contains("**") {
                return false;
            }
            let Some(hit) = find(part, rest, can_traverse) else { return false };
            can_traverse = false;
            rest = rest.get(hit.saturating_add(1)..).unwrap_or_default();
            matched = true;
        }
        matched && !(self.dir_only && rest.is_empty())
    }
}

fn find(part: &str, path: &[&str], anywhere: bool) -> Option<usize> {
    if anywhere {
        return path.iter().position(|component| glob(part, component));
    }
    path.first().filter(|component| glob(part, component)).map(|_| 0)
}

/// Matches one path segment like Go's `filepath.Match`. A malformed pattern does not match anything.
fn glob(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let name: Vec<char> = name.chars().collect();
    is_well_formed(&pattern) && matches(&pattern, &name)
}

fn is_well_formed(mut pattern: &[char]) -> bool {
    loop {
        pattern = match pattern {
            [] => return true,
            ['\\'] => return false,
            ['\\', _, rest @ ..] => rest,
            ['[', ..] => match class(pattern, '\0') {
                Some((_, rest)) => rest,
                None => return false,
            },
            [_, rest @ ..] => rest,
        };
    }
}

/// Matches wildcards. Backtracking only to the last `*` is sufficient, because it is the only wildcard of variable
/// length.
fn matches(pattern: &[char], name: &[char]) -> bool {
    let (mut pattern, mut name) = (pattern, name);
    let mut retry: Option<(&[char], &[char])> = None;
    loop {
        let step = match (pattern, name) {
            ([], []) => return true,
            (['*', rest @ ..], _) => {
                retry = Some((rest, name));
                pattern = rest;
                continue;
            }
            (['?', p @ ..], [_, n @ ..]) => Some((p, n)),
            (['\\', escaped, p @ ..], [c, n @ ..]) if escaped == c => Some((p, n)),
            (['\\', ..], _) | (['?'], []) => None,
            (['[', ..], [c, n @ ..]) => class(pattern, *c).and_then(|(hit, p)| hit.then_some((p, n))),
            ([p0, p @ ..], [c, n @ ..]) if p0 == c && *p0 != '[' => Some((p, n)),
            _ => None,
        };
        if let Some((p, n)) = step {
            (pattern, name) = (p, n);
            continue;
        }
        match retry {
            Some((p, [_, n @ ..])) => {
                retry = Some((p, n));
                (pattern, name) = (p, n);
            }
            _ => return false,
        }
    }
}

/// Parses a class `[a-z]` or `[^a-z]` at the start of the pattern. Returns whether it contains the character, and the
/// rest of the pattern.
fn class(pattern: &[char], character: char) -> Option<(bool, &[char])> {
    let mut rest = pattern.get(1..)?;
    let negated = rest.first() == Some(&'^');
    if negated {
        rest = rest.get(1..)?;
    }
    let mut hit = false;
    let mut count = 0_usize;
    loop {
        if let [']', after @ ..] = rest
            && count > 0
        {
            return Some((hit != negated, after));
        }
        let (low, after) = class_char(rest)?;
        rest = after;
        let mut high = low;
        if let ['-', after @ ..] = rest {
            (high, rest) = class_char(after)?;
        }
        hit |= (low..=high).contains(&character);
        count = count.saturating_add(1);
    }
}

fn class_char(pattern: &[char]) -> Option<(char, &[char])> {
    let (character, rest) = match pattern {
        ['-' | ']', ..] | [] | ['\\'] => return None,
        ['\\', character, rest @ ..] | [character, rest @ ..] => (*character, rest),
    };
    // A class must be closed.
    (!rest.is_empty()).then_some((character, rest))
}

#[cfg(test)]
mod tests {
    use super::Ignore;

    const FILES: [&str; 6] = ["a.yaml", "b.md", "foo", "d/a.yaml", "d/foo/x.yaml", "e/x.yaml"];

    fn ignored(lines: &str) -> Vec<&'static str> {
        let mut ignore = Ignore::default();
        ignore.add(".indexignore", lines.as_bytes()).unwrap();
        FILES.into_iter().filter(|path| ignore.is_ignored(path)).collect()
    }

    #[test]
    fn follows_operator_registry() {
        assert_eq!(ignored("a.yaml"), ["a.yaml", "d/a.yaml"]);
        assert_eq!(ignored("/a.yaml"), ["a.yaml"]);
        assert_eq!(ignored("d/"), ["d/a.yaml", "d/foo/x.yaml"]);
        assert_eq!(ignored("/d"), ["d/a.yaml", "d/foo/x.yaml"]);
        assert_eq!(ignored("foo/"), ["d/foo/x.yaml"]);
        assert_eq!(ignored("foo/**"), ["foo"]);
        for directory in ["foo/**/", "foo//", "/foo//", "/foo/**/"] {
            assert!(ignored(directory).is_empty(), "a file is not a directory: {directory}");
        }
        assert_eq!(ignored("**/foo//"), ["d/foo/x.yaml"]);
        assert!(ignored("e/a.yaml").is_empty());
        assert_eq!(ignored("*\n!a.yaml"), ["b.md", "foo", "d/foo/x.yaml", "e/x.yaml"]);
        assert!(ignored("d/f**/x.yaml").is_empty());
        assert!(ignored("./a.yaml").is_empty());
        for all in ["*", "**", "/*"] {
            assert_eq!(ignored(all).len(), FILES.len(), "{all}");
        }
        assert_eq!(ignored("d\n!d/a.yaml"), ["d/foo/x.yaml"]);
        assert_eq!(ignored("[!a]*"), ["a.yaml", "d/a.yaml"]);
        assert_eq!(ignored("[^a]*"), ["b.md", "foo", "d/a.yaml", "d/foo/x.yaml", "e/x.yaml"]);
    }
}
