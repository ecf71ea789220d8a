"""What every command needs of the machine: files, the first and the last moment, memory, cores."""
