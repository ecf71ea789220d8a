"""Proofs: claims about one position, with certificates that anyone can check by the rules alone.

`claim` reads a claim, `walk` defines proofs and checks one, `certificate` is the file,
`prove` finds a proof, `verify` checks a file. The walk shares no code with any search.
"""
