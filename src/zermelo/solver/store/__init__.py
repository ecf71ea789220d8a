"""A database on disk: its arrays, manifest and digests, while it is made and once it is done."""
