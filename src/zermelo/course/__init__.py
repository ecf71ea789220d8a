"""The tasks of the courses: stubs to fill in, and checks of a student's code."""
