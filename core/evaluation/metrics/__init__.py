"""Metrics as pure functions over plain values: nothing is read or written, nothing is kept.

One rule for what is not defined, everywhere: where there is no gold, a metric is None, and a mean
leaves it out (`intervals.mean`). Where there is gold and nothing was found, it is 0, precision
included: a search that finds nothing must not gain by leaving the mean. Each function says what
its gold is.
"""
