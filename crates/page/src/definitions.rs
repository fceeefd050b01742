//! Channels that a package defines several times. The engine uses the first definition.

use olmkit_api::ChannelSummary;
use olmkit_collections::order;

/// Returns the definitions of each channel with several definitions, in the order of the files.
#[must_use]
pub fn repeated(channels: &[ChannelSummary]) -> Vec<Vec<&ChannelSummary>> {
    let mut all: Vec<&ChannelSummary> = channels.iter().filter(|channel| !channel.name.is_empty()).collect();
    order::sort_by_key(&mut all, |channel| (&channel.name, &channel.path, channel.range.start.offset));
    let same = all.chunk_by(|one, next| one.name == next.name);
    same.filter(|definitions| definitions.len() > 1).map(<[_]>::to_vec).collect()
}

/// Whether a channel has an earlier definition, which is the one that the engine uses.
#[must_use]
pub fn is_later(channel: &ChannelSummary, channels: &[ChannelSummary]) -> bool {
    let at = |channel: &ChannelSummary| (channel.path.clone(), channel.range.start.offset);
    let is_earlier = |other: &ChannelSummary| other.name == channel.name && at(other) < at(channel);
    !channel.name.is_empty() && channels.iter().any(is_earlier)
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
        (channel.range.start.line, channel.range.start.offset) = (line, line);
        channel
    }

    #[test]
    fn definitions_of_one_name_are_listed_in_the_order_of_the_files() {
        let channels = [
            channel("stable", "b.yaml", 3),
            channel("fast", "a.yaml", 1),
            channel("stable", "a.yaml", 20),
            channel("stable", "a.yaml", 8),
        ];
        let places: Vec<Vec<String>> =
            repeated(&channels).iter().map(|all| all.iter().copied().map(place).collect()).collect();
        assert_eq!(places, [["a.yaml:8", "a.yaml:20", "b.yaml:3"]]);
        let later: Vec<bool> = channels.iter().map(|channel| is_later(channel, &channels)).collect();
        assert_eq!(later, [true, false, true, false]);
    }

    #[test]
    fn channels_without_a_name_are_not_the_same_channel() {
        assert!(repeated(&[channel("", "a.yaml", 1), channel("", "a.yaml", 2)]).is_empty());
    }
}
