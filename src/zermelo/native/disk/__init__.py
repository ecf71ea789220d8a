"""The files on disk: machine code, measured widths, and the digests that identify them."""
