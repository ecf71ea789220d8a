"""Games of other states and moves than ints, made ones of ints, which all else can work with."""
