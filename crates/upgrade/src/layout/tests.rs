//! Layouts as text, and properties of all channels.

#![allow(clippy::arithmetic_side_effects, reason = "tests")]

use olmkit_api::{EdgeKind, Semantics};
use std::fmt::Write;

use super::lanes::{Stretch, assign};
use super::{Layout, layout};
use crate::channel::{Channel, Graph, Node};
use crate::rail::tests::{channel, random};
use crate::stranded::find;
use olmkit_testing::{Choices, property};

fn laid_out(channel: &Channel<'_>) -> Layout {
    let graph = Graph::new(channel);
    layout(&graph, &find(&graph, Semantics::V0))
}

/// Rows with their top, versions with their left and top, edges and bands with their paths.
fn drawn(channel: &Channel<'_>) -> String {
    let graph = Graph::new(channel);
    let layout = layout(&graph, &find(&graph, Semantics::V0));
    let mut out = format!("{:?} {:?}\n", layout.size, layout.box_size);
    for row in &layout.rows {
        let _ = writeln!(out, "{} {}+{}", row.label, row.y, row.height);
    }
    for node in &layout.nodes {
        let stranded = if node.stranded.is_some() { " stranded" } else { "" };
        let _ = writeln!(out, "{} {} {}{stranded}", node.label, node.x, node.y);
    }
    for line in &layout.lines {
        let (from, to) = (graph.name(line.from), graph.name(line.to));
        let mark = if line.is_taken { '*' } else { '-' };
        let cut = line.cut.map_or(String::new(), |at| format!(" cut {at:?}"));
        let _ = writeln!(out, "{mark} {from} {} {to} {}{cut}", line.edge.name(), line.path);
    }
    for band in layout.bands {
        let _ = writeln!(out, "{} {:?} {}\n{}\n{}", band.text, band.label, band.is_shown, band.path, band.arrow);
    }
    out
}

#[track_caller]
fn figure(entries: &str, expected: &str) {
    let (channel, _) = channel(entries);
    let found = drawn(&channel);
    let expected = expected.lines().filter_map(|line| line.trim_start().strip_prefix('|'));
    let expected: String = expected.map(|line| format!("{}\n", line.trim_end())).collect();
    let found: String = found.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    assert_eq!(found, expected, "\n{found}");
}

#[test]
fn one_row_for_each_minor_version() {
    figure(
        "1.0.0
         1.0.1 > 1.0.0
         1.0.2 > 1.0.0 ~ 1.0.1
         1.1.0 > 1.0.2",
        "
        |[410, 160] [68, 24]
        |1.1 8+72
        |1.0 80+72
        |1.1.0 118 32
        |1.0.2 318 104
        |1.0.1 218 119
        |1.0.0 118 104
        |- 1.0.0 replaces 1.0.1 M213 131C199 131 199 116 186 116
        |* 1.0.0 replaces 1.0.2 M346 101C322 79 172 79 152 104
        |* 1.0.1 skips 1.0.2 M313 116C299 116 299 131 286 131
        |* 1.0.2 replaces 1.1.0 M152 61L152 72Q152 80 160 80L344 80Q352 80 352 88L352 104",
    );
}

#[test]
fn stranded_and_removed_versions() {
    figure(
        "1.0.0 ~ 0.9.0
         1.0.1 > 1.0.0
         1.0.2 ~ 1.0.1",
        "
        |[410, 160] [68, 24]
        |1.0 8+72
        |0.9 80+72
        |1.0.2 318 32
        |1.0.1 218 47
        |1.0.0 118 32 stranded
        |0.9.0 118 104 stranded
        |- 0.9.0 skips 1.0.0 M152 61L152 104 cut [152, 92]
        |- 1.0.0 replaces 1.0.1 M213 59C199 59 199 44 186 44 cut [199, 51]
        |* 1.0.1 skips 1.0.2 M313 44C299 44 299 59 286 59",
    );
}

#[test]
fn a_band_behind_what_a_range_matches() {
    figure(
        "1.0.0
         1.0.1 > 1.0.0
         1.1.0 > 1.0.1 [>=1.0.0 <1.1.0]
         1.1.1 > 1.1.0 [>=1.0.1 <1.1.1]",
        "
        |[502, 160] [68, 24]
        |1.1 8+72
        |1.0 80+72
        |1.1.1 218 32
        |1.1.0 118 32
        |1.0.1 218 104
        |1.0.0 118 104
        |- 1.0.0 replaces 1.0.1 M213 116H186
        |* 1.0.0 skipRange 1.1.0
        |- 1.0.1 replaces 1.1.0 M152 61L152 69Q152 76 159 76L244 76Q252 76 252 84L252 104
        |* 1.0.1 skipRange 1.1.1
        |* 1.1.0 replaces 1.1.1 M213 44H186
        |>=1.0.1 <1.1.1 [116, 16] true
        |M122 22h60a12 12 0 0 1 12 12v28a12 12 0 0 1 -12 12h-60a12 12 0 0 1 -12 -12v-28a12 12 0 0 1 12 -12zM222 94h60a12 12 0 0 1 12 12v28a12 12 0 0 1 -12 12h-60a12 12 0 0 1 -12 -12v-28a12 12 0 0 1 12 -12z
        |M213 44H194
        |>=1.0.0 <1.1.0 [306, 120] true
        |M122 94h160a12 12 0 0 1 12 12v28a12 12 0 0 1 -12 12h-160a12 12 0 0 1 -12 -12v-28a12 12 0 0 1 12 -12z
        |M164 61L164 76Q164 84 172 84L256 84Q264 84 264 92L264 104",
    );
}

#[test]
fn edges_over_several_rows_have_lanes_of_their_own() {
    figure(
        "1.0.0
         1.0.1
         1.1.0 > 1.0.1
         1.1.1 > 1.0.0
         1.2.0 ~ 1.0.0 ~ 1.0.1 > 1.1.1",
        "
        |[310, 240] [68, 24]
        |1.2 8+72
        |1.1 80+76
        |1.0 156+76
        |1.2.0 118 32 stranded
        |1.1.1 218 104 stranded
        |1.1.0 118 104 stranded
        |1.0.1 218 199 stranded
        |1.0.0 118 199 stranded
        |- 1.0.1 replaces 1.1.0 M152 133L152 156Q152 164 160 164L256 164Q264 164 264 172L264 199
        |- 1.0.0 replaces 1.1.1 M252 133L252 148Q252 156 244 156L172 156Q164 156 164 164L164 199
        |- 1.0.0 skips 1.2.0 M140 61L140 69Q140 76 133 76L110 76Q102 76 102 84L102 140Q102 148 110 148L132 148Q140 148 140 156L140 199
        |- 1.0.1 skips 1.2.0 M140 61L140 69Q140 76 133 76L110 76Q102 76 102 84L102 140Q102 148 110 148L232 148Q240 148 240 156L240 199
        |- 1.1.1 replaces 1.2.0 M152 61L152 76Q152 84 160 84L244 84Q252 84 252 92L252 104",
    );
}

#[test]
fn cycles_and_downgrades() {
    figure(
        "1.0.0 > 1.0.1
         1.0.1 > 1.0.0 ~ 1.0.1
         1.1.0 ~ 1.2.0",
        "
        |[310, 239] [68, 24]
        |1.2 8+72
        |1.1 80+72
        |1.0 152+79
        |1.2.0 118 32
        |1.1.0 118 104
        |1.0.1 218 198 stranded
        |1.0.0 118 183 stranded
        |- 1.0.1 replaces 1.0.0 M158 180C182 149 232 149 252 198 cut [205, 159]
        |- 1.0.0 replaces 1.0.1 M213 210C199 210 199 195 186 195 cut [199, 202]
        |- 1.0.1 skips 1.0.1 M262 195C262 178 242 178 242 198 cut [252, 183]
        |* 1.2.0 skips 1.1.0 M152 99L152 56",
    );
}

#[test]
fn names_that_are_not_versions_are_last() {
    let node = |name, version| Node { name, version, has_bundle: true, ..Node::default() };
    let nodes = vec![node("foo-one", None), node("foo-two", Some("1.0.0-rc.1")), node("foo.v0.9.0", None)];
    let channel = Channel { package: "foo", name: "stable", nodes, installed: Vec::new() };
    let layout = laid_out(&channel);
    let rows: Vec<&str> = layout.rows.iter().map(|row| row.label.as_str()).collect();
    assert_eq!(rows, ["1.0", "0.9", "No version"]);
    let labels: Vec<&str> = layout.nodes.iter().map(|node| node.label.as_str()).collect();
    assert_eq!((labels.as_slice(), layout.prefix.as_str()), (["-two", ".v0.9.0", "-one"].as_slice(), "foo"));
}

#[test]
fn long_names_lose_their_middle() {
    let name = format!("1.0.0-{}z", "a".repeat(80));
    let entries = format!("{name}\n1.0.1");
    let (channel, _) = channel(&entries);
    let layout = laid_out(&channel);
    assert_eq!(layout.nodes[1].label, "1.0.0-aaaaaa\u{2026}aaaaaaaaaaz".replace("1.0.0-", &name[..6]));
    assert_eq!(layout.nodes[1].label.chars().count(), 24);
    assert!(layout.box_size[0] >= 24 * 7);
}

#[test]
fn a_long_row_continues_above() {
    let entries: Vec<String> = (0..23).map(|patch| format!("1.0.{patch}")).collect();
    let entries = entries.join("\n");
    let (channel, _) = channel(&entries);
    let layout = laid_out(&channel);
    assert_eq!(layout.rows.len(), 1);
    let of = |label: &str| layout.nodes.iter().find(|node| node.label == label).map(|node| (node.x, node.y)).unwrap();
    let (left, step) = (of("1.0.0").0, of("1.0.1").0 - of("1.0.0").0);
    assert_eq!(of("1.0.9"), (left + 9 * step, of("1.0.0").1));
    assert_eq!((of("1.0.10").0, of("1.0.20").0, of("1.0.22").0), (left, left, left + 2 * step));
    assert!(of("1.0.20").1 < of("1.0.10").1 && of("1.0.10").1 < of("1.0.0").1);
}

#[test]
fn parallel_runs_have_separate_lanes() {
    property(300, 200, |bytes| {
        let mut choices = Choices::new(bytes);
        let stretches: Vec<Stretch> = (0..choices.below(20))
            .map(|owner| {
                let low = i32::try_from(choices.below(10)).unwrap();
                let high = low + i32::try_from(choices.below(4)).unwrap();
                Stretch { channel: choices.below(2), trunk: choices.below(9), low, high, owner }
            })
            .collect();
        let mut lanes = vec![0; stretches.len()];
        let counts = assign(stretches.clone(), 2, 20, |one, lane| lanes[one.owner] = lane);
        for (a, b) in stretches.iter().flat_map(|a| stretches.iter().map(move |b| (a, b))) {
            let same = a.channel == b.channel && lanes[a.owner] == lanes[b.owner];
            assert!(a.channel != b.channel || a.trunk != b.trunk || same, "a trunk has one lane");
            assert!(!same || a.trunk == b.trunk || a.high < b.low || b.high < a.low, "{a:?} {b:?}");
            assert!(lanes[a.owner] < counts[a.channel]);
        }
        let counts = assign(stretches, 2, 3, |_, lane| assert!(lane < 3));
        assert!(counts.iter().all(|count| *count <= 3));
    });
}

/// Asserts the properties of every layout.
fn check_layout(channel: &Channel<'_>) {
    let layout = laid_out(channel);
    let graph = Graph::new(channel);
    let ([width, height], [box_width, box_height]) = (layout.size, layout.box_size);
    assert_eq!(layout.nodes.len(), graph.names.len(), "every name once");
    let mut rows = layout.rows.iter();
    assert!(layout.rows.windows(2).all(|pair| pair[0].y + pair[0].height == pair[1].y), "rows without gaps");
    let mut row = rows.next();
    let mut boxes: Vec<(i32, i32)> = Vec::new();
    for node in &layout.nodes {
        while row.is_some_and(|row| row.y + row.height <= node.y) {
            row = rows.next();
        }
        assert!(row.is_some_and(|row| row.y <= node.y && node.y + box_height <= row.y + row.height), "in a row");
        assert!(node.x >= 0 && node.x + box_width <= width && node.y + box_height <= height, "in the drawing");
        boxes.push((node.y, node.x));
    }
    for (at, (y, x)) in boxes.iter().enumerate() {
        let meets = |other: &&(i32, i32)| (other.0 - y).abs() < box_height && (other.1 - x).abs() < box_width;
        assert_eq!(boxes.iter().skip(at).take(40).filter(meets).count(), 1, "boxes do not overlap");
    }
    for line in &layout.lines {
        assert_eq!(line.path.is_empty(), line.edge == EdgeKind::SkipRange, "{line:?}");
        assert!(line.cut.is_none_or(|_| !line.is_taken));
    }
    assert!(layout.bands.iter().filter(|band| band.is_shown).count() <= 3);
    assert!(layout.bands.iter().all(|band| !band.is_shown || !band.path.is_empty()));
}

#[test]
fn holds_for_random_channels() {
    property(300, 400, |bytes| check_layout(&channel(&random(&mut Choices::new(bytes), 24)).0));
}

#[test]
fn large_channels() {
    let (mut one_minor, mut minors, mut ranges, mut skips) =
        (String::new(), String::new(), String::new(), String::new());
    for at in 1..5000 {
        let _ = writeln!(one_minor, "1.0.{at} > 1.0.{}", at - 1);
        let _ = writeln!(minors, "1.{at}.0 > 1.{}.0", at - 1);
        let _ = writeln!(ranges, "1.{at}.0 > 1.{}.0 [>=1.0.0 <1.{at}.0]", at - 1);
        let _ = writeln!(skips, "1.{at}.0 > 1.{}.0 ~ 1.{}.0", at - 1, at / 2);
    }
    for text in [&one_minor, &minors, &ranges, &skips] {
        let (channel, _) = channel(text);
        let started = std::time::Instant::now();
        let layout = laid_out(&channel);
        assert_eq!(layout.nodes.len(), 5000);
        assert!(layout.size[0] < 2000, "{:?}", layout.size);
        assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
        let parts: usize = layout.bands.iter().map(|band| band.path.len()).sum();
        assert!(parts < 12_000_000, "the parts of all bands are bounded: {parts}");
    }
}

#[test]
fn a_small_edit_moves_nothing_above_it() {
    let entries = "1.0.0\n1.1.0 > 1.0.0\n1.2.0 > 1.1.0";
    let before = laid_out(&channel(entries).0);
    let after = laid_out(&channel(&entries.replace("1.2.0 > 1.1.0", "1.2.0 ~ 1.1.0")).0);
    let xs = |layout: &Layout| layout.nodes.iter().map(|node| node.x).collect::<Vec<_>>();
    assert_eq!((xs(&before), before.size[0]), (xs(&after), after.size[0]));
    assert_eq!(before.nodes[0].y, after.nodes[0].y);
    // The arrow to the skipped version needs space below it.
    assert_eq!(before.size[1] + 15, after.size[1]);
}

/// The last line of an arrow to a skipped version, which is lower than the others, is vertical.
#[test]
fn arrows_to_skipped_versions_end_below_them() {
    let text = "1.0.0\n1.0.1\n1.0.2\n1.0.3\n1.1.0 > 1.0.3\n1.1.1 > 1.0.2\n1.1.2 > 1.0.1\n1.2.0 ~ 1.1.0 ~ 1.1.1 ~ 1.1.2";
    let layout = laid_out(&channel(text).0);
    let bottom = layout.nodes[1].y + layout.box_size[1];
    let wires: Vec<&str> =
        layout.lines.iter().map(|line| line.path.as_str()).filter(|path| path.contains('Q')).collect();
    assert!(wires.len() >= 3, "{wires:?}");
    for wire in wires {
        // The path begins at the tip, and continues down to the first corner.
        let numbers = wire.split(|byte: char| !byte.is_ascii_digit()).filter_map(|text| text.parse().ok());
        let numbers: Vec<i32> = numbers.collect();
        let [x, tip, down, corner, ..] = numbers[..] else { panic!("{wire}") };
        assert!(tip < bottom || x == down && corner > tip, "{wire}");
    }
}
