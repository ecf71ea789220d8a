"""What every command needs of the machine: files, memory, cores, start and end of the process."""
