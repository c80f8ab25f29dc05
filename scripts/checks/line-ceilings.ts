// The ceilings of lines, of small files and of local imports. Lower `first` with each change that removes lines. A
// change that needs more adds a raise with its reason, for example { by: 120, because: 'captures in parts' }.

export interface Ceiling {
  readonly what: string;
  /** The number of 2026-11-29, or a later and lower one. */
  readonly first: number;
  readonly raises?: readonly { readonly by: number; readonly because: string }[];
}

/** A margin for changes that several people make at the same time. */
const openWork = (by: number): NonNullable<Ceiling['raises']> => [
  { by, because: 'changes that are open while the structure changes; deleted at its end' },
];

/** The kinds of files whose lines count. Documents, data, pictures and generated files do not. */
export const sourceFile = /\.(?:[cm]?[jt]sx?|css|html|vue|py)$/;

/** The maximum number of lines of the files whose path matches. Each line counts, also an empty one. */
export const lineCeilings: readonly (Ceiling & { readonly files: RegExp })[] = [
  { what: 'packages/server/src', files: /^packages\/server\/src\//, first: 24_445, raises: openWork(400) },
  { what: 'packages/sandbox/src', files: /^packages\/sandbox\/src\//, first: 13_196 },
  {
    what: 'packages/checkout/src',
    files: /^packages\/checkout\/src\//,
    first: 12_107,
    raises: openWork(180),
  },
  { what: 'packages/protocol/src', files: /^packages\/protocol\/src\//, first: 4_950, raises: openWork(75) },
  { what: 'packages/cli/src', files: /^packages\/cli\/src\//, first: 3_257, raises: openWork(50) },
  { what: 'packages/client/src', files: /^packages\/client\/src\//, first: 2_919, raises: openWork(45) },
  { what: 'packages/create-shop/src', files: /^packages\/create-shop\/src\//, first: 170 },
  { what: 'packages/express/src', files: /^packages\/express\/src\//, first: 18 },
  { what: 'packages/*/src', files: /^packages\/[^/]+\/src\//, first: 61_602, raises: openWork(950) },
  {
    what: 'packages/* outside src and test',
    files: /^packages\/[^/]+\/(?!src\/|test\/)/,
    first: 3_166,
    raises: openWork(100),
  },
  {
    what: 'packages/*/test',
    files: /^packages\/[^/]+\/test\//,
    first: 49_446,
    raises: [...openWork(1_420), { by: 700, because: 'tests of the plan of a sync on plain objects' }],
  },
  {
    what: 'scripts',
    files: /^scripts\//,
    first: 8_694,
    raises: [
      {
        by: 300,
        because: 'checks of lines, commands and plain JavaScript, and the rows of machines in scripts/fresh',
      },
      ...openWork(450),
    ],
  },
  {
    what: 'bench, e2e, examples and torture',
    files: /^(?:bench|e2e|examples|torture)\//,
    first: 39_336,
    raises: openWork(1_180),
  },
];

/** The maximum number of files of a package's `src` that have at most 60 lines and exactly one importer. */
export const smallFileCeilings: readonly Ceiling[] = [
  { what: 'server', first: 57, raises: openWork(3) },
  { what: 'sandbox', first: 21 },
  { what: 'checkout', first: 65, raises: openWork(3) },
];

/** The maximum number of imports of local files per 100 lines of code of a package's `src`. */
export const importCeilings: readonly Ceiling[] = [
  {
    what: 'server',
    first: 7.2,
    raises: [
      {
        by: 0.4,
        because: 'the contract of stores, 2,000 lines with few imports, moved to the tests',
      },
      ...openWork(0.1),
    ],
  },
];
