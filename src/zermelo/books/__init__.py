"""Opening books: the values of the first positions of a game, computed beforehand.

A book has every position that some plies lead to, one of each set of symmetric ones, with its
value: proven or from a search (`searched`), from a database, or the mean of random games
(`sampled`). `Book` is one opened to be asked, `making` makes one, `file` is its format, and
`shipped` has those that come with Zermelo.
"""
