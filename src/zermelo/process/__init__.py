"""The machine: files, memory, cores, clusters, and the start and end of the process."""
