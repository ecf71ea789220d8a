"""Chess on 8 × 8 squares, and two games on fewer."""

from zermelo.games.chess.texts import ChessGame


class Chess(ChessGame):
    """Checkmate the king: the rules of FIDE, without draws by repetition or by fifty moves.

    White begins. Castling, en passant and promotion to four pieces are there; a player who cannot
    move is mated in check, else it is stalemate, a draw. A match draws what repeats or makes no
    progress, see its options; so dead positions, as of bare kings, go on until then.

    Bit 8 · y + x is the square in column x and row y, from the upper left. Moves are written in
    algebraic notation, "Nf3", "exd8=Q+", "O-O"; they are read as "g1f3" too. A position's text is a
    FEN without its counters: "8/8/8/8/8/2k5/1q6/K7 w - -".
    """

    shape, double = (8, 8), True
    meant = ("shared bits", "changes")  # the square that a pawn passed is empty; a rook castles
    setup = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


class Gardner(ChessGame):
    """Chess on 5 × 5 squares with one piece of each kind and five pawns.

    Pawns step one square at a time, and nobody castles; else the rules are those of chess. White
    begins. (Martin Gardner, 1969) Texts of moves and positions are those of chess.
    """

    shape = (5, 5)
    setup = "rnbqk/ppppp/5/PPPPP/RNBQK w - -"


class LosAlamos(ChessGame):
    """Chess without bishops on 6 × 6 squares, the first that a computer played, MANIAC in 1956.

    Pawns step one square at a time and become queens, rooks or knights; nobody castles. Else the
    rules are those of chess. White begins. (Paul Stein and Mark Wells) Texts of moves and positions
    are those of chess.
    """

    shape, promotions = (6, 6), (4, 3, 1)
    shapes = {letter: shape for letter, shape in ChessGame.shapes.items() if letter not in "Bb"}
    setup = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - -"
