// Stands in where a library has only headers so far.
