"""The fuzzer: what nobody would type, send or store, and what must come of it.

cage      what a process under test may touch: its own directory, and nothing else
worker    runs command lines, one after the other, in such a process
outcome   what came of a command line, and what is wrong with that
texts     texts nearly right          lines     command lines nearly right
damage    files nearly right: a new kind of file is one more entry there
asked     requests nearly right       signals   the command told to end at any instant
peers     programs that play, and lie, hang, flood or die
scarce    too little memory, too few files, closed standard streams
run       the command behind `make fuzz`
"""
