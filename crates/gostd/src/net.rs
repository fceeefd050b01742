//! Network addresses as Go's `net` parses them. IPv4 addresses with leading zeros are accepted, as in Kubernetes and in
//! Go up to 1.16.

use std::net::Ipv6Addr;

/// The notation of an IP address. An IPv4 address embedded in an IPv6 address is both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IpKind {
    /// `192.0.2.1`
    V4,
    /// `2001:db8::1`
    V6,
    /// `::ffff:192.0.2.1`
    Both,
}

/// `net.ParseIP`.
#[must_use]
pub fn parse_ip(text: &str) -> Option<IpKind> {
    if text.contains(':') {
        text.parse::<Ipv6Addr>().ok()?;
        return Some(if text.contains('.') { IpKind::Both } else { IpKind::V6 });
    }
    let is_part = |part: &str| {
        let digits = part.trim_start_matches('0');
        !part.is_empty()
            && part.bytes().all(|b| b.is_ascii_digit())
            && (digits.is_empty() || digits.parse::<u8>().is_ok())
    };
    let is_address = text.split('.').count() == 4 && text.split('.').all(is_part);
    is_address.then_some(IpKind::V4)
}

/// `net.ParseCIDR`.
#[must_use]
pub fn parse_cidr(text: &str) -> Option<IpKind> {
    let (address, length) = text.split_once('/')?;
    let kind = parse_ip(address)?;
    let most = if kind == IpKind::V4 { 32 } else { 128 };
    let is_number = !length.is_empty() && length.bytes().all(|b| b.is_ascii_digit());
    (is_number && length.parse::<u32>().is_ok_and(|length| length <= most)).then_some(kind)
}

/// `net.ParseMAC`: 6, 8 or 20 bytes, in groups of two digits with `:` or `-`, or of four digits with `.`.
#[must_use]
pub fn parse_mac(text: &str) -> Option<()> {
    let separator = text.chars().find(|c| !c.is_ascii_hexdigit())?;
    let (width, counts): (usize, [usize; 3]) = match separator {
        ':' | '-' => (2, [6, 8, 20]),
        '.' => (4, [3, 4, 10]),
        _ => return None,
    };
    let parts: Vec<&str> = text.split(separator).collect();
    let is_part = |part: &&str| part.len() == width && part.bytes().all(|b| b.is_ascii_hexdigit());
    (counts.contains(&parts.len()) && parts.iter().all(is_part)).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        assert_eq!(parse_ip("192.168.1.01"), Some(IpKind::V4));
        assert_eq!((parse_ip("::1"), parse_ip("::ffff:1.1.1.1")), (Some(IpKind::V6), Some(IpKind::Both)));
        for bad in ["", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.4/8", "1::2::3", "fe80::1%eth0", "host", "1.2.3.+4"] {
            assert_eq!(parse_ip(bad), None, "{bad}");
        }
        assert!(parse_cidr("192.0.02.1/24").is_some() && parse_cidr("2001:db8::1/32").is_some());
        for bad in ["192.0.2.1", "192.0.2.1/33", "::1/129", "1.2.3.4/", "1.2.3.4/+1"] {
            assert_eq!(parse_cidr(bad), None, "{bad}");
        }
        for good in ["01:02:03:04:05:06", "01-02-03-04-05-0F", "0102.0304.0506"] {
            assert!(parse_mac(good).is_some(), "{good}");
        }
        for bad in ["01:02:03:04:05", "01:02-03:04:05:06", "010203040506", "1:2:3:4:5:6", "x"] {
            assert!(parse_mac(bad).is_none(), "{bad}");
        }
    }
}
