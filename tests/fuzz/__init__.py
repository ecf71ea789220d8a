"""The fuzzer: input that nobody would type, send or store, and checks of the result.

cage      confines a process under test to its own directory
worker    runs a command line in such a process; `preloaded` is what it needs
outcome   the result of a command line, and its faults
texts     texts almost right          lines     command lines almost right
damage    files almost right; a new kind of file is one more entry there
asked     requests almost right
baddays   a disk that fails, tears writes and loses power
scarce    too little memory, too few files
run       the command behind `make fuzz`
"""
