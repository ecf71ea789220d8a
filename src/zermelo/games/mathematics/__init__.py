"""Games that mathematicians study for their sums: a file each."""
