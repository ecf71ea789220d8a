"""More games of pieces in a line: PopOut, Qubic and Teeko."""
