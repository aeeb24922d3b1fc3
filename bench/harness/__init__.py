"""The benchmarks of brimful: what is measured, how, and how it is told. Standard library only."""
