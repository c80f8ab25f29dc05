// The modules of a package that others load.

/**
 * Returns the source of a module that `exports` names, as a path in the package. It is in `src`, except the source of an
 * entry that is a part of the tests.
 */
export function findSource({ exports }, name) {
  const entry = Object.values(exports).find(({ default: file }) => file === `./dist/${name}.js`);
  return entry?.['pgw-source'] ?? `src/${name}.ts`;
}

/** Returns the modules that `exports` and `bin` name, as paths in `dist` without `.js`. */
export function listEntries({ exports, bin = {} }) {
  const targets = [...listTargets(exports), ...Object.values(bin)];
  const names = targets.map((file) => /^\.\/dist\/(.*)\.js$/.exec(file)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

function listTargets(entry) {
  return typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(listTargets);
}
