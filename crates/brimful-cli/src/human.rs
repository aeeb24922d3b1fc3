//! Numbers for people.

use std::time::Duration;

/// `1,234,567`.
pub(crate) fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Three significant digits and a decimal unit: `76.9 M`.
fn scaled(n: f64) -> String {
    let units = ["", "k", "M", "G", "T", "P", "E"];
    let (mut n, mut unit) = (n, 0);
    while n >= 999.5 && unit + 1 < units.len() {
        n /= 1_000.0;
        unit += 1;
    }
    let decimals = usize::from(unit > 0 && n < 99.95);
    format!("{n:.decimals$} {}", units[unit])
}

/// `62.0 MB`.
pub(crate) fn bytes(n: f64) -> String {
    format!("{}B", scaled(n))
}

/// `76.9 M rows/s`.
pub(crate) fn rows_per_s(n: f64) -> String {
    let text = scaled(n);
    format!("{} rows/s", text.trim_end())
}

/// `0.2 ms`, `1.3 s`, `2 min 5 s`.
pub(crate) fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 0.1 => format!("{:.1} ms", s * 1_000.0),
        s if s < 100.0 => format!("{s:.2} s"),
        _ => whole_seconds(time.as_secs()),
    }
}

/// `1 s`, `2 min 5 s`: an estimate, rounded up to seconds.
pub(crate) fn time_left(time: Duration) -> String {
    whole_seconds(time.as_secs_f64().ceil() as u64)
}

fn whole_seconds(seconds: u64) -> String {
    match (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60) {
        (0, 0, 0, seconds) => format!("{seconds} s"),
        (0, 0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (0, hours, minutes, _) => format!("{hours} h {minutes} min"),
        (days, hours, ..) => format!("{} d {hours} h", count(days)),
    }
}

/// A text of which nothing but its characters reaches a terminal: controls and invisible marks become escapes.
pub(crate) fn visible(text: &str) -> String {
    let shown = |c: char| match c {
        '"' | '\'' | '\\' => c.to_string(),
        _ => c.escape_debug().to_string(),
    };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(
            [count(0), count(999), count(1_000), count(1_234_567)],
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(
            [bytes(0.0), bytes(999.0), bytes(62e6), bytes(999.6e6)],
            ["0 B", "999 B", "62.0 MB", "1.0 GB"]
        );
        assert_eq!(rows_per_s(76.94e6), "76.9 M rows/s");
        assert_eq!(rows_per_s(12.0), "12 rows/s");
        assert_eq!(duration(Duration::from_micros(240)), "0.2 ms");
        assert_eq!(duration(Duration::from_secs(125)), "2 min 5 s");
        assert_eq!(duration(Duration::from_mins(121)), "2 h 1 min");
        assert_eq!(duration(Duration::from_hours(50)), "2 d 2 h");
        assert_eq!(time_left(Duration::from_millis(1)), "1 s");
        assert_eq!(time_left(Duration::MAX), "213,503,982,334,601 d 7 h");
    }

    #[test]
    fn no_control_byte_reaches_a_terminal() {
        assert_eq!(visible("größe's \u{1b}[31m\r.csv"), "größe's \\u{1b}[31m\\r.csv");
    }
}
