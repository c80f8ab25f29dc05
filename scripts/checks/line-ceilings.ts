// The ceilings of lines, of small files and of local imports. Lower `first` with each change that removes lines. A
// change that needs more adds a raise with its reason, for example { by: 120, because: 'captures in parts' }.

export interface Ceiling {
  readonly what: string;
  /** The number of 2026-11-30, or a later and lower one. docs/decisions/0023-lines.md has the reasons of those before. */
  readonly first: number;
  readonly raises?: readonly { readonly by: number; readonly because: string }[];
}

/** The kinds of files whose lines count. Documents, data, pictures and generated files do not. */
export const sourceFile = /\.(?:[cm]?[jt]sx?|css|html|vue|py)$/;

/** The maximum number of lines of the files whose path matches. Each line counts, also an empty one. */
export const lineCeilings: readonly (Ceiling & { readonly files: RegExp })[] = [
  {
    what: 'packages/server/src',
    files: /^packages\/server\/src\//,
    first: 30_591,
    raises: [
      { by: 4, because: 'each page and timeline in Malay; search by a sum as people write it' },
      { by: 5, because: 'when each hook is called, in the editor and on one page' },
      { by: 159, because: 'what to do about each problem, event and error, in the editor and on one page' },
      { by: 44, because: 'an erasure names its clerk, waits for approvals, and clears their reasons' },
    ],
  },
  {
    what: 'packages/sandbox/src',
    files: /^packages\/sandbox\/src\//,
    first: 13_045,
    raises: [
      { by: 13, because: 'tests of a shop with several merchants, and proof that they are separate' },
      { by: 3, because: 'npm test ends in half of the time' },
    ],
  },
  {
    what: 'packages/checkout/src',
    files: /^packages\/checkout\/src\//,
    first: 12_203,
  },
  {
    what: 'packages/protocol/src',
    files: /^packages\/protocol\/src\//,
    first: 5_505,
    raises: [
      { by: 10, because: 'tests of a shop with several merchants, and proof that they are separate' },
      { by: 113, because: 'what to do about each problem, event and error, in the editor and on one page' },
    ],
  },
  {
    what: 'packages/cli/src',
    files: /^packages\/cli\/src\//,
    first: 3_404,
    raises: [
      { by: 289, because: 'tests of a shop with several merchants, and proof that they are separate' },
    ],
  },
  {
    what: 'packages/client/src',
    files: /^packages\/client\/src\//,
    first: 3_013,
  },
  { what: 'packages/create-shop/src', files: /^packages\/create-shop\/src\//, first: 170 },
  {
    what: 'packages/express/src',
    files: /^packages\/express\/src\//,
    first: 19,
  },
  {
    what: 'packages/*/src',
    files: /^packages\/[^/]+\/src\//,
    first: 74_259,
    raises: [
      { by: 401, because: 'tests of a shop with several merchants, and proof that they are separate' },
      { by: 391, because: 'each page and timeline in Malay; search by a sum as people write it' },
      { by: 3, because: 'npm test ends in half of the time' },
      { by: 5, because: 'when each hook is called, in the editor and on one page' },
      { by: 18, because: 'the documented lines of the office run in each server' },
      { by: 204, because: 'clerks show a beneficiary, and erase personal data' },
      { by: 272, because: 'what to do about each problem, event and error, in the editor and on one page' },
      { by: 44, because: 'an erasure names its clerk, waits for approvals, and clears their reasons' },
    ],
  },
  {
    what: 'packages/* outside src and test',
    files: /^packages\/[^/]+\/(?!src\/|test\/)/,
    first: 4_951,
    raises: [{ by: 7, because: 'npm test ends in half of the time' }],
  },
  {
    what: 'packages/*/test',
    files: /^packages\/[^/]+\/test\//,
    first: 62_910,
    raises: [
      { by: 229, because: 'tests of a shop with several merchants, and proof that they are separate' },
      { by: 82, because: 'authors of a store implement 34 methods, each refused by name; measured batches' },
      { by: 247, because: 'each page and timeline in Malay; search by a sum as people write it' },
      { by: 22, because: 'npm test ends in half of the time' },
      { by: 41, because: 'the example on PostgreSQL, tested on a real server' },
      { by: 162, because: 'the documented lines of the office run in each server' },
      { by: 213, because: 'clerks show a beneficiary, and erase personal data' },
      { by: 49, because: 'an erasure names its clerk, waits for approvals, and clears their reasons' },
    ],
  },
  {
    what: 'scripts',
    files: /^scripts\//,
    first: 10_241,
    raises: [
      { by: 38, because: 'tests of a shop with several merchants, and proof that they are separate' },
      { by: 57, because: 'one kit of pages, and the demo on PostgreSQL as a program' },
      { by: 3, because: 'authors of a store implement 34 methods, each refused by name; measured batches' },
      { by: 195, because: 'tables of documents come from the code, and benches record their rows' },
      { by: 4, because: 'each page and timeline in Malay; search by a sum as people write it' },
      { by: 5, because: 'npm test ends in half of the time' },
      { by: 18, because: 'the example on PostgreSQL, tested on a real server' },
      { by: 72, because: 'tables of channels, alerts, platforms and the policy are those of the code' },
      { by: 112, because: 'the documented lines of the office run in each server' },
      { by: 3, because: 'clerks show a beneficiary, and erase personal data' },
      { by: 74, because: 'what to do about each problem, event and error, in the editor and on one page' },
      { by: 12, because: 'an erasure names its clerk, waits for approvals, and clears their reasons' },
    ],
  },
  {
    what: 'bench, e2e, examples and torture',
    files: /^(?:bench|e2e|examples|torture)\//,
    first: 34_509,
    raises: [
      { by: 397, because: 'tests of a shop with several merchants, and proof that they are separate' },
      { by: 156, because: 'authors of a store implement 34 methods, each refused by name; measured batches' },
      { by: 299, because: 'the example on PostgreSQL, tested on a real server' },
      { by: 3, because: 'each torture run prints the promises that it tests' },
    ],
  },
];

/** The maximum number of files of a package's `src` that have at most 60 lines and exactly one importer. */
export const smallFileCeilings: readonly Ceiling[] = [
  {
    what: 'server',
    first: 10,
  },
  { what: 'sandbox', first: 13 },
  { what: 'checkout', first: 37 },
];

/** The maximum number of imports of local files per 100 lines of code of a package's `src`. */
export const importCeilings: readonly Ceiling[] = [
  {
    what: 'server',
    first: 6.6,
  },
];
