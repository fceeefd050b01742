//! Adds a rule to `ignore` of a configuration, as the smallest change of its text.

use olmkit_yaml::{Kind, NodeRef, Reader, TextSize};
use olmkit_yaml_edit::{Edit, NewItem, NewValue, Refusal, insert_item, insert_key};

use super::source;
use crate::mistake::Mistake;

const KEY: &str = "ignore";
const NO_LIST: &str = "`ignore` is not a list; write `ignore: []` first";

/// The text of a configuration whose `ignore` also contains this rule. `None` if it already does.
///
/// # Errors
/// Returns an error if the text is not a valid configuration, or if `ignore` cannot be edited without changing
/// something else.
pub(crate) fn with_ignored(path: &str, text: &[u8], rule: &str) -> Result<Option<Vec<u8>>, Mistake> {
    if source::parse(path, text)?.ignore.iter().any(|own| own == rule) {
        return Ok(None);
    }
    let Some(document) = Reader::new(text).next_document() else { return Ok(Some(appended(text, rule))) };
    let Some(root) = document.root().filter(|root| root.resolved().kind() == Kind::Mapping) else {
        return Ok(Some(appended(text, rule)));
    };
    let in_file = |at: TextSize| document.offset.checked_add(at).unwrap_or_default();
    let Edit { range, text: new } =
        edit(root, rule).map_err(|refusal| Mistake::at(path, text, in_file(refusal.range.start()), refusal.reason))?;
    let (before, behind) = (in_file(range.start()), in_file(range.end()));
    let part = |range| text.get::<std::ops::Range<usize>>(range).unwrap_or_default();
    let changed = [part(0..before.into()), new.as_bytes(), part(behind.into()..text.len())].concat();
    let holds = source::parse(path, &changed).is_ok_and(|config| config.ignore.iter().any(|own| own == rule));
    if holds { Ok(Some(changed)) } else { Err(Mistake::at(path, text, before, NO_LIST)) }
}

/// Appends the list to a text that is empty or consists of comments.
fn appended(text: &[u8], rule: &str) -> Vec<u8> {
    let line_end = if text.is_empty() || text.ends_with(b"\n") { "" } else { "\n" };
    [text, format!("{line_end}{KEY}: [{rule}]\n").as_bytes()].concat()
}

fn edit(root: NodeRef<'_>, rule: &str) -> Result<Edit, Box<Refusal>> {
    let Some((key, list)) = root.pairs().find(|(key, _)| key.key() == KEY) else {
        return insert_key(root, KEY, &NewValue::List(vec![rule.to_owned()]), &[]);
    };
    if list.kind() != Kind::Sequence {
        return Err(Box::new(Refusal { reason: NO_LIST.to_owned(), range: list.range(), anchored: None, copy: None }));
    }
    insert_item(key, list, list.children().count(), &NewItem::Text(rule.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::with_ignored;

    fn changed(text: &str) -> Result<String, String> {
        let changed = with_ignored("olmkit.yaml", text.as_bytes(), "FBC090").map_err(|mistake| mistake.to_string())?;
        Ok(String::from_utf8(changed.unwrap_or_default()).unwrap_or_default())
    }

    #[test]
    fn the_rule_is_added_and_every_other_byte_stays() {
        for (before, after) in [
            ("", "ignore: [FBC090]\n"),
            ("# mine", "# mine\nignore: [FBC090]\n"),
            ("---\n# mine\n", "---\n# mine\nignore: [FBC090]\n"),
            ("ignore: []\n", "ignore: [FBC090]\n"),
            ("ignore: [FBC091]  # why\nprofile: strict\n", "ignore: [FBC091, FBC090]  # why\nprofile: strict\n"),
            ("ignore:\n# why\n- FBC091 # a\n", "ignore:\n# why\n- FBC091 # a\n- FBC090\n"),
            ("ignore:\r\n  - FBC091\r\nfailOn: error\r\n", "ignore:\r\n  - FBC091\r\n  - FBC090\r\nfailOn: error\r\n"),
            ("{\"ignore\": [\"FBC091\"]}", "{\"ignore\": [\"FBC091\", \"FBC090\"]}"),
            ("{profile: strict}\n", "{profile: strict, ignore: [FBC090]}\n"),
            ("ignore: [FBC090]\n", ""),
        ] {
            assert_eq!(changed(before), Ok(after.to_owned()), "{before:?}");
        }
        let block = changed("---\nprofile: strict # p\n").unwrap();
        assert!(block.starts_with("---\nprofile: strict # p\nignore:") && block.contains("FBC090"), "{block:?}");
    }

    #[test]
    fn what_cannot_be_edited_is_refused_with_its_place() {
        for (text, error) in [
            ("profile: x\nignore: &a [FBC091]\nselect: *a\n", "olmkit.yaml:3:"),
            ("ignore: x\n", "olmkit.yaml:1:9: "),
            ("- a\n", "olmkit.yaml:1:1: a configuration must be a mapping"),
        ] {
            let refused = changed(text).unwrap_err();
            assert!(refused.starts_with(error), "{refused}");
        }
    }
}
