# What the kernel uses of Cython's pure-Python mode, for the type checker: C integers are int.
import builtins
from collections.abc import Callable
from types import TracebackType
from typing import Any, TypeAlias, TypeVar, overload

_F = TypeVar("_F", bound=Callable[..., Any])
_V = TypeVar("_V")
_C = TypeVar("_C", bound=type)

compiled: bool

bint: TypeAlias = builtins.bool
schar: TypeAlias = builtins.int
uchar: TypeAlias = builtins.int
int: TypeAlias = builtins.int
uint: TypeAlias = builtins.int
ushort: TypeAlias = builtins.int
longlong: TypeAlias = builtins.int
Py_ssize_t: TypeAlias = builtins.int
short: TypeAlias = builtins.int
ulonglong: TypeAlias = builtins.int
double: TypeAlias = float
void: TypeAlias = None
const: Any

class _NoGil:
    def __call__(self, function: _F) -> _F: ...
    def __enter__(self) -> None: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

nogil: _NoGil
gil: _NoGil

def address(value: Any) -> Any: ...
def cclass(cls: _C) -> _C: ...
def cfunc(function: _F) -> _F: ...
def exceptval(*, check: bool) -> Callable[[_F], _F]: ...
@overload
def declare(kind: Any) -> Any: ...
@overload
def declare(kind: Any, value: _V) -> _V: ...
@overload
def declare(**kinds: Any) -> None: ...
def cast(kind: type[_V], value: Any) -> _V: ...
