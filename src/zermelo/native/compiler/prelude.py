"""The start of every module: containers' headers, the arena, and hash indexes.

An index begins with its mask and its number of items. Several threads may fill a constant's index
at once: all of them put the items into the same slots, in the order of the items.

The context passed to each call has the error and its line, the arena's next free address and its
end, the lowest address of the stack and, after an error, the rule that failed and its arguments:
ints from byte 64 on, the state from `BLAME_STATE` on.
"""

from typing import Final

BLAME_STATE: Final = 128

PRELUDE: Final = """
%Header = type { ptr, i64, i64, ptr }
@no.index = internal constant { i64, i64 } zeroinitializer
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define internal ptr @allocate(ptr %ctx, i64 %size) alwaysinline {
  %place = getelementptr i8, ptr %ctx, i64 16
  %limit = getelementptr i8, ptr %ctx, i64 24
  %top = load ptr, ptr %place
  %more = add i64 %size, 15
  %whole = and i64 %more, -16
  %new = getelementptr i8, ptr %top, i64 %whole
  %end = load ptr, ptr %limit
  %full = icmp ugt ptr %new, %end
  %huge = icmp ugt i64 %size, 2147483648
  %bad = or i1 %full, %huge
  br i1 %bad, label %none, label %room, !prof !0
none:
  store i64 3, ptr %ctx
  ret ptr null
room:
  store ptr %new, ptr %place
  ret ptr %top
}
define internal i64 @enlarge(ptr %ctx, ptr %box, i64 %size) noinline {
  %count.at = getelementptr %Header, ptr %box, i32 0, i32 1
  %room.at = getelementptr %Header, ptr %box, i32 0, i32 2
  %room = load i64, ptr %room.at
  %twice = mul i64 %room, 2
  %more = add i64 %twice, 4
  %bytes = mul i64 %more, %size
  %new = call ptr @allocate(ptr %ctx, i64 %bytes)
  %none = icmp eq ptr %new, null
  br i1 %none, label %bad, label %copy
bad:
  ret i64 1
copy:
  %old = load ptr, ptr %box
  %count = load i64, ptr %count.at
  %used = mul i64 %count, %size
  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %old, i64 %used, i1 false)
  store ptr %new, ptr %box
  store i64 %more, ptr %room.at
  ret i64 0
}
define internal ptr @index_for(ptr %ctx, ptr %box, i64 %count) noinline {
  %index.at = getelementptr %Header, ptr %box, i32 0, i32 3
  %index = load ptr, ptr %index.at
  %mask = load i64, ptr %index
  %twice = mul i64 %count, 2
  %enough = icmp ule i64 %twice, %mask
  br i1 %enough, label %fine, label %make
fine:
  ret ptr %index
make:
  %four = mul i64 %count, 4
  %zeros = call i64 @llvm.ctlz.i64(i64 %four, i1 false)
  %bits = sub i64 64, %zeros
  %size = shl i64 1, %bits
  %bytes = mul i64 %size, 4
  %whole = add i64 %bytes, 16
  %new = call ptr @allocate(ptr %ctx, i64 %whole)
  %failed = icmp eq ptr %new, null
  br i1 %failed, label %bad, label %fill
bad:
  ret ptr null
fill:
  call void @llvm.memset.p0.i64(ptr %new, i8 0, i64 %whole, i1 false)
  %newmask = sub i64 %size, 1
  store i64 %newmask, ptr %new
  store ptr %new, ptr %index.at
  ret ptr %new
}
define internal void @index_add(ptr %index, i64 %hash, i64 %item) noinline {
  %mask = load i64, ptr %index
  %begin = and i64 %hash, %mask
  %number = trunc i64 %item to i32
  %more = add i32 %number, 1
  br label %look
look:
  %at = phi i64 [ %begin, %0 ], [ %next, %used ]
  %place = add i64 %at, 4
  %slot = getelementptr i32, ptr %index, i64 %place
  %entry = load i32, ptr %slot
  %free = icmp eq i32 %entry, 0
  %same = icmp eq i32 %entry, %more
  %ends = or i1 %free, %same
  br i1 %ends, label %put, label %used
used:
  %after = add i64 %at, 1
  %next = and i64 %after, %mask
  br label %look
put:
  store i32 %more, ptr %slot
  ret void
}
!0 = !{!"branch_weights", i32 1, i32 10000}
"""
NO_INDEX: Final = "@no.index"  # the index of a container that was never looked up by hash
NEEDED: Final = (
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
    "declare i64 @llvm.ctlz.i64(i64, i1)",
)
