"""Metrics as pure functions over plain values: nothing is read or written, nothing is kept.

One rule for what is not defined, everywhere: where there is no gold, a metric is None, and a mean
leaves it out (`intervals.mean`). Where there is gold and nothing was found, it is 0, precision
included: a search that finds nothing must not gain by leaving the mean. Each function says what
its gold is.

    counts       precision, recall and F1 from three counts
    layout       boxes and classes of elements on pages
    distances    edit distances of texts and lists, by length
    trees        how like two trees are
    content      tables, reading order and headings
    headings     headings beside an outline
    spans        tokens or characters retrieved, with multiplicity
    ranking      ranked lists: Recall@k, DCG@k, reciprocal rank, page hit@k
    attribution  lines and areas marked on pages
    fidelity     words inside the boxes of a chunk
    answers      supported claims, and abstention
    intervals    means and bootstrap intervals over questions
"""
