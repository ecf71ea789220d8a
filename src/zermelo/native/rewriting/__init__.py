"""Python code rewritten before it is compiled: loops over rules, recursion, built-in functions."""
