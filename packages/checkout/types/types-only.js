// The entries for frameworks have only types. An import without `type` loads this module, and does nothing.
