//! Counts with their digits in groups of three.

/// A count, with `separator` between groups of three digits.
pub fn grouped(count: u64, separator: char) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn groups_are_counted_from_the_last_digit() {
        assert_eq!(grouped(0, ','), "0");
        assert_eq!(grouped(999, ','), "999");
        assert_eq!(grouped(1_000, ','), "1,000");
        assert_eq!(grouped(12_345_678, ' '), "12 345 678");
    }
}
