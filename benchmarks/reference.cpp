// Zermelo's searches and games once more, by hand in C++: the yardstick for its native speed.
//
//   reference ALGORITHM GAME DEPTH REPEATS
//
// does the work REPEATS times and prints {"result", "nodes", "finished", "seconds": [s, …]}: what
// the search returns, how many nodes it visits, how many of perft's sequences end the game, and
// the processor's time for one search in each repetition. A repetition searches again and again
// until 0.2 s have passed, so that short searches are timed well and the start of the process never
// counts. A leaf is judged as in Zermelo: perft looks at each, and counts it as finished or not;
// minimax and alpha-beta take its outcome, or the game's evaluation where it has one.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <initializer_list>
#include <string>

namespace {

using Bits = std::uint64_t;

constexpr int WIN = 1, DRAW = 0, LOSS = -1, ONGOING = 2;

// Makes the compiler believe that `value` is used and may have changed.
template <class Value>
inline void keep(Value& value) {
    asm volatile("" : "+m"(value));
}

// Boards ------------------------------------------------------------------------------------------
// Row by row, a cell a bit, with one column more than the board has, which stays empty: a shifted
// board cannot wrap from one edge to the other.

template <int Width, int Height>
struct Grid {
    static constexpr int stride = Width + 1;
    static constexpr Bits row = (Bits{1} << Width) - 1;

    static constexpr Bits board = [] {
        Bits cells = 0;
        for (int y = 0; y < Height; ++y) cells |= row << (y * stride);
        return cells;
    }();

    // The cells, also occupied ones, that complete a line with `stones`.
    template <int Length>
    static constexpr Bits threats(Bits stones) {
        Bits cells = 0;
        for (int step : {1, stride, stride - 1, stride + 1})
            for (int below = 0; below < Length; ++below) {
                Bits line = board;
                for (int i = 1; i <= below; ++i) line &= stones << (i * step);
                for (int i = 1; i < Length - below; ++i) line &= stones >> (i * step);
                cells |= line;
            }
        return cells;
    }

    template <int Length>
    static constexpr bool has_line(Bits stones) {
        for (int step : {1, stride, stride - 1, stride + 1}) {
            Bits lines = stones;
            for (int i = 1; i < Length; ++i) lines &= stones >> (i * step);
            if (lines) return true;
        }
        return false;
    }
};

struct Stones {
    Bits own, other;
    int player;
};

// Games -------------------------------------------------------------------------------------------
// `each_move(state, visit)` calls visit(move) in order until it returns true; no move when the game
// is over. Outcomes are for the player to move.

template <int Width, int Height, int Length>
struct Mnk {
    static constexpr bool by_calls = true;
    using State = Stones;
    using Board = Grid<Width, Height>;

    static State start() { return {0, 0, 0}; }

    static int outcome(const State& state) {
        if (Board::template has_line<Length>(state.other)) return LOSS;
        return (state.own | state.other) == Board::board ? DRAW : ONGOING;
    }

    template <class Visit>
    static void each_move(const State& state, Visit visit) {
        if (Board::template has_line<Length>(state.other)) return;
        for (Bits open = Board::board & ~(state.own | state.other); open; open &= open - 1)
            if (visit(std::countr_zero(open))) return;
    }

    static State play(const State& state, int move) {
        return {state.other, state.own | Bits{1} << move, state.player ^ 1};
    }
};

template <int Width, int Height, int Length>
struct ConnectFour {
    static constexpr bool by_calls = false;
    using State = Stones;
    // A column of the game is a row of the grid, so that the lowest open cell is found by adding.
    using Board = Grid<Height, Width>;
    static constexpr Bits bottom = [] {
        Bits cells = 0;
        for (int x = 0; x < Width; ++x) cells |= Bits{1} << (x * Board::stride);
        return cells;
    }();

    static State start() { return {0, 0, 0}; }

    static int outcome(const State& state) {
        if (Board::template has_line<Length>(state.other)) return LOSS;
        return (state.own | state.other) == Board::board ? DRAW : ONGOING;
    }

    static double evaluate(const State& state) {
        Bits empty = Board::board & ~(state.own | state.other);
        int own = std::popcount(Board::template threats<Length>(state.own) & empty);
        return (own - std::popcount(Board::template threats<Length>(state.other) & empty)) / 64.0;
    }

    template <class Visit>
    static void each_move(const State& state, Visit visit) {
        if (Board::template has_line<Length>(state.other)) return;
        Bits open = ((state.own | state.other) + bottom) & Board::board;
        for (; open; open &= open - 1)
            if (visit(std::countr_zero(open))) return;
    }

    static State play(const State& state, int move) {
        return {state.other, state.own | Bits{1} << move, state.player ^ 1};
    }
};

template <int Width, int Height>
struct Isolation {
    static constexpr bool by_calls = false;
    struct State {
        Bits open, own, other; // the players' cells are closed; none before the first move
        int player;
    };
    static constexpr int cells = Width * Height;
    static constexpr Bits board = (Bits{1} << cells) - 1;

    // For each cell the other cells of its row, its column and its two diagonals.
    static constexpr std::array<std::array<Bits, 4>, cells> lines = [] {
        constexpr int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
        std::array<std::array<Bits, 4>, cells> lines{};
        for (int from = 0; from < cells; ++from)
            for (int to = 0; to < cells; ++to) {
                int right = to % Width - from % Width, down = to / Width - from / Width;
                for (int way = 0; way < 4; ++way)
                    if (to != from && right * ways[way][1] == down * ways[way][0])
                        lines[from][way] |= Bits{1} << to;
            }
        return lines;
    }();

    static State start() { return {board, 0, 0, 0}; }

    // The cells of `line` between the closed cells next to `piece` on either side.
    static Bits slide(Bits piece, Bits line, Bits open) {
        Bits closed = line & ~open;
        Bits below = closed & (piece - 1), above = closed & -piece;
        Bits up_to = (above & -above) - 1;
        return line & up_to & -(Bits{1} << std::bit_width(below));
    }

    static Bits reach(Bits piece, Bits open) {
        if (!piece) return open;
        Bits reached = 0;
        for (Bits line : lines[std::countr_zero(piece)]) reached |= slide(piece, line, open);
        return reached;
    }

    static int outcome(const State& state) {
        return reach(state.own, state.open) ? ONGOING : LOSS;
    }

    static double evaluate(const State& state) {
        int own = std::popcount(reach(state.own, state.open));
        return (own - std::popcount(reach(state.other, state.open))) / 64.0;
    }

    template <class Visit>
    static void each_move(const State& state, Visit visit) {
        for (Bits cells = reach(state.own, state.open); cells; cells &= cells - 1)
            if (visit(std::countr_zero(cells))) return;
    }

    static State play(const State& state, int move) {
        Bits cell = Bits{1} << move;
        return {state.open & ~cell, state.other, cell, state.player ^ 1};
    }
};

struct Nim {
    static constexpr bool by_calls = false;
    static constexpr std::array<int, 4> rows = {1, 3, 5, 7};
    static constexpr int most = 8; // a move is row · most + count
    struct State {
        std::array<int, 4> rows;
        int player;
    };

    static State start() { return {rows, 0}; }

    static int outcome(const State& state) {
        for (int row : state.rows)
            if (row) return ONGOING;
        return LOSS;
    }

    template <class Visit>
    static void each_move(const State& state, Visit visit) {
        for (int row = 0; row < 4; ++row)
            for (int count = 1; count <= state.rows[row]; ++count)
                if (visit(row * most + count)) return;
    }

    static State play(const State& state, int move) {
        State next = {state.rows, state.player ^ 1};
        next.rows[move / most] -= move % most;
        return next;
    }
};

// Nine Men's Morris; one mill or two closed at once take one man. The points lie ring by ring, the
// outer first, eight bits each, clockwise from a corner, so that all mills are found by rotating.
constexpr int at(int ring, int place) { return 8 * ring + (place & 7); }
constexpr Bits bit(int ring, int place) { return Bits{1} << at(ring, place); }

struct Morris {
    static constexpr bool by_calls = false;
    struct State {
        Bits own, other;
        int own_hand, other_hand, player;
    };
    static constexpr int men = 9, fewest = 3, nowhere = 31, nobody = 31;
    static constexpr Bits board = 0xFFFFFF, corners = 0x555555, middles = 0xAAAAAA;

    struct Pairs {
        Bits first, second; // the other two points of the two mills through a point
    };

    static constexpr std::array<Pairs, 24> partners = [] {
        std::array<Pairs, 24> partners{};
        for (int ring = 0; ring < 3; ++ring)
            for (int place = 0; place < 8; ++place) {
                Pairs& pairs = partners[at(ring, place)];
                if (place % 2) {
                    pairs.first = bit(ring, place - 1) | bit(ring, place + 1);
                    pairs.second = bit((ring + 1) % 3, place) | bit((ring + 2) % 3, place);
                } else {
                    pairs.first = bit(ring, place + 1) | bit(ring, place + 2);
                    pairs.second = bit(ring, place + 7) | bit(ring, place + 6);
                }
            }
        return partners;
    }();

    static constexpr std::array<Bits, 24> neighbours = [] {
        std::array<Bits, 24> neighbours{};
        for (int ring = 0; ring < 3; ++ring)
            for (int place = 0; place < 8; ++place) {
                Bits& near = neighbours[at(ring, place)];
                near = bit(ring, place + 1) | bit(ring, place + 7);
                if (place % 2 && ring > 0) near |= bit(ring - 1, place);
                if (place % 2 && ring < 2) near |= bit(ring + 1, place);
            }
        return neighbours;
    }();

    // Every point as it was `steps` places further round in its ring.
    static Bits rotated(Bits men, int steps) {
        Bits low = 0x010101 * ((1 << (8 - steps)) - 1);
        return (men >> steps & low) | (men << (8 - steps) & ~low & board);
    }

    static Bits in_mills(Bits men) {
        Bits sides = men & rotated(men, 1) & rotated(men, 2) & corners;
        Bits spokes = men & men >> 8 & men >> 16 & middles;
        return sides | rotated(sides, 7) | rotated(sides, 6) | spokes * 0x010101;
    }

    static bool closes(Bits men, int target) {
        auto [first, second] = partners[target];
        return (men & first) == first || (men & second) == second;
    }

    static Bits takeable(Bits men) {
        Bits open = men & ~in_mills(men);
        return open ? open : men ? men : Bits{1} << nobody;
    }

    static bool flies(const State& state) {
        return !state.own_hand && std::popcount(state.own) == fewest;
    }

    static bool can_slide(Bits men, Bits empty) {
        Bits near = rotated(empty, 1) | rotated(empty, 7);
        near |= (empty & middles) >> 8 | ((empty & middles) << 8 & board);
        return men & near;
    }

    static State start() { return {0, 0, men, men, 0}; }

    static int outcome(const State& state) {
        if (state.own_hand) return ONGOING;
        int left = std::popcount(state.own);
        if (left < fewest) return LOSS;
        if (left == fewest) return ONGOING;
        return can_slide(state.own, board & ~(state.own | state.other)) ? ONGOING : LOSS;
    }

    // Visits the moves of the man from `source` to each of `targets`, with each man they may take.
    template <class Visit>
    static bool each_way(const State& state, int source, Bits targets, Bits prey, Visit visit) {
        Bits left = state.own & ~(Bits{1} << source);
        for (; targets; targets &= targets - 1) {
            int target = std::countr_zero(targets);
            Bits taken = closes(left, target) ? prey : Bits{1} << nobody;
            for (; taken; taken &= taken - 1)
                if (visit(target | source << 5 | std::countr_zero(taken) << 10)) return true;
        }
        return false;
    }

    template <class Visit>
    static void each_move(const State& state, Visit visit) {
        Bits empty = board & ~(state.own | state.other), prey = takeable(state.other);
        if (state.own_hand) {
            each_way(state, nowhere, empty, prey, visit);
            return;
        }
        if (std::popcount(state.own) < fewest) return;
        for (Bits sources = state.own; sources; sources &= sources - 1) {
            int source = std::countr_zero(sources);
            Bits targets = flies(state) ? empty : neighbours[source] & empty;
            if (each_way(state, source, targets, prey, visit)) return;
        }
    }

    static State play(const State& state, int move) {
        int target = move & 31, source = move >> 5 & 31, taken = move >> 10;
        Bits own = (state.own & ~(Bits{1} << source)) | Bits{1} << target;
        Bits other = state.other & ~(Bits{1} << taken);
        int hand = state.own_hand - (source == nowhere);
        return {other, own, state.other_hand, hand, state.player ^ 1};
    }
};

// Searches ----------------------------------------------------------------------------------------

struct Counts {
    std::uint64_t nodes = 0, finished = 0;
};

// Perft in two forms, of which each game takes the one that is faster for it: calls for all
// nodes, or none for the last move's. In both every last move is played, and counted in
// `finished` when it ends the game.
template <class Game>
std::uint64_t count_by_calls(typename Game::State state, int depth, Counts& counts) {
    if (depth == 0) {
        counts.finished += Game::outcome(state) != ONGOING;
        return 1;
    }
    ++counts.nodes;
    std::uint64_t sequences = 0;
    Game::each_move(state, [&](int move) {
        sequences += count_by_calls<Game>(Game::play(state, move), depth - 1, counts);
        return false;
    });
    return sequences;
}

template <class Game>
std::uint64_t count_last_moves(typename Game::State state, Counts& counts) {
    ++counts.nodes;
    std::uint64_t sequences = 0;
    Game::each_move(state, [&](int move) {
        counts.finished += Game::outcome(Game::play(state, move)) != ONGOING;
        ++sequences;
        return false;
    });
    return sequences;
}

template <class Game>
std::uint64_t count_sequences(typename Game::State state, int depth, Counts& counts) {
    if (depth == 0) return 1;
    if (depth == 1) return count_last_moves<Game>(state, counts);
    ++counts.nodes;
    std::uint64_t sequences = 0;
    Game::each_move(state, [&](int move) {
        auto child = Game::play(state, move);
        sequences += depth == 2 ? count_last_moves<Game>(child, counts)
                                : count_sequences<Game>(child, depth - 1, counts);
        return false;
    });
    return sequences;
}

// Values are for the searching player, who moves at max levels. They are whole numbers for games
// without an evaluation.
template <class Game>
auto estimate(const typename Game::State& state) {
    if constexpr (requires { Game::evaluate(state); })
        return Game::evaluate(state);
    else
        return DRAW;
}

template <class Game>
using Value = decltype(estimate<Game>(Game::start()));

template <class Game>
Value<Game> min_value(const typename Game::State& state, int depth, Counts& counts);

template <class Game>
Value<Game> max_value(const typename Game::State& state, int depth, Counts& counts) {
    ++counts.nodes;
    int outcome = Game::outcome(state);
    if (outcome != ONGOING) return outcome;
    if (depth == 0) return estimate<Game>(state);
    Value<Game> value = LOSS;
    Game::each_move(state, [&](int move) {
        value = std::max(value, min_value<Game>(Game::play(state, move), depth - 1, counts));
        return false;
    });
    return value;
}

template <class Game>
Value<Game> min_value(const typename Game::State& state, int depth, Counts& counts) {
    ++counts.nodes;
    int outcome = Game::outcome(state);
    if (outcome != ONGOING) return -outcome;
    if (depth == 0) return -estimate<Game>(state);
    Value<Game> value = WIN;
    Game::each_move(state, [&](int move) {
        value = std::min(value, max_value<Game>(Game::play(state, move), depth - 1, counts));
        return false;
    });
    return value;
}

template <class Game>
Value<Game> alpha_beta_min(typename Game::State state, int depth, Value<Game> alpha,
                           Value<Game> beta, Counts& counts);

template <class Game>
Value<Game> alpha_beta_max(typename Game::State state, int depth, Value<Game> alpha,
                           Value<Game> beta, Counts& counts) {
    ++counts.nodes;
    int outcome = Game::outcome(state);
    if (outcome != ONGOING) return outcome;
    if (depth == 0) return estimate<Game>(state);
    Game::each_move(state, [&](int move) {
        auto child = Game::play(state, move);
        alpha = std::max(alpha, alpha_beta_min<Game>(child, depth - 1, alpha, beta, counts));
        return alpha >= beta;
    });
    return std::min(alpha, beta);
}

template <class Game>
Value<Game> alpha_beta_min(typename Game::State state, int depth, Value<Game> alpha,
                           Value<Game> beta, Counts& counts) {
    ++counts.nodes;
    int outcome = Game::outcome(state);
    if (outcome != ONGOING) return -outcome;
    if (depth == 0) return -estimate<Game>(state);
    Game::each_move(state, [&](int move) {
        auto child = Game::play(state, move);
        beta = std::min(beta, alpha_beta_max<Game>(child, depth - 1, alpha, beta, counts));
        return beta <= alpha;
    });
    return std::max(alpha, beta);
}

// Timing ------------------------------------------------------------------------------------------

struct Answer {
    double result;
    Counts counts;
};

template <class Game>
Answer search(const std::string& algorithm, int depth) {
    auto state = Game::start();
    keep(state); // or the compiler could search once and remember
    Answer answer;
    if (algorithm == "perft")
        answer.result = Game::by_calls ? count_by_calls<Game>(state, depth, answer.counts)
                                       : count_sequences<Game>(state, depth, answer.counts);
    else if (algorithm == "minimax")
        answer.result = max_value<Game>(state, depth, answer.counts);
    else
        answer.result = alpha_beta_max<Game>(state, depth, LOSS, WIN, answer.counts);
    keep(answer);
    return answer;
}

double now() {
    return double(std::clock()) / CLOCKS_PER_SEC;
}

template <class Game>
int report(const std::string& algorithm, int depth, int repeats) {
    constexpr double least = 0.2;
    Answer answer = search<Game>(algorithm, depth);
    auto [nodes, finished] = answer.counts;
    std::printf("{\"result\": %.17g, \"nodes\": %ju, \"finished\": %ju, \"seconds\": [",
                answer.result, std::uintmax_t{nodes}, std::uintmax_t{finished});
    for (int i = 0; i < repeats; ++i) {
        int rounds = 0;
        double start = now(), elapsed = 0;
        for (; elapsed < least; elapsed = now() - start, ++rounds) search<Game>(algorithm, depth);
        std::printf("%s%.9f", i ? ", " : "", elapsed / rounds);
    }
    std::printf("]}\n");
    return EXIT_SUCCESS;
}

} // namespace

int main(int count, char** arguments) {
    if (count != 5) {
        std::fprintf(stderr, "usage: reference perft|minimax|alphabeta GAME DEPTH REPEATS\n");
        return 2;
    }
    std::string algorithm = arguments[1], game = arguments[2];
    int depth = std::atoi(arguments[3]), repeats = std::atoi(arguments[4]);
    if (game == "tictactoe") return report<Mnk<3, 3, 3>>(algorithm, depth, repeats);
    if (game == "connectfour") return report<ConnectFour<7, 6, 4>>(algorithm, depth, repeats);
    if (game == "connectfour5x4") return report<ConnectFour<5, 4, 4>>(algorithm, depth, repeats);
    if (game == "isolation5x5") return report<Isolation<5, 5>>(algorithm, depth, repeats);
    if (game == "morris") return report<Morris>(algorithm, depth, repeats);
    if (game == "nim") return report<Nim>(algorithm, depth, repeats);
    std::fprintf(stderr, "no such game: %s\n", game.c_str());
    return 2;
}
