//! YAML as sigs.k8s.io/yaml writes it: what a real catalog seldom has.

use olmkit_render::yaml_of;

#[test]
fn keys_whose_order_is_not_transitive_are_written() {
    // `1` is before `01`, that before `0a`, and that before `1`.
    for length in [3, 12, 13, 30, 60, 200] {
        let mut state = 7_u32;
        let mut keys: Vec<String> = Vec::new();
        for _ in 0..length {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            keys.push(format!("{:08x}", state));
        }
        let members: Vec<String> = keys.iter().map(|key| format!("\"{key}\": 1")).collect();
        let yaml = yaml_of(&format!("{{{}}}", members.join(", ")));
        assert!(keys.iter().all(|key| yaml.contains(key.as_str())), "{yaml}");
    }
}

#[test]
fn a_date_before_a_character_beyond_ascii_is_a_text() {
    assert_eq!(yaml_of("{\"a\": \"2024-05-01é\"}"), "a: 2024-05-01é\n");
    assert_eq!(yaml_of("{\"a\": \"2024-05-01\"}"), "a: \"2024-05-01\"\n");
}

#[test]
fn a_negative_zero_is_an_integer() {
    assert_eq!(yaml_of("{\"a\": -0}"), "a: 0\n");
}

#[test]
fn keys_of_several_lines_are_marked() {
    assert_eq!(yaml_of("{\"a\\rb\": 2}"), "? \"a\\rb\"\n: 2\n");
}
