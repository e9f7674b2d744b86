from core.recommendations.numbering import Numbered, in_order, stated_once


def test_a_label_counts_once_and_the_graded_text_wins():
    label = ("recommendation", "4")
    assert stated_once([Numbered(label, sure=False), Numbered(label, sure=True)]) == [1]
    assert stated_once([Numbered(label, sure=False), Numbered(label, sure=False)]) == [0]
    assert stated_once([Numbered(None, sure=True), Numbered(None, sure=True)]) == [0, 1]


def test_numbers_rise_and_are_of_one_depth():
    assert in_order([(1, 1), (2, 5), (1, 2), (1, 3), (4,)]) == [0, 2, 3]
    assert in_order([]) == []
