//! Upgrades of several operators, and constraints: the second part of the comparison in `upstream.rs`.

use crate::common::{Catalogs, request};
use olmkit_resolver::{EntryId, resolve};

/// The installed bundles, sorted. Otherwise OLM's message.
fn ask(lines: &str, query: &str) -> String {
    let found = Catalogs::one(lines).with(|universe| resolve(universe, &request(query)));
    if !found.satisfiable {
        return format!("! {}", found.olm);
    }
    let mut names: Vec<String> = found.install.iter().map(|install| install.place.bundle.clone()).collect();
    names.sort();
    names.join(" ")
}

// Simultaneous upgrades.

#[test]
fn operators_that_need_each_other_are_upgraded_in_one_step() {
    // Each upgrade alone would remove what the other operator's installed version requires.
    let lines = "
        package fig main
        channel main: fig.v2.0.0 >fig.v1.0.0
        bundle fig.v2.0.0: provides c/v1/C; needs d/v1/D
        lone fig.v1.0.0: provides a/v1/A; needs b/v1/B
        package pear main
        channel main: pear.v2.0.0 >pear.v1.0.0
        bundle pear.v2.0.0: provides d/v1/D; needs c/v1/C
        lone pear.v1.0.0: provides b/v1/B; needs a/v1/A
    ";
    assert_eq!(ask(lines, "fig@main=fig.v1.0.0 pear@main=pear.v1.0.0"), "fig.v2.0.0 pear.v2.0.0");
}

#[test]
fn an_api_moves_from_one_to_the_other() {
    let lines = "
        package fig main
        channel main: fig.v2.0.0 >fig.v1.0.0
        lone fig.v1.0.0: provides a/v1/A
        package pear main
        channel main: pear.v2.0.0 >pear.v1.0.0
        bundle pear.v2.0.0: provides a/v1/A
        lone pear.v1.0.0: needs a/v1/A
    ";
    assert_eq!(ask(lines, "fig@main=fig.v1.0.0 pear@main=pear.v1.0.0"), "fig.v2.0.0 pear.v2.0.0");
}

#[test]
fn an_api_changes_its_provider_in_three_states_of_a_catalog() {
    let state = |figs: &str, pears: &str| {
        format!(
            "package fig none\nchannel main: {figs}\nbundle fig.v1.0.0: provides a/v1/A\nbundle fig.v1.0.1: needs a/v1/A\n\
             package pear main\nchannel main: {pears}\nbundle pear.v1.0.0: needs a/v1/A; provides b/v1/B\n\
             bundle pear.v1.0.1: provides a/v1/A; provides b/v1/B\n"
        )
    };
    let used = |text: &str| {
        // Keep only bundles that are in a channel, because fixtures cannot contain others.
        let keep = |line: &&str| {
            !line.starts_with("bundle ") || text.contains(&format!(" {}", &line[7..line.find(':').unwrap()]))
        };
        text.lines().filter(keep).map(|line| format!("{line}\n")).collect::<String>()
    };
    let first = used(&state("fig.v1.0.0", "pear.v1.0.0"));
    assert_eq!(ask(&first, "pear@main"), "fig.v1.0.0 pear.v1.0.0");
    let installed = "fig@main=fig.v1.0.0 pear@main=pear.v1.0.0";
    let second = used(&state("fig.v1.0.1 >fig.v1.0.0; fig.v1.0.0", "pear.v1.0.0"));
    assert_eq!(ask(&second, installed), "", "no other package provides it yet");
    let third = used(&state("fig.v1.0.1 >fig.v1.0.0; fig.v1.0.0", "pear.v1.0.1 >pear.v1.0.0; pear.v1.0.0"));
    assert_eq!(ask(&third, installed), "fig.v1.0.1 pear.v1.0.1");
}

#[test]
fn an_upgrade_brings_its_own_dependency() {
    // It now requires from another package what it provided itself.
    let lines = "
        package fig main
        channel main: fig.v2.0.0 >fig.v1.0.0
        bundle fig.v2.0.0: needs a/v1/A
        lone fig.v1.0.0: provides a/v1/A
        package pear none
        channel beta: pear.v1.0.0
        bundle pear.v1.0.0: provides a/v1/A
    ";
    assert_eq!(ask(lines, "fig@main=fig.v1.0.0"), "fig.v2.0.0 pear.v1.0.0");
}

#[test]
fn requiring_and_providing_operators_are_upgraded_together() {
    let lines = "
        package fig main
        channel main: fig.v2.0.0 >fig.v1.0.0; fig.v1.0.0
        bundle fig.v1.0.0: needs a/v1/A
        bundle fig.v2.0.0: needs a/v1/A
        package pear main
        channel main: pear.v2.0.0 >pear.v1.0.0; pear.v1.0.0
        bundle pear.v1.0.0: provides a/v1/A
        bundle pear.v2.0.0: provides a/v1/A
    ";
    assert_eq!(ask(lines, "fig@main=fig.v1.0.0 pear@main=pear.v1.0.0"), "fig.v2.0.0 pear.v2.0.0");
}

#[test]
fn an_upgrade_beside_a_new_subscription() {
    let lines = "
        package fig main
        channel main: fig.v2.0.0 >fig.v1.0.0; fig.v1.0.0
        package pear main
        channel main: pear.v1.0.0
    ";
    assert_eq!(ask(lines, "fig@main=fig.v1.0.0 pear@main"), "fig.v2.0.0 pear.v1.0.0");
}

// Constraints.

/// One requiring bundle, and three versions of another package that provide these APIs.
fn with_constraint(constraint: &str, oldest: &str, middle: &str, newest: &str) -> String {
    let provides = |kinds: &str| {
        kinds.chars().map(|kind| format!("provides g{kind}/v{kind}/K{kind}")).collect::<Vec<_>>().join("; ")
    };
    format!(
        "package fig main\nchannel main: fig.v1.0.0\nbundle fig.v1.0.0: constraint {constraint}\n\
         package pear main\nchannel main: pear.v1.0.1 >pear.v1.0.0; pear.v1.0.0 >pear.v0.9.0; pear.v0.9.0\n\
         bundle pear.v0.9.0: {}\nbundle pear.v1.0.0: {}\nbundle pear.v1.0.1: {}\n",
        provides(oldest),
        provides(middle),
        provides(newest)
    )
}

fn gvk(kind: char) -> String {
    format!("{{gvk: {{group: g{kind}, version: v{kind}, kind: K{kind}}}}}")
}

#[test]
fn all_any_and_not() {
    let (one, two, zero) = (gvk('1'), gvk('2'), gvk('0'));
    let package = "{package: {packageName: pear, versionRange: '>=1.0.0'}}";
    let all = format!("{{failureMessage: m, all: {{constraints: [{package}, {one}, {two}]}}}}");
    assert_eq!(ask(&with_constraint(&all, "123", "23", "123"), "fig"), "fig.v1.0.0 pear.v1.0.1");
    assert_eq!(ask(&with_constraint(&all, "123", "123", "23"), "fig"), "fig.v1.0.0 pear.v1.0.0");
    assert!(ask(&with_constraint(&all, "123", "13", "23"), "fig").contains("bundle fig.v1.0.0 requires an operator"));
    let any = format!("{{failureMessage: m, any: {{constraints: [{one}, {two}]}}}}");
    assert_eq!(ask(&with_constraint(&any, "0", "12", "123"), "fig"), "fig.v1.0.0 pear.v1.0.1");
    let not =
        format!("{{failureMessage: m, all: {{constraints: [{zero}, {{not: {{constraints: [{one}, {two}]}}}}]}}}}");
    assert_eq!(ask(&with_constraint(&not, "0", "012", "0123"), "fig"), "fig.v1.0.0 pear.v0.9.0");
}

#[test]
fn a_constraint_of_an_unknown_kind() {
    let lines =
        "package fig main\nchannel main: fig.v1.0.0\nbundle fig.v1.0.0: constraint {failureMessage: m, odd: {a: b}}\n";
    assert!(ask(lines, "fig@main").contains("json: unknown field \"odd\""));
}

#[test]
fn cel_over_the_properties_of_a_candidate() {
    let api = |group: &str| {
        format!(
            "{{failureMessage: no seed, cel: {{rule: \"properties.exists(p, p.type == 'olm.gvk' && p.value == {{'group': '{group}', 'version': 'v1', 'kind': 'K1'}})\"}}}}"
        )
    };
    assert_eq!(ask(&with_constraint(&api("g1"), "1", "12", "2"), "fig"), "fig.v1.0.0 pear.v1.0.0");
    let found = |group: &str| {
        let lines = format!(
            "package fig main\nchannel main: fig.v1.0.0\nbundle fig.v1.0.0: constraint {}\n\
             package pear main\nchannel main: pear.v1.0.0\nbundle pear.v1.0.0: provides g/v1/K1\n",
            api(group)
        );
        ask(&lines, "fig@main")
    };
    assert_eq!(found("g"), "fig.v1.0.0 pear.v1.0.0");
    assert!(found("h").contains("no seed"), "the message of the constraint is shown: {}", found("h"));
    let version = "{failureMessage: m, cel: {rule: \"properties.exists(p, p.type == 'olm.package' && p.value.packageName == 'pear' && semver_compare(p.value.version, '1.0.0') == 0)\"}}";
    assert_eq!(
        ask(&with_constraint(version, "", "", ""), "fig"),
        "fig.v1.0.0 pear.v1.0.0",
        "neither newest nor oldest"
    );
}

#[test]
fn cel_sees_what_a_registry_serves() {
    let with = |kind: &str| {
        let rule = format!("properties.exists(p, p.type == '{kind}' && p.value.size == 'big')");
        let lines = format!(
            "package fig main\nchannel main: fig.v1.0.0\nbundle fig.v1.0.0: constraint {{cel: {{rule: \"{rule}\"}}}}\n\
             package pear main\nchannel main: pear.v1.0.0\nbundle pear.v1.0.0: {kind} {{size: big}}\n"
        );
        ask(&lines, "fig")
    };
    assert_eq!(with("fruit.size"), "fig.v1.0.0 pear.v1.0.0");
    for hidden in ["olm.csv.metadata", "olm.bundle.object"] {
        assert!(with(hidden).contains("bundle fig.v1.0.0 requires an operator"), "{hidden}");
    }
}

#[test]
fn an_api_that_is_named_twice_counts_twice() {
    let lines = "
        package fig main
        channel main: fig.v2.0.0 >fig.v1.0.0; fig.v1.0.0
        bundle fig.v2.0.0: provides g/v1/Seed; provides h/v1/Seed; provides g/v1/Seed
        bundle fig.v1.0.0: provides g/v1/Seed
        package pear main
        channel main: pear.v1.0.0
        bundle pear.v1.0.0: needs g/v1/Seed
    ";
    assert_eq!(ask(lines, "fig"), "fig.v1.0.0");
    assert_eq!(ask(lines, "pear"), "fig.v1.0.0 pear.v1.0.0");
    let found = Catalogs::one(lines).with(|universe| resolve(universe, &request("fig!fig.v2.0.0")));
    assert!(
        found.olm.contains("cat/olm/main/fig.v2.0.0 and cat/olm/main/fig.v2.0.0 provide Seed (g/v1)"),
        "{}",
        found.olm
    );
    let described = found.explanation.iter().any(|reason| reason.message.contains("OLM counts fig.v2.0.0 twice"));
    assert!(described, "{:?}", found.explanation);
}

// The order of a channel.

#[test]
fn channels_in_order() {
    let order = |entries: &str| {
        Catalogs::one(&format!("package fig main\nchannel main: {entries}\n")).with(|universe| {
            let channel = universe.channels.first().unwrap();
            let name = |entry: &EntryId| universe.bundle_of(*entry).unwrap().name.clone();
            channel
                .order
                .as_ref()
                .map(|order| order.iter().map(name).collect::<Vec<_>>().join(" "))
                .map_err(ToString::to_string)
        })
    };
    let no_heads =
        "no channel heads (entries not replaced by another entry) found in channel \"main\" of package \"fig\"";
    let cycle =
        "a cycle exists in the chain of replacement beginning with \"top\" in channel \"main\" of package \"fig\"";
    let chains = "a unique replacement chain within a channel is required to determine the relative order between channel \
        entries, but 2 replacement chains were found in channel \"main\" of package \"fig\": end, mid...top";
    let together = "a unique replacement chain within a channel is required to determine the relative order between channel \
        entries, but 2 replacement chains were found in channel \"main\" of package \"fig\": a...m, b...m";
    let second =
        "a cycle exists in the chain of replacement beginning with \"b\" in channel \"main\" of package \"fig\"";
    let cases = [
        ("mid; top >mid", Ok("top mid")),
        ("", Ok("")),
        ("top >mid; mid >top", Err(no_heads)),
        ("top >mid; mid >end; end >mid", Err(cycle)),
        ("top >mid ~mid; mid", Ok("top")),
        ("top >mid ~end; mid >end; end", Ok("top mid")),
        ("end; mid >top; top", Err(chains)),
        // Chains that join, and a chain that ends in a skipped entry.
        ("a >m ~t; b >m; m >t; t", Err(together)),
        ("a; b >m; m >t; t >m", Err(second)),
    ];
    for (entries, expected) in cases {
        assert_eq!(order(entries), expected.map(str::to_owned).map_err(str::to_owned), "{entries}");
    }
}
