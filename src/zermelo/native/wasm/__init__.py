"""Kernels in a browser: the same code as WebAssembly."""
