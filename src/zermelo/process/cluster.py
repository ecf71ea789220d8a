"""A cluster of machines. Ray starts tasks on it, moves data and repeats failed tasks.

Only this file imports Ray, and only when an address is given.
"""

import contextlib
import os
import re
import socket
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from typing import Any, Final

from zermelo.errors import LossWarning, UsageError, ZermeloError, clip, require_extra

RETRIES: Final = 20  # the most repetitions of a task whose machine or process was lost
ANSWERING: Final = 5.0  # seconds to wait for a cluster to accept a connection
DEAD: Final = re.compile(r"address: (\S+) .*marked dead", re.DOTALL)
FALLING: Final = "Raylet is terminated"  # the beginning of a dying node's last log
QUIET: Final = {"RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", "RAY_USAGE_STATS_ENABLED": "0"}


def require_ray() -> Any:
    """Import and return ray; raises `CapabilityError` if it is not installed."""
    for name, setting in QUIET.items():
        os.environ.setdefault(name, setting)
    with require_extra("ray", "a cluster needs Ray"):
        import ray
    return ray


@contextlib.contextmanager
def connection(address: str) -> Iterator[Any]:
    """Connect to the cluster at `address`, and yield the module ray; disconnect at the end.

    An open connection is reused, and stays open. Raises `CapabilityError` if Ray is not installed,
    and `UsageError` if there is no cluster at `address`.
    """
    ray = require_ray()
    if ray.is_initialized():
        yield ray
        return
    host, _, port = address.rpartition(":")
    if host and port.isdecimal():  # otherwise Ray would try to connect for a minute
        try:
            socket.create_connection((host, int(port)), timeout=ANSWERING).close()
        except (OSError, OverflowError) as error:
            raise UsageError(f"nothing answers at {clip(address)}: {error}") from None
    job = ray.job_config.JobConfig()  # claim a working directory, so that Ray does not put the
    job._runtime_env_has_working_dir = lambda: True  # current folder first on `sys.path`
    try:
        ray.init(address, log_to_driver=False, logging_level="ERROR", job_config=job)
    except (ConnectionError, ValueError, RuntimeError, AssertionError) as error:
        raise UsageError(
            f"there is no cluster at {clip(address)}: {clip(str(error), 100)}; "
            "start one with `ray start --head`, which prints its address"
        ) from None
    try:
        with _reports_in_a_line():
            yield ray
    finally:
        ray.shutdown()


@contextlib.contextmanager
def _reports_in_a_line() -> Iterator[None]:
    """Shorten each report of the cluster to a line; Ray prints the whole log of a dead node."""
    from ray._private import worker

    printing = getattr(worker, "print_to_stdstream", None)
    if printing is None:  # a different version of Ray
        yield
        return
    worker.print_to_stdstream = _tell
    try:
        yield
    finally:
        worker.print_to_stdstream = printing


def _tell(data: dict[str, Any], ignore_prefix: bool) -> None:
    """Turn a report of Ray into warnings; for a dead node, name the machine, and omit its log."""
    for text in data["lines"]:
        dead = DEAD.search(text)
        if dead:
            warnings.warn(f"the cluster lost machine {clip(dead[1])}", LossWarning, stacklevel=2)
        elif not text.startswith(FALLING):
            first = clip(text.partition("\n")[0], 200)
            warnings.warn(f"the cluster reports: {first}", LossWarning, stacklevel=2)


def failure(ray: Any, error: BaseException) -> BaseException:
    """The error that a task raised, or a one-line `ZermeloError` if the cluster failed."""
    if isinstance(error, ray.exceptions.RayTaskError):
        cause: BaseException = error.cause
        return cause
    if isinstance(error, ray.exceptions.LocalRayletDiedError):
        again = "start one here, and run the same command again"
        return ZermeloError(f"the cluster's node on this machine is lost: {again}")
    return ZermeloError(f"the cluster has failed: {clip(str(error), 200)}")


@contextlib.contextmanager
def executor(address: str | None) -> Iterator[Executor | None]:
    """Yield an executor that runs calls on the cluster at `address`; None if `address` is None."""
    if address is None:
        yield None
        return
    with connection(address) as ray, Tasks(ray) as tasks:
        yield tasks


class Tasks(Executor):
    """An executor that runs calls as tasks of a cluster."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._remote = ray.remote(max_retries=RETRIES)(_call)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Start a call on a machine of the cluster, and return a future for its result."""
        named = self._remote.options(name=getattr(fn, "__name__", "call"))
        reference, done = named.remote(fn, args, kwargs), Future[Any]()

        def pass_on(result: Future[Any]) -> None:
            if not done.set_running_or_notify_cancel():
                return
            error = result.exception()
            if error is None:
                done.set_result(result.result())
            else:
                done.set_exception(failure(self._ray, error))

        def forget(done: Future[Any]) -> None:
            if done.cancelled():
                self._ray.cancel(reference, force=True)

        done.add_done_callback(forget)
        reference.future().add_done_callback(pass_on)
        return done


def _call(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    return function(*args, **kwargs)
