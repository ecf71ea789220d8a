"""A function in LLVM's IR, written as text from the first block to the last."""

import re
from typing import Final

from zermelo.native.compiler.faults import CONTRACT, UNEQUAL

TAKING: Final = re.compile("call [^@]*@(allocate|enlarge|index_for|find)")
LIKELY: Final = "!prof !0"
NAME: Final = re.compile(r"%[\w.]+|^[\w.]+(?=:)")
DEFINED: Final = re.compile(r"^([\w.]+):|^  %([\w.]+) =")
RESUMED: Final = '"resumed"'  # marks functions to rewrite with `machine.keep_in_memory`
KEEPS_CALLS: Final = '"disable-tail-calls"="true"'  # so that endless recursion fills the stack
INLINED_FIRST: Final = f"alwaysinline {KEEPS_CALLS}"


class Code:
    """The text of a function while the compiler writes it."""

    def __init__(self, head: str) -> None:
        self.head = head
        self.lines: list[str] = []
        self.allocas: list[str] = []
        self.count = 0
        self.dead = self.fails = False  # dead: control cannot come here, so nothing is written
        self.targets: set[str] = set()
        self.begun: set[str] = {"trap"}
        self.line = 0
        self.doubts = ""  # the place of a flag that says whether the state being written is invalid
        self.handlers: list[str] = ["trap"]  # labels, the innermost last; "trap" ends the function
        self.on_trap: list[str] = []
        self.taking: list[int] = []  # indices of lines whose calls allocate memory for the caller
        self.is_resumed = False  # whether control comes back to the code after a yield

    def name(self, hint: str = "t") -> str:
        self.count += 1
        return f"%{hint}{self.count}"

    def emit(self, text: str) -> str:
        """Write an instruction that yields a value; return its name."""
        name = self.name()
        if not self.dead:
            self.lines.append(f"  {name} = {text}")
        return name

    def write(self, text: str) -> None:
        """Write an instruction that yields no value."""
        if not self.dead:
            self.lines.append("  " + text)

    def allocates_since(self, begun: int) -> bool:
        """Whether the code written since `begun` allocates from the arena."""
        last = self.taking[-1] if self.taking else -1
        return last >= begun or any(TAKING.search(line) for line in self.lines[begun:])

    def alloca(self, kind: str) -> str:
        """Allocate stack space that lasts for the whole call."""
        name = self.name("a")
        self.allocas.append(f"  {name} = alloca {kind}, align 16")
        return name

    # Blocks --------------------------------------------------------------------------------------

    def label(self, hint: str = "L") -> str:
        """A name for a block that `begin` writes later."""
        self.count += 1
        return f"{hint}{self.count}"

    def labels(self, *hints: str) -> tuple[str, ...]:
        return tuple(map(self.label, hints))

    def begin(self, label: str) -> None:
        """Begin a block that the preceding code falls into; it is dead if nothing leads to it."""
        if not self.dead:
            self.lines.append(f"  br label %{label}")
        elif label not in self.targets:
            return
        self.lines.append(f"{label}:")
        self.begun.add(label)
        self.dead = False

    def begin_only(self, label: str) -> None:
        """Begin a block that only jumps can reach; without jumps, the block is dead."""
        self.dead = True
        self.begin(label)

    def jump(self, label: str) -> None:
        if not self.dead:
            self.targets.add(label)
        self.end(f"br label %{label}")

    def repeat(self, begun: int, rounds: int) -> None:
        """Write copies of the blocks from line `begun` on, so that they run `rounds` times.

        LLVM has hints to unroll loops, but may move the hints to outer loops, and then warns.
        """
        body, head = self.lines[begun:], self.lines[begun].removesuffix(":")
        own = {label or value for line in body for label, value in DEFINED.findall(line)}
        taking = [at - begun for at in self.taking if at >= begun]
        for copy in range(1, rounds):

            def name(found: re.Match[str], copy: int = copy) -> str:
                return found[0] + (f".{copy}" if found[0].lstrip("%") in own else "")

            self.lines.append(f"  br label %{head}.{copy}")
            self.taking += [len(self.lines) + at for at in taking]
            self.lines += [NAME.sub(name, line) for line in body]

    def branch(self, flag: str, yes: str, no: str) -> None:
        """Jump to one of two blocks, depending on a flag."""
        if flag in ("true", "false"):
            return self.jump(yes if flag == "true" else no)
        if not self.dead:
            self.targets |= {yes, no}
        return self.end(f"br i1 {flag}, label %{yes}, label %{no}")

    def go_on_if(self, flag: str, other: str) -> None:
        """Continue if the flag is set, else jump to another block."""
        go = self.label("go")
        self.branch(flag, go, other)
        self.begin_only(go)

    def switch(self, number: str, labels: list[str]) -> None:
        """Jump to the block with this number."""
        if not self.dead:
            self.targets |= {*labels}
            self.is_resumed = True
        cases = " ".join(f"i64 {i}, label %{label}" for i, label in enumerate(labels))
        self.end(f"switch i64 {number}, label %{labels[0]} [{cases}]")

    def end(self, text: str) -> None:
        """Write the last instruction of a block."""
        if not self.dead:
            self.lines.append("  " + text)
            self.dead = True

    # Errors --------------------------------------------------------------------------------------

    def fail_if(self, flag: str, error: int | None) -> None:
        """Fail if the flag is set, which is rare; `error` is None if a call has noted the error."""
        if flag == "false" or self.dead:
            return
        go, bad = self.label("ok"), self.label("bad")
        self.lines.append(f"  br i1 {flag}, label %{bad}, label %{go}, {LIKELY}")
        self.lines.append(f"{bad}:")
        self.targets.add(go)
        if error is not None:
            self.fail(error)
        else:
            self.to_handler()
        self.begin_only(go)

    def doubt_or_fail(self, flag: str, error: int) -> None:
        """Like `fail_if`; but while a state is written, a broken contract only sets `doubts`."""
        if not self.doubts or error != CONTRACT:
            return self.fail_if(flag, error)
        if flag != "false":
            before = self.emit(f"load i1, ptr {self.doubts}")
            after = self.emit(f"or i1 {before}, {flag}")
            self.write(f"store i1 {after}, ptr {self.doubts}")
        return None

    def fail(self, error: int) -> None:
        """Note an error and its line, and jump to the code that handles errors."""
        if self.dead:
            return
        self.write(f"store i64 {error}, ptr %ctx")
        place = self.emit("getelementptr i8, ptr %ctx, i64 8")
        self.write(f"store i64 {self.line}, ptr {place}")
        self.to_handler()

    def to_handler(self) -> None:
        if not self.dead:
            self.fails = self.fails or self.handlers[-1] == "trap"
        self.jump(self.handlers[-1])

    def pass_on(self, status: str) -> None:
        """Fail if a call has failed."""
        self.fail_if(self.emit(f"icmp ne i64 {status}, 0"), None)

    def close(self) -> None:
        """End the last block; make jumps to blocks that were never begun raise an error."""
        self.end("unreachable")
        for label in sorted(self.targets - self.begun):
            self.begin_only(label)
            self.fail(UNEQUAL)

    def text(self, failed: str) -> str:
        """The text of the whole function; `failed` is the code that runs after an error."""
        self.close()
        trap = ["trap:", *self.on_trap, failed] if self.fails else []
        body = [*self.allocas, "  br label %start", "start:", *self.lines]
        head = f"define {self.head} {KEEPS_CALLS} {RESUMED if self.is_resumed else ''} {{"
        return "\n".join([head, "entry:", *body, *trap, "}"])

    def text_with_result(self, kinds: list[str], result: list[str] | None) -> str:
        """The text of the whole function, which returns its status and result in one place.

        With two returns, LLVM would test the status again after inlining: it can't trace parts of
        a struct that comes from two places.
        """
        if result is not None:
            self.begin("given")
            self.end("br label %exit")
        self.close()
        kinds, nothing = ["i64", *kinds], [f"{kind} undef" for kind in kinds]
        ways = [] if result is None else [("given", ["i64 0", *(result or nothing)])]
        ways += [("failed", ["i64 1", *nothing])] if self.fails else []
        if ways:
            self.dead, shape, made = False, f"{{ {', '.join(kinds)} }}", "undef"
            self.lines.append("exit:")
            words = (
                [f"[ {given[i].removeprefix(kind)}, %{label} ]" for label, given in ways]
                for i, kind in enumerate(kinds)
            )
            pairs = [(kind, self.emit(f"phi {kind} {', '.join(next(words))}")) for kind in kinds]
            for i, (kind, part) in enumerate(pairs):
                made = self.emit(f"insertvalue {shape} {made}, {kind} {part}, {i}")
            self.end(f"ret {shape} {made}")
        return self.text("  br label %failed\nfailed:\n  br label %exit")
