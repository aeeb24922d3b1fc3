//! Each checker, and what it must refuse and accept. A rule that cannot fail checks nothing.

use super::source::{files, test_modules};
use super::{
    File, allowed_lints, decision, dependencies, file_length, function_length, libm, opening, purity,
    unfinished, unsafe_code, whitespace,
};

const CORE: &str = "crates/brimful-core/src/x.rs";
const SINK: &str = "crates/brimful-sink/src/x.rs";

/// The lines that a checker reports in a file of this name and text.
fn lines(check: impl Fn(&File) -> Vec<String>, path: &str, text: &str) -> Vec<usize> {
    let line = |report: &String| report[path.len() + 1..].split(':').next()?.parse().ok();
    check(&File::new(path, text)).iter().map(|report| line(report).unwrap_or(usize::MAX)).collect()
}

#[test]
fn every_kind_of_file_is_found() {
    for path in
        ["test", ".ci/run", "README.md", "crates/brimful-core/src/lib.rs", "crates/brimful-cli/Cargo.toml"]
    {
        assert!(files().iter().any(|file| file.path == path), "{path} is not among the files");
    }
}

#[test]
fn modules_of_tests_in_their_own_files() {
    let modules = |path, text| test_modules(&File::new(path, text));
    let text = "#[cfg(test)]\npub(crate) mod oracle;\nmod other;\n#[cfg(test)]\nmod tests { mod x; }\n";
    assert_eq!(modules("a/src/lib.rs", text), ["a/src/oracle.rs", "a/src/oracle/mod.rs"]);
    assert_eq!(modules("a/src/b.rs", text), ["a/src/b/oracle.rs", "a/src/b/oracle/mod.rs"]);
}

#[test]
fn arrows_that_point_up() {
    let manifest = |text| lines(dependencies, "crates/brimful-format/Cargo.toml", text);
    assert_eq!(manifest("[dependencies]\nbrimful-core.workspace = true\nzmij = \"1\"\n"), [0; 0]);
    assert_eq!(manifest("[dependencies]\nbrimful-sink.workspace = true\n"), [2]);
    assert_eq!(manifest("[dependencies]\nbrimful = { path = \"../brimful\" }\n"), [2]);
    assert_eq!(manifest("[dev-dependencies]\nbrimful-sink = \"1\"\n"), [2]);
    assert_eq!(manifest("[target.'cfg(unix)'.dependencies.brimful-sink]\nworkspace = true\n"), [1]);
    assert_eq!(manifest("[package]\nname = \"brimful-format\"\n"), [0; 0]);
    assert_eq!(lines(dependencies, "crates/new/Cargo.toml", "[dependencies]\n"), [1]);
}

#[test]
fn unsafe_without_a_licence_or_a_reason() {
    assert_eq!(lines(unsafe_code, SINK, "// SAFETY: fine.\nunsafe { f() }\n"), [2]);
    assert_eq!(lines(unsafe_code, super::UNSAFE_FILES[0], "// SAFETY: fine.\nunsafe { f() }\n"), [0; 0]);
    assert_eq!(
        lines(unsafe_code, super::UNSAFE_FILES[0], "/// # Safety\n/// None.\npub unsafe fn f() {}\n"),
        [0; 0]
    );
    assert_eq!(
        lines(unsafe_code, super::UNSAFE_FILES[0], "// SAFETY: far.\n\n\n\n\n\n\nunsafe { f() }\n"),
        [8]
    );
    assert_eq!(lines(unsafe_code, super::UNSAFE_FILES[0], "unsafe impl Send for X {}\n"), [1]);
    assert_eq!(lines(unsafe_code, SINK, "#[expect(unsafe_code)] // unsafe\nlet s = \"unsafe\";\n"), [0; 0]);
}

#[test]
fn the_world_inside_the_core() {
    assert_eq!(lines(purity, CORE, "use std::collections::HashMap;\n"), [1]);
    assert_eq!(lines(purity, CORE, "use std::fmt;\nuse std::fs;\n"), [2]);
    assert_eq!(lines(purity, CORE, "use std::{\n    fmt::{self, Write},\n    thread,\n};\n"), [1]);
    assert_eq!(lines(purity, CORE, "fn f() { std::thread::sleep(x) }\n"), [1]);
    assert_eq!(lines(purity, CORE, "use std::net::Ipv4Addr;\nuse std::net::{SocketAddr, TcpStream};\n"), [2]);
    assert_eq!(lines(purity, CORE, "let t = Instant::now();\n"), [1]);
    assert_eq!(lines(purity, CORE, "use std::{fmt::{self, fs}, ops::Range};\nuse crate::fs;\n"), [0; 0]);
    assert_eq!(
        lines(purity, CORE, "// HashMap\n/* std::fs */\n#[cfg(test)]\nmod tests {\n use std::fs;\n}\n"),
        [0; 0]
    );
    assert_eq!(lines(purity, CORE, "#[cfg(test)]\nmod tests;\nuse std::fs;\n"), [3]);
}

#[test]
fn digits_of_the_platform() {
    assert_eq!(lines(libm, CORE, "let y = x.exp();\nlet y = x\n    .mul_add(a, b);\n"), [1, 3]);
    assert_eq!(lines(libm, CORE, "let y = xs.map(f64::ln);\n"), [1]);
    assert_eq!(lines(libm, CORE, "let y = math::exp(x) + x.sqrt() + parts.exp as f64;\n"), [0; 0]);
    assert_eq!(lines(libm, CORE, "#[cfg(test)]\nmod tests {\n fn f() { x.exp() }\n}\n"), [0; 0]);
}

#[test]
fn long_functions() {
    let function = |lines: usize| {
        format!("\npub fn f(a: [u8; 4]) {{\n{}}}\nfn g() {{}}\n", "    // '{' \n".repeat(lines))
    };
    assert_eq!(lines(function_length, CORE, &function(68)), [0; 0]);
    assert_eq!(lines(function_length, CORE, &function(69)), [2]);
    assert_eq!(lines(function_length, "crates/x/tests/y.rs", &function(69)), [0; 0]);
    let noise = "    f('{', b'{', \"{\", r#\"{\"#, '\\'', \"\\\"{\"); /* { /* { */ */\n";
    let text = format!("fn f<'a>(x: &'a str) {{\n{noise}}}\n{}", "\n".repeat(99));
    assert_eq!(lines(function_length, CORE, &text), [0; 0]);
    let bodiless =
        format!("trait T {{ fn f(); }}\nmacro_rules! m {{ (fn $x:ident) => {{\n{}}} }}\n", "\n".repeat(99));
    assert_eq!(lines(function_length, CORE, &bodiless), [0; 0]);
}

#[test]
fn long_files() {
    assert_eq!(lines(file_length, CORE, &"\n".repeat(700)), [0; 0]);
    assert_eq!(lines(file_length, CORE, &"\n".repeat(701)), [701]);
}

#[test]
fn undone_work() {
    assert_eq!(lines(unfinished, SINK, "todo!();\nx(dbg!(1));\nunimplemented!();\n"), [1, 2, 3]);
    assert_eq!(lines(unfinished, SINK, "// todo!()\nlet todo = !x;\nmy_dbg!(1);\n"), [0; 0]);
}

#[test]
fn dirty_whitespace() {
    assert_eq!(lines(whitespace, SINK, "a \n\tb\nc\r\n"), [1, 2, 3]);
    assert_eq!(lines(whitespace, "x.sh", "\tb\n"), [0; 0]);
    assert_eq!(lines(whitespace, SINK, "a\nb"), [2]);
    assert_eq!(lines(whitespace, SINK, "a\n\n"), [2]);
}

#[test]
fn decisions_out_of_form() {
    let index = "- [One](001-one.md)\n- [Two](002-two.md)\n- [Again](002-again.md)\n";
    let check = |name: &str, words: usize| {
        lines(|file| decision(file, index), &format!("docs/decisions/{name}"), &"word ".repeat(words)).len()
    };
    assert_eq!(check("001-one.md", 500), 0);
    assert_eq!(check("001-one.md", 501), 1);
    assert_eq!(check("002-two.md", 1), 1);
    assert_eq!(check("003-three.md", 1), 1);
    assert_eq!(check("four.md", 1), 2);
}

#[test]
fn files_that_do_not_introduce_themselves() {
    assert_eq!(lines(opening, SINK, "//! A sink.\n"), [0; 0]);
    assert_eq!(lines(opening, SINK, "use std::fmt;\n"), [1]);
    assert_eq!(lines(opening, SINK, "//!\n"), [1]);
}

#[test]
fn lints_that_are_allowed() {
    assert_eq!(lines(allowed_lints, SINK, "#[allow(dead_code)]\n#![allow(\n    unused)]\n"), [1, 2]);
    assert_eq!(lines(allowed_lints, SINK, "#[expect(dead_code, reason = \"#[allow(\")]\n"), [0; 0]);
}
