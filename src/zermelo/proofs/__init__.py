"""Proofs: claims about one position, with certificates that anyone can check by the rules alone.

`walk` defines and checks proofs, `certificate` has claims and their file, `prove` finds proofs,
`verify` checks a file. The walk shares no code with any search.
"""
