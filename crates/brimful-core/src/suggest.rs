//! The name that was probably meant.

/// The known name that is nearest to an unknown one, if any is near enough to be offered.
///
/// Case and separators do not count; the order of the parts of a dotted name hardly does (`firstname` finds
/// `name.first`); a part or a beginning finds the whole (`mac` finds `mac.address`); else up to a third of the
/// characters may be wrong, a swapped pair counting as one. The first of equally near names wins.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name_letters = letters(name);
    if name_letters.is_empty() {
        return None;
    }
    let scored = known.into_iter().filter_map(|known| Some((score(&name_letters, known)?, known)));
    scored.min_by_key(|&(score, _)| score).map(|(_, known)| known)
}

/// How far a name is from a known one, 0 for the same letters; `None` when they have nothing in common.
fn score(name: &[char], known: &str) -> Option<usize> {
    let reversed: String = known.rsplit('.').collect();
    let reversed_penalty = usize::from(known.contains('.'));
    let known_letters = letters(known);
    let distance = distance(name, &known_letters).min(distance(name, &letters(&reversed)) + reversed_penalty);
    if distance <= (name.len() / 3).max(1) && distance < name.len() {
        return Some(distance);
    }
    let is_part = known.split('.').any(|part| letters(part).starts_with(name));
    (name.len() >= 2 && is_part).then(|| name.len() + known_letters.len())
}

fn letters(name: &str) -> Vec<char> {
    name.chars().filter(|c| !matches!(c, '.' | '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}

/// Insertions, deletions, substitutions and swaps of neighbours that lead from one to the other
/// (the "optimal string alignment" form of the Damerau–Levenshtein distance).
fn distance(from: &[char], to: &[char]) -> usize {
    let first: Vec<usize> = (0..=to.len()).collect();
    let (mut before, mut above) = (first.clone(), first);
    for i in 1..=from.len() {
        let mut row = vec![i; to.len() + 1];
        for j in 1..=to.len() {
            let substituted = above[j - 1] + usize::from(from[i - 1] != to[j - 1]);
            row[j] = substituted.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut above, row);
    }
    above[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const KNOWN: [&str; 12] = [
        "seq",
        "int",
        "name",
        "name.first",
        "name.last",
        "email",
        "uuidv4",
        "uuidv7",
        "country",
        "mac.address",
        "ipv4",
        "latitude",
    ];

    #[test]
    fn finds_what_was_meant() {
        let pairs = [
            ("emial", "email"),
            ("Email", "email"),
            ("uuid", "uuidv4"),
            ("uuid_v7", "uuidv7"),
            ("countri", "country"),
            ("firstname", "name.first"),
            ("first", "name.first"),
            ("last.name", "name.last"),
            ("mac", "mac.address"),
            ("lat", "latitude"),
            ("ip", "ipv4"),
            ("itn", "int"),
        ];
        for (name, meant) in pairs {
            assert_eq!(nearest(name, KNOWN), Some(meant), "{name}");
        }
    }

    #[test]
    fn offers_nothing_far_fetched() {
        for name in ["", "x", "zebra", "...", "percentage", "ë"] {
            assert_eq!(nearest(name, KNOWN), None, "{name}");
        }
    }

    #[test]
    fn distances_are_as_defined() {
        let of = |a: &str, b: &str| distance(&letters(a), &letters(b));
        assert_eq!(of("kitten", "sitting"), 3);
        assert_eq!(of("ab", "ba"), 1);
        // Without editing a swapped pair again, which sets this form apart from the unrestricted one.
        assert_eq!(of("ca", "abc"), 3);
    }

    proptest! {
        #[test]
        fn distance_is_symmetric_and_bounded(a in "[abc]{0,6}", b in "[abc]{0,6}") {
            let (a, b) = (letters(&a), letters(&b));
            let there = distance(&a, &b);
            prop_assert_eq!(there, distance(&b, &a));
            prop_assert_eq!(there == 0, a == b);
            prop_assert!(there >= a.len().abs_diff(b.len()) && there <= a.len().max(b.len()));
        }
    }
}
