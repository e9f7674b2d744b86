"""Bases of values that pydantic checks: none can be changed once it is made."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class FrozenModel(BaseModel):
    """A value; fields that it does not know are passed over, as those of a later version."""

    model_config = ConfigDict(frozen=True)


class StrictModel(BaseModel):
    """A value that has no fields but its own."""

    model_config = ConfigDict(frozen=True, extra="forbid")
