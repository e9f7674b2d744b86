"""Metrics as pure functions over plain values: nothing is read or written, nothing is kept.

One rule for what is not defined, everywhere: where there is no gold, a metric is None, and a mean
leaves it out (`intervals.mean`). Where there is gold and nothing was found, it is 0, precision
included: a search that finds nothing must not gain by leaving the mean. Each function says what
its gold is.

    overlap           precision, recall, F1 and IoU of what was found beside what was wanted
    layout            boxes and classes of elements on pages
    edit_distance     of texts, lists and trees, by length
    document_content  tables, reading order and headings
    spans             tokens or characters retrieved, with multiplicity
    ranking           ranked lists: Recall@k, DCG@k, nDCG@k, reciprocal rank, page hit@k
    attribution       lines and areas marked on pages
    calibration       stated probabilities beside how often they were right
    intervals         means and bootstrap intervals over questions
"""
