"""Ports for modules of a test's own: others may run at the same time."""
import contextlib
import socket


def free_ports(n):
    """The first of n ports in a row that nobody has."""
    while True:
        with contextlib.ExitStack() as stack:
            first = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            stack.enter_context(first).bind(("127.0.0.1", 0))
            port = first.getsockname()[1]
            with contextlib.suppress(OSError, OverflowError):
                for k in range(1, n):
                    other = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                    stack.enter_context(other).bind(("127.0.0.1", port + k))
                return port
