//! Time per value of what every generator is made of: random words, bounded numbers, permutations, weighted choice.
//! `cargo bench -p brimful-core`

use std::fmt::Display;
use std::hint::black_box;

use brimful_core::random::{fill_bounded, fill_codes, fill_words};
use brimful_core::{AliasTable, Key, Permutation, Rows};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

const ROWS: usize = 1_024;

/// Measures a kernel that fills a batch.
fn fill<T: Clone + Default>(
    criterion: &mut Criterion,
    group: &str,
    name: &dyn Display,
    mut kernel: impl FnMut(Rows<'_>, &mut [T]),
) {
    let mut group = criterion.benchmark_group(group);
    group.throughput(Throughput::Elements(ROWS as u64));
    let mut out = vec![T::default(); ROWS];
    group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
        bencher.iter(|| {
            kernel(Rows::range(black_box(1_000_000), ROWS), &mut out);
            black_box(&mut out);
        });
    });
    group.finish();
}

fn random(criterion: &mut Criterion) {
    let key = Key::root(1);
    fill(criterion, "words", &"range", |rows, out| fill_words(key, rows, out));
    let scattered: Vec<u64> = (0..ROWS as u64).map(|row| row * 977).collect();
    fill(criterion, "words", &"gathered", |_, out| fill_words(key, Rows::Gather(&scattered), out));
    for n in [1_000_000, u64::MAX / 3] {
        fill(criterion, "bounded", &n, |rows, out| fill_bounded(key, rows, n, out));
    }
    fill(criterion, "codes", &4_000, |rows, out| fill_codes(key, rows, 4_000, out));
}

fn unique(criterion: &mut Criterion) {
    // A power of two, where no value falls outside, and one above it, where nearly half of them do.
    for n in [1 << 20, (1 << 20) + 1, 100_000_000] {
        let permutation = Permutation::new(Key::root(1), n);
        fill(criterion, "permutation", &n, |rows, out| permutation.fill(rows, out));
    }
}

fn weighted(criterion: &mut Criterion) {
    for n in [3, 4_000] {
        let weights: Vec<f64> = (1..=n).map(f64::from).collect();
        let Ok(table) = AliasTable::new(&weights) else { panic!("positive weights make a table") };
        fill(criterion, "alias", &n, |rows, out| table.fill_codes(Key::root(1), rows, out));
    }
}

criterion_group!(benches, random, unique, weighted);
criterion_main!(benches);
