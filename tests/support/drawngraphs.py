"""Small graphs without loops, for property tests of searches."""

from hypothesis import strategies as st

from toys import Graph


@st.composite
def graphs(draw) -> Graph:
    """Games of at most 10 nodes with shared successors, in any order of players."""
    size = draw(st.integers(1, 10))
    nodes, children = range(size), []
    for number in nodes:
        later = st.integers(number + 1, size - 1)
        children.append(tuple(draw(st.lists(later, max_size=3))) if number < size - 1 else ())
    players = tuple(draw(st.integers(0, 1)) for _ in nodes)
    ends, estimates = st.sampled_from([-8, 0, 8]), st.integers(-7, 7)
    eighths = tuple(draw(estimates if children[number] else ends) for number in nodes)
    return Graph(children=tuple(children), players=players, eighths=eighths)
