//! Colors and links on terminals.

use crate::common::{CATALOG, Memory};

fn machine(terminal: bool, env: &[(&str, &str)]) -> Memory {
    let machine = Memory::new(&[("bad.yaml", "schema: olm.package\nname: foo\n")]);
    let env = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Memory { terminal, env, ..machine }
}

#[test]
fn colors_are_for_terminals_unless_an_option_says_otherwise() {
    let colored = |terminal: bool, env: &[(&str, &str)], words: &str| {
        machine(terminal, env).run(&format!("validate bad.yaml -f pretty {words}")).1.contains('\u{1b}')
    };
    assert!(colored(true, &[], ""));
    assert!(!colored(false, &[], ""));
    assert!(!colored(true, &[("NO_COLOR", "1")], ""));
    assert!(colored(false, &[("FORCE_COLOR", "1")], ""));
    assert!(!colored(false, &[("FORCE_COLOR", "0")], ""));
    assert!(colored(true, &[("NO_COLOR", "1")], "--color always"));
    assert!(!colored(true, &[], "--color never"));
}

#[test]
fn texts_of_other_commands_are_colored_alike() {
    let fixable =
        "- type: olm.csv.metadata\n  value:\n    installModes:\n    - type: OwnNamespace\n      supported: on\n";
    let catalog = format!(
        "{CATALOG}{fixable}---\nschema: olm.channel\npackage: foo\nname: fast\nentries:\n- name: foo.v0.1.0\n- name: foo.v1.0.0\n"
    );
    for (words, part) in [
        ("stranded c", "\x1b[1mc/catalog.yaml:"),
        ("stranded c", "\x1b[1;33m2\x1b[0m stranded under OLM v0"),
        ("validate c --select all -f concise", "\x1b[1;33m1 warning\x1b[0m"),
        ("validate c --statistics -f concise", "\x1b[1;31mopm rejects it\x1b[0m ("),
        ("fix c --diff", "\x1b[32m1 can be fixed\x1b[0m, 0 more with --unsafe, \x1b[1;31m2 without a fix\x1b[0m"),
        ("stats c", "\x1b[1mpackage  channels"),
        ("rules", "\x1b[1;31merror"),
        ("explain FBC001", "\x1b[1m## What it finds\x1b[0m\n"),
        ("fix c --diff", "\x1b[32m+      supported: true\x1b[0m\n"),
        ("edit set-default-channel c package=foo to=fast --diff", "\x1b[31m-defaultChannel: stable\x1b[0m\n\x1b[32m+"),
    ] {
        let out = |terminal: bool, env: &[(&str, &str)], more: &str| {
            let mut machine = Memory { terminal, ..Memory::new(&[("c/catalog.yaml", &catalog)]) };
            machine.env.extend(env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
            let (_, out, err) = machine.run(&format!("{words} {more}"));
            out + &err
        };
        let (no, force) = (("NO_COLOR", "1"), ("FORCE_COLOR", "1"));
        let colored = out(true, &[], "");
        assert!(colored.contains(part), "{words}: {colored}");
        for (env, more) in [(vec![force], ""), (vec![no], "--color always"), (vec![], "--color always")] {
            assert_eq!(out(false, &env, more), colored, "{words} {env:?} {more}");
        }
        let plain = out(false, &[], "");
        assert!(!plain.contains('\x1b') && plain.len() < colored.len(), "{words}: {plain}");
        for (env, more) in [(vec![no], ""), (vec![no, force], ""), (vec![force], "--color never")] {
            assert_eq!(out(true, &env, more), plain, "{words} {env:?} {more}");
        }
    }
    // Output to a file has no colors, even if the other stream is a terminal.
    for (terminal, error_terminal) in [(true, false), (false, true)] {
        let files = [("c/catalog.yaml", catalog.as_str())];
        let mut machine = Memory { terminal, error_terminal: Some(error_terminal), ..Memory::new(&files) };
        let (_, out, err) = machine.run("stranded c");
        assert_eq!((out.contains('\x1b'), err.contains('\x1b')), (terminal, error_terminal), "{out}{err}");
    }
}

#[test]
fn forced_colors_show_what_a_terminal_shows() {
    let out = |env: &[(&str, &str)], words: &str| machine(false, env).run(&format!("validate bad.yaml {words}")).1;
    let pretty = out(&[], "-f pretty --color always");
    assert!(pretty.contains('\u{1b}'), "{pretty}");
    assert_eq!(out(&[], "--color always"), pretty);
    assert_eq!(out(&[("FORCE_COLOR", "1")], ""), pretty);
    assert!(out(&[], "").starts_with("bad.yaml:"), "concise");
}

#[test]
fn rules_are_links_to_their_pages_where_a_terminal_shows_them() {
    let linked = |terminal: bool, env: &[(&str, &str)], words: &str| {
        let out = machine(terminal, env).run(&format!("validate bad.yaml -f pretty {words}")).1;
        out.contains("\u{1b}]8;;https://") && out.contains(".md\u{1b}\\")
    };
    assert!(!linked(true, &[], ""), "it may be any terminal");
    for known in [("TERM_PROGRAM", "vscode"), ("TERM", "xterm-kitty"), ("VTE_VERSION", "6800"), ("WT_SESSION", "x")] {
        assert!(linked(true, &[known], ""), "{known:?}");
        assert!(!linked(false, &[known], "--color always"), "{known:?} without a terminal");
        assert!(!linked(true, &[known], "--color never"), "{known:?} without colors");
    }
    assert!(!linked(true, &[("VTE_VERSION", "4000")], ""));
    assert!(linked(false, &[("FORCE_HYPERLINK", "1")], "--color always"));
    assert!(!linked(true, &[("FORCE_HYPERLINK", "0"), ("TERM_PROGRAM", "vscode")], ""));
}
