// How fast this machine is: counts the sequences of moves in Connect Four, depth after depth up to
// 9, on one core. Prints their number at the last depth; the time is for whoever runs it to take.
#include <cstdint>
#include <cstdio>
#include <initializer_list>

using Board = std::uint64_t;  // column by column, each with an empty bit above

constexpr int width = 7, height = 6, stride = height + 1;
constexpr Board column = (Board(1) << height) - 1;

constexpr Board bottom() {
    Board cells = 0;
    for (int x = 0; x < width; x++) cells |= Board(1) << (x * stride);
    return cells;
}

constexpr Board full = bottom() * column;

static bool has_line(Board discs) {
    for (int step : {1, height, stride, stride + 1}) {
        Board pairs = discs & (discs >> step);
        if (pairs & (pairs >> 2 * step)) return true;
    }
    return false;
}

static Board perft(Board own, Board discs, int depth) {
    if (depth == 0) return 1;
    if (has_line(own ^ discs) || discs == full) return 0;
    Board sequences = 0;
    for (int x = 0; x < width; x++) {
        Board cells = column << (x * stride);
        Board cell = (discs + (bottom() & cells)) & cells;
        if (cell) sequences += perft(own ^ discs, discs | cell, depth - 1);
    }
    return sequences;
}

int main() {
    Board sequences = 0;
    for (int depth = 1; depth <= 9; depth++) sequences = perft(0, 0, depth);
    std::printf("%llu\n", static_cast<unsigned long long>(sequences));
}
