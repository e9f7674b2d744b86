from __future__ import annotations

from core.history.checks import Check, Decision, Review

ACCEPTED, UNSURE = Check(decision=Decision.ACCEPTED), Check(decision=Decision.UNSURE)


def test_changes_of_others_stay_beside_own_ones():
    before = Review().with_check(0, ACCEPTED)
    own = before.with_check(1, UNSURE)
    others = before.with_check(0, UNSURE).with_check(2, ACCEPTED)
    assert others.with_changes(before, own).checks == {0: UNSURE, 1: UNSURE, 2: ACCEPTED}


def test_a_check_that_was_taken_back_is_a_change():
    before = Review().with_check(0, ACCEPTED)
    assert before.with_changes(before, before.with_check(0, Check())) == Review()
