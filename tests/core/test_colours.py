"""Colours of marks can be told apart, also without red or green cones, and seen on paper."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from core.colours import CYCLE, PLAIN, colour_of, on_dark

Rgb = NDArray[np.float64]

# Source: Machado, Oliveira and Fernandes 2009, severity 1.0, for linear RGB.
VISION = {
    "common": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
}
TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
TO_OKLAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def linear(colour: str) -> Rgb:
    part = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def contrast_with_white(colour: str) -> float:
    return 1.05 / (float(linear(colour) @ [0.2126, 0.7152, 0.0722]) + 0.05)


def oklab(rgb: Rgb) -> Rgb:
    return TO_OKLAB @ np.cbrt(TO_LMS @ np.clip(rgb, 0, 1))


@pytest.mark.parametrize("colour", [*CYCLE, PLAIN])
def test_a_colour_carries_white_letters_and_stands_out_on_white_paper(colour: str) -> None:
    assert contrast_with_white(colour) >= 3.5


@pytest.mark.parametrize("colour", [*CYCLE, PLAIN])
def test_a_lightened_colour_stands_out_on_dark_paper(colour: str) -> None:
    assert contrast_with_white("#12181e") / contrast_with_white(on_dark(colour)) >= 4.5


@pytest.mark.parametrize("vision", VISION)
def test_neighbouring_chunks_can_be_told_apart(vision: str) -> None:
    seen = [oklab(VISION[vision] @ linear(colour)) for colour in CYCLE]
    neighbours = zip(seen, [*seen[1:], seen[0]], strict=True)
    assert min(float(np.linalg.norm(one - other)) for one, other in neighbours) >= 0.15


def test_the_cycle_starts_again_after_its_last_colour() -> None:
    assert [colour_of(index) for index in range(len(CYCLE) + 1)] == [*CYCLE, CYCLE[0]]
