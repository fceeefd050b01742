//! The commands `index` and `registry`, which opm no longer has: what of olmkit does the same.

/// What to call instead of a command line of `opm index` or `opm registry`.
pub(crate) fn hint(words: &[String]) -> Option<String> {
    let (group, rest) = words.split_first()?;
    if !["index", "registry"].contains(&group.as_str()) {
        return None;
    }
    let name = rest.first().map(String::as_str).unwrap_or_default();
    let of = |flags: &[&str]| values(rest, flags);
    let one = |flags: &[&str], otherwise: &str| of(flags).into_iter().next().unwrap_or_else(|| otherwise.to_owned());
    let many = |flags: &[&str], otherwise: &str| {
        let found = of(flags);
        if found.is_empty() { otherwise.to_owned() } else { found.join(" ") }
    };
    let catalog = "CATALOG";
    let command = match name {
        "add" => {
            let bundles = many(&["-b", "--bundles", "--bundle-images"], "BUNDLE");
            let mode = one(&["--mode"], "replaces");
            let mut command = format!("olmkit add {bundles} --to {catalog} --mode {mode}");
            for flag in ["--overwrite-latest", "--enable-alpha"].iter().filter(|flag| has(rest, flag)) {
                command.extend([" ", flag]);
            }
            command
        }
        "rm" => {
            let flags: &[&str] = if group == "index" { &["-o", "--operators"] } else { &["-o", "--packages"] };
            format!("olmkit rm {catalog} {}", many(flags, "PACKAGE"))
        }
        "prune" => format!("olmkit prune {catalog} --keep {}", of(&["-p", "--packages"]).join(",")),
        "prune-stranded" => format!("olmkit prune-stranded {catalog}"),
        "deprecatetruncate" => {
            let bundles = many(&["-b", "--bundles", "--bundle-images"], "BUNDLE");
            let allow = if has(rest, "--allow-package-removal") { " --allow-package-removal" } else { "" };
            format!("olmkit deprecate-truncate {catalog} {bundles}{allow}")
        }
        "export" => {
            let folder = one(&["-f", "--download-folder"], "downloaded");
            format!("olmkit export {catalog} {} --output {folder}", many(&["-p", "--package"], "PACKAGE"))
        }
        "serve" => format!("opm serve {catalog}"),
        _ => return Some(format!("opm {group} changed databases. `olmkit --help` lists what changes catalogs")),
    };
    Some(format!(
        "opm {group} {name} changes databases. On a file-based catalog this does the same: {}\n\
         `olmkit migrate INDEX CATALOG` makes a catalog of a database",
        command.trim_end()
    ))
}

/// The values of flags; lists are split.
fn values(words: &[String], flags: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let given = flags.iter().find_map(|flag| match word.strip_prefix(flag)? {
            "" => words.get(at.saturating_add(1)).map(String::as_str),
            rest => rest.strip_prefix('=').or((!flag.starts_with("--")).then_some(rest)),
        });
        found.extend(given.into_iter().flat_map(|value| value.split(',')).map(str::to_owned));
    }
    found
}

fn has(words: &[String], flag: &str) -> bool {
    words.iter().any(|word| word == flag)
}
