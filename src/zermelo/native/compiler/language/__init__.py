"""The constructs of Python: statements, expressions, calls, builtins."""
