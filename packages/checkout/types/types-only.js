// The entries for frameworks have only types. An import without `type` loads this module, and does nothing.
// oxlint-disable-next-line unicorn/require-module-specifiers -- an ES module without exports
export {};
