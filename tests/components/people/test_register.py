"""The form that lets somebody in: what it keeps for the next one."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from core.rights import Role


def _script() -> None:
    from types import SimpleNamespace
    from typing import Any

    from components.people.register import register
    from core.errors import InvalidOption

    def add_person(email: str, _role: str, name: str) -> SimpleNamespace:
        if "@" not in email:
            raise InvalidOption("No address.")
        return SimpleNamespace(name=name)

    administration: Any = SimpleNamespace(people=list, collections=list, add_person=add_person)
    register(administration)


def test_what_is_refused_stays_and_nobody_takes_over_the_role_of_the_one_before() -> None:
    app = AppTest.from_function(_script).run()
    app.selectbox[0].select(Role.ADMINISTRATOR)
    app.text_input[0].input("ann")
    app.button[-1].click().run()
    assert [one.value for one in app.text_input] == ["ann", ""]
    assert app.selectbox[0].value == Role.ADMINISTRATOR
    app.text_input[0].input("ann@example.org")
    app.button[-1].click().run()
    assert [one.value for one in app.text_input] == ["", ""]
    assert app.selectbox[0].value == Role.READER
