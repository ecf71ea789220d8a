"""Games that mathematicians study, for example as sums of games."""
