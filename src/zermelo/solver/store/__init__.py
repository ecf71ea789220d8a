"""A database on disk, finished or not: its arrays, manifest and digests."""
