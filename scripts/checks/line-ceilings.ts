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
    first: 30_709,
  },
  {
    what: 'packages/sandbox/src',
    files: /^packages\/sandbox\/src\//,
    first: 13_045,
  },
  {
    what: 'packages/checkout/src',
    files: /^packages\/checkout\/src\//,
    first: 12_370,
  },
  {
    what: 'packages/protocol/src',
    files: /^packages\/protocol\/src\//,
    first: 5_628,
    raises: [
      { by: 27, because: 'functions that five packages had each' },
      { by: 14, because: 'the schemas of many requests are compiled' },
      { by: 15, because: 'the schemas of responses are created when they are used' },
    ],
  },
  {
    what: 'packages/cli/src',
    files: /^packages\/cli\/src\//,
    first: 3_669,
  },
  { what: 'packages/client/src', files: /^packages\/client\/src\//, first: 3_003 },
  { what: 'packages/create-shop/src', files: /^packages\/create-shop\/src\//, first: 170 },
  { what: 'packages/express/src', files: /^packages\/express\/src\//, first: 19 },
  {
    what: 'packages/*/src',
    files: /^packages\/[^/]+\/src\//,
    first: 75_745,
  },
  {
    what: 'packages/* outside src and test',
    files: /^packages\/[^/]+\/(?!src\/|test\/)/,
    first: 4_956,
    raises: [
      {
        by: 19,
        because: 'tests do not depend on their order: storage, mouse and network are set in one place',
      },
      { by: 5, because: 'a shopper whose payment was declined can pay again in each template' },
      { by: 6, because: 'orders of the samples can be refunded' },
      { by: 8, because: 'screens and messages name what is missing or unknown' },
    ],
  },
  {
    what: 'packages/*/test',
    files: /^packages\/[^/]+\/test\//,
    first: 63_955,
    raises: [
      { by: 18, because: 'tests do not depend on their order or on the name localhost' },
      { by: 115, because: 'withheld calls about refunds become due when their payment is paid' },
      { by: 1, because: 'declarations without a dependency, and a stable count of statements' },
      { by: 508, because: 'two merchants, kills and statements of the office are tested' },
      { by: 47, because: 'tests of a shop with several merchants, of the text of a problem, and of facts' },
      { by: 57, because: 'a rejected request for a payout is erased' },
      { by: 308, because: 'screens and messages name what is missing or unknown' },
      { by: 105, because: 'audits of accounts at rest, and health after the work of another process' },
      { by: 28, because: 'the office lists what the shop warns about' },
      { by: 15, because: 'orders of the samples can be refunded' },
      { by: 5, because: 'the nightly run has more languages and values of the element' },
      { by: 43, because: 'npm test needs less CPU time' },
      { by: 28, because: 'a card and a capture in an outage' },
      { by: 20, because: 'a session whose payment is not found is not loaded again and again' },
      { by: 48, because: 'the schemas of many requests are compiled' },
    ],
  },
  {
    what: 'scripts',
    files: /^scripts\//,
    first: 10_720,
    raises: [
      { by: 4, because: 'the menu of the office fits each font' },
      { by: 9, because: 'declarations without a dependency, and a stable count of statements' },
      { by: 24, because: 'approvals say what they are for' },
      { by: 15, because: 'tests of a shop with several merchants, and proof that they are separate' },
      { by: 26, because: 'screens and messages name what is missing or unknown' },
      { by: 16, because: 'each sample and template is paid after a declined payment' },
      { by: 5, because: 'accounts at rest: these raises' },
      { by: 8, because: 'the office with the keyboard in each server' },
      { by: 16, because: 'the API report and slow expressions take half of the time' },
      { by: 6, because: 'orders of the samples can be refunded' },
      { by: 61, because: 'the recipe of Next.js is built with and without cacheComponents' },
      { by: 17, because: 'npm test needs less CPU time' },
      { by: 17, because: 'each nightly shop on PostgreSQL has its own database' },
    ],
  },
  {
    what: 'bench, e2e, examples and torture',
    files: /^(?:bench|e2e|examples|torture)\//,
    first: 35_364,
    raises: [
      { by: 269, because: 'a bench of the office, and its keyboard test' },
      { by: 5, because: 'tests of a shop with several merchants, and proof that they are separate' },
      { by: 24, because: 'statements of requests and of the rest are counted apart' },
      { by: 3, because: 'orders of the samples can be refunded' },
      { by: 33, because: 'the office with the keyboard in each server' },
      { by: 154, because: 'a planted bug for each group of browser tests that only the nightly run has' },
      { by: 35, because: 'npm test needs less CPU time' },
      { by: 8, because: 'a bench of a start whose limits are counted in the store' },
    ],
  },
];

/** The maximum number of files of a package's `src` that have at most 60 lines and exactly one importer. */
export const smallFileCeilings: readonly Ceiling[] = [
  { what: 'server', first: 8, raises: [{ by: 1, because: 'platforms.ts imports no package' }] },
  { what: 'sandbox', first: 13 },
  { what: 'checkout', first: 36 },
];

/** The maximum number of imports of local files per 100 lines of code of a package's `src`. */
export const importCeilings: readonly Ceiling[] = [{ what: 'server', first: 6.1 }];
