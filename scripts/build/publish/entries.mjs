// The modules of a package that others load.

/** Returns the modules that `exports` and `bin` name, as paths in `dist` without `.js`. */
export function listEntries({ exports, bin = {} }) {
  const targets = [...listTargets(exports), ...Object.values(bin)];
  const names = targets.map((file) => /^\.\/dist\/(.*)\.js$/.exec(file)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

function listTargets(entry) {
  return typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(listTargets);
}
