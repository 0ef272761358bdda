"""Checks of the machine: invariants, rule coverage, soak, benchmarks."""
