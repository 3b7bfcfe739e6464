"""The one door to numba: kernels compile when it is there, and run as plain Python, more slowly, when it is not.

A kernel is a function on flat arrays of integers, written so that both ways give the very same numbers: no floats, no
overflow, no hash of Python's. Nothing compiles on import; the first call does, and the result is kept on disk, in
numba's cache folder (`NUMBA_CACHE_DIR`, or beside the module, or in the user's cache when that cannot be written).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, MutableSequence
from typing import Any, TypeAlias, TypeVar, cast

try:
    import numba
    import numpy
except ImportError:
    COMPILES = False
else:
    COMPILES = True

Ints: TypeAlias = MutableSequence[int]
"""A flat array of integers: numpy's when kernels are compiled, the standard library's when not."""

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def compiled(kernel: Kernel) -> Kernel:
    """Return the kernel compiled for speed, or as it is."""
    if not COMPILES:
        return kernel
    try:
        return cast(Kernel, numba.njit(cache=True, nogil=True)(kernel))
    except RuntimeError:  # No folder for the cache can be written: compile anew in every process.
        return cast(Kernel, numba.njit(nogil=True)(kernel))


def bytes_array(size: int) -> Ints:
    """Return `size` zeros that hold -128 … 127."""
    return _zeros("b", size)


def ints_array(size: int) -> Ints:
    """Return `size` zeros that hold 32 bits."""
    return _zeros("i", size)


def longs_array(size: int) -> Ints:
    """Return `size` zeros that hold 64 bits."""
    return _zeros("q", size)


def number_at(numbers: Ints, place: int) -> int:
    """Return one of the numbers as Python's own."""
    return int(numbers[place])


def _zeros(code: str, size: int) -> Ints:
    if not COMPILES:
        return array(code, bytes(size * array(code).itemsize))
    # Zeros come from untouched memory, so an array costs nothing before it is used.
    return cast(Ints, numpy.zeros(size, dtype=code))
