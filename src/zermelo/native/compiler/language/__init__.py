"""What each construct of Python means: statements, expressions, calls, builtins."""
