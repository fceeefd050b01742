//! Where texts are in a list.

use olmkit_collections::HashMap;

/// The indices of each text in a list.
pub(super) struct Places<'t> {
    /// The index in `lists`. The map has the same type as the one for anchors, so that it is compiled once.
    numbers: HashMap<&'t [u8], u32>,
    /// In ascending order.
    pub(super) lists: Vec<Vec<usize>>,
}

impl<'t> Places<'t> {
    pub(super) fn of(texts: &'t [Option<String>]) -> Self {
        let (mut numbers, mut lists) = (HashMap::default(), Vec::<Vec<usize>>::new());
        for (at, text) in texts.iter().enumerate().filter_map(|(at, text)| Some((at, text.as_deref()?))) {
            let new = u32::try_from(lists.len()).unwrap_or(u32::MAX);
            let number = *numbers.entry(text.as_bytes()).or_insert(new);
            if number == new {
                lists.push(Vec::new());
            }
            lists.get_mut(number as usize).map(|list| list.push(at)).unwrap_or_default();
        }
        Places { numbers, lists }
    }

    /// The number of the list of a text.
    pub(super) fn number(&self, text: &str) -> Option<usize> {
        self.numbers.get(text.as_bytes()).map(|number| *number as usize)
    }
}
