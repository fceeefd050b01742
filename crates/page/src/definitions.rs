//! Channels that a package defines several times. The engine uses the first definition. The outline lists the
//! definitions of a channel one after the other, in the order in which they are loaded.

use olmkit_api::ChannelSummary;

/// Returns the definitions of each channel with several definitions, the used one first. `channels`: the channels of a
/// package, as the outline lists them.
#[must_use]
pub fn repeated(channels: &[ChannelSummary]) -> Vec<&[ChannelSummary]> {
    let same = channels.chunk_by(|one, next| one.name == next.name);
    same.filter(|definitions| matches!(definitions, [first, _, ..] if !first.name.is_empty())).collect()
}

/// Whether the channel at an index has an earlier definition, which is the one that the engine uses.
#[must_use]
pub fn is_later(channels: &[ChannelSummary], at: usize) -> bool {
    let earlier = at.checked_sub(1).and_then(|before| channels.get(before));
    let names = earlier.zip(channels.get(at)).map(|(earlier, channel)| (&earlier.name, &channel.name));
    names.is_some_and(|(earlier, name)| earlier == name && !name.is_empty())
}

/// The file of a channel and the line of its name, such as `catalog.yaml:12`.
#[must_use]
pub fn place(channel: &ChannelSummary) -> String {
    format!("{}:{}", channel.path, channel.range.start.line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel(name: &str, path: &str, line: u32) -> ChannelSummary {
        let mut channel = ChannelSummary { name: name.to_owned(), path: path.to_owned(), ..ChannelSummary::default() };
        channel.range.start.line = line;
        channel
    }

    #[test]
    fn definitions_of_one_name_are_listed_in_the_order_in_which_they_are_loaded() {
        let channels = [
            channel("stable", "foo/b.yaml", 8),
            channel("stable", "foo/b.yaml", 20),
            channel("stable", "foo-v2/a.yaml", 3),
            channel("fast", "foo-v2/a.yaml", 1),
        ];
        let places: Vec<Vec<String>> = repeated(&channels).iter().map(|all| all.iter().map(place).collect()).collect();
        assert_eq!(places, [["foo/b.yaml:8", "foo/b.yaml:20", "foo-v2/a.yaml:3"]]);
        let later: Vec<bool> = (0..channels.len()).map(|at| is_later(&channels, at)).collect();
        assert_eq!(later, [false, true, true, false]);
    }

    #[test]
    fn channels_without_a_name_are_not_the_same_channel() {
        let channels = [channel("", "a.yaml", 1), channel("", "a.yaml", 2)];
        assert!(repeated(&channels).is_empty());
        assert!(!is_later(&channels, 1));
    }
}
