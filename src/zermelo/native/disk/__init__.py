"""What is kept on disk: machine code, measured widths, and the digests they are found by."""
