"""The compiler: plain Python to LLVM's IR, by abstract interpretation over a small lattice."""
