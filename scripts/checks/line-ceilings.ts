// The ceilings of lines, of small files and of local imports. Lower `first` with each change that removes lines. A
// change that needs more adds a raise with its reason, for example { by: 120, because: 'captures in parts' }.

export interface Ceiling {
  readonly what: string;
  /** The number of 2026-11-29, or a later and lower one. */
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
    first: 23_375,
    raises: [
      { by: 662, because: 'office as a package, with a second clerk, Malay and currencies' },
      { by: 1068, because: 'details of an order, hosted sessions, points, and erasure' },
      { by: 304, because: 'accounts in staging and production, their health, tests of isolation' },
      { by: 59, because: 'a lost start, a frozen gateway, and other rare screens' },
      { by: 13, because: 'export of movements' },
      { by: 400, because: 'export of the books' },
      { by: 95, because: 'the self-test of a shop' },
      { by: 205, because: 'tracing channels' },
      { by: 38, because: 'the statements of a start take a third of the time on SQLite' },
      { by: 55, because: 'reports of blocked scripts' },
      { by: 238, because: 'arguments are checked by schemas' },
      { by: 11, because: 'hooks in the context of the boot' },
      { by: 310, because: 'the limits and the check of forms that the templates had' },
      { by: 268, because: 'the durability of the store is read back, and its failed writes are tried again' },
      {
        by: 880,
        because: 'rows of accounts, the migration, the refusal of a wrong account, and the command accounts',
      },
      {
        by: 325,
        because: 'payments with an outcome are compared with the gateway again, within a shared budget',
      },
      { by: 270, because: 'hooks that only some processes have' },
      { by: 100, because: 'exported functions and the methods of a checkout check their arguments' },
      {
        by: 1800,
        because:
          'several merchants in one process: accounts, their cache, dispatch and work, and statements for all of them',
      },
      { by: 115, because: 'a browser learns that its order is paid, and how far a pending payment got' },
    ],
  },
  {
    what: 'packages/sandbox/src',
    files: /^packages\/sandbox\/src\//,
    first: 12_840,
    raises: [
      { by: 3, because: 'a lost start, a frozen gateway, and other rare screens' },
      { by: 58, because: 'details of an order, hosted sessions, points, and erasure' },
      { by: 108, because: 'exported functions and the methods of a sandbox check their arguments' },
      { by: 1, because: 'addresses are joined by one function, and their queries are refused' },
      { by: 35, because: 'forms of the dashboard keep the filter and the search; the terms of plans' },
    ],
  },
  {
    what: 'packages/checkout/src',
    files: /^packages\/checkout\/src\//,
    first: 11_682,
    raises: [
      { by: 19, because: 'details of an order, hosted sessions, points, and erasure' },
      { by: 6, because: 'a lost start, a frozen gateway, and other rare screens' },
      { by: 11, because: 'addresses are joined by one function, and their queries are refused' },
      { by: 5, because: 'oxfmt writes each member of a long union on its own line' },
      {
        by: 480,
        because:
          'three states of a pending payment, other tabs, who approves, what a reload keeps, and their texts in six languages',
      },
    ],
  },
  {
    what: 'packages/protocol/src',
    files: /^packages\/protocol\/src\//,
    first: 5_014,
    raises: [
      { by: 24, because: 'details of an order, hosted sessions, points, and erasure' },
      { by: 58, because: 'the self-test of a shop' },
      { by: 82, because: 'tracing channels' },
      { by: 3, because: 'the code of a wrong account' },
      { by: 7, because: 'addresses are joined by one function, and their queries are refused' },
      { by: 17, because: 'reports of blocked scripts' },
      { by: 28, because: 'the token of a form, and databases of other programs' },
      { by: 128, because: 'unknown members are refused with the nearest name' },
      {
        by: 95,
        because: 'methods of each package check their arguments, and times are read, by one function',
      },
      { by: 14, because: 'the address of callbacks of an account, and its codes' },
      { by: 35, because: 'how far a pending payment got, and who approves it' },
    ],
  },
  {
    what: 'packages/cli/src',
    files: /^packages\/cli\/src\//,
    first: 2_981,
    raises: [
      { by: 9, because: 'accounts in staging and production, their health, tests of isolation' },
      { by: 325, because: 'pgw doctor --app' },
      { by: 2, because: 'addresses are joined by one function, and their queries are refused' },
      { by: 51, because: 'pgw reconcile, an error of the store' },
      { by: 6, because: 'oxfmt writes each member of a long union on its own line' },
      { by: 30, because: 'an account of the configuration' },
    ],
  },
  {
    what: 'packages/client/src',
    files: /^packages\/client\/src\//,
    first: 2_687,
    raises: [
      { by: 34, because: 'accounts in staging and production, their health, tests of isolation' },
      { by: 8, because: 'details of an order, hosted sessions, points, and erasure' },
      { by: 30, because: 'tracing channels' },
      { by: 60, because: 'exported functions and the methods of a client check their arguments' },
      { by: 4, because: 'the merchant ID of a client' },
      {
        by: 190,
        because: 'connections and circuits of several merchants, and secrets that are accepted until a time',
      },
    ],
  },
  { what: 'packages/create-shop/src', files: /^packages\/create-shop\/src\//, first: 170 },
  {
    what: 'packages/express/src',
    files: /^packages\/express\/src\//,
    first: 18,
    raises: [{ by: 1, because: 'a program passes its name to reconcile' }],
  },
  {
    what: 'packages/*/src',
    files: /^packages\/[^/]+\/src\//,
    first: 58_848,
    raises: [
      { by: 6948, because: 'office as a package, with a second clerk, Malay and currencies' },
      { by: 1212, because: 'details of an order, hosted sessions, points, and erasure' },
      { by: 342, because: 'accounts in staging and production, their health, tests of isolation' },
      { by: 87, because: 'a lost start, a frozen gateway, and other rare screens' },
      { by: 28, because: 'export of movements' },
      { by: 395, because: 'export of the books' },
      { by: 478, because: 'pgw doctor --app, and the self-test of a shop' },
      { by: 360, because: 'tracing channels' },
      { by: 2010, because: 'several merchants in one process, and their clients' },
      { by: 21, because: 'addresses are joined by one function, and their queries are refused' },
      { by: 38, because: 'the statements of a start take a third of the time on SQLite' },
      { by: 72, because: 'reports of blocked scripts' },
      { by: 208, because: 'arguments are checked by schemas' },
      { by: 277, because: 'durability of the store, causes of outages' },
      { by: 340, because: 'the limits and the check of forms that the templates had' },
      { by: 335, because: 'payments with an outcome are compared with the gateway again' },
      { by: 270, because: 'hooks that only some processes have' },
      {
        by: 880,
        because: 'rows of accounts, the migration, the refusal of a wrong account, and the command accounts',
      },
      { by: 190, because: 'unknown members are refused with the nearest name' },
      { by: 290, because: 'methods of sandbox, client and checkout check their arguments' },
      { by: 630, because: 'screens say only what is known, in six languages' },
    ],
  },
  {
    what: 'packages/* outside src and test',
    files: /^packages\/[^/]+\/(?!src\/|test\/)/,
    first: 3_166,
    raises: [
      { by: 1619, because: 'office as a package, with a second clerk, Malay and currencies' },
      { by: 3, because: 'a lost start, a frozen gateway, and other rare screens' },
      { by: 104, because: 'files for editors from the manifest' },
      { by: 62, because: 'the scripts of the element as modules of the server' },
    ],
  },
  {
    what: 'packages/*/test',
    files: /^packages\/[^/]+\/test\//,
    first: 49_446,
    raises: [
      { by: 6, because: 'a request of an approval without refund and payout' },
      { by: 2638, because: 'office as a package, with a second clerk, Malay and currencies' },
      { by: 1176, because: 'details of an order, hosted sessions, points, and erasure' },
      { by: 670, because: 'accounts in staging and production, their health, tests of isolation' },
      { by: 8, because: 'files for editors from the manifest' },
      { by: 193, because: 'a lost start, a frozen gateway, and other rare screens' },
      { by: 87, because: 'lists of promises, counted words, tables from results, a signer in PHP' },
      { by: 22, because: 'seeds of card keys and audits of several accounts' },
      { by: 64, because: 'export of movements' },
      { by: 280, because: 'an export of 30 days beside the journal' },
      { by: 375, because: 'planted mistakes of deployments' },
      { by: 296, because: 'metrics, alerts and deployment' },
      { by: 381, because: 'tracing channels' },
      { by: 1250, because: 'several merchants in one process' },
      {
        by: 145,
        because: 'joined addresses, servers of templates with PORT in .env, cases of the nightly run',
      },
      { by: 460, because: 'isolation of accounts, and the refusal of a wrong one' },
      { by: 48, because: 'reports of blocked scripts' },
      { by: 121, because: 'arguments are checked by schemas' },
      { by: 40, because: 'names in documents, power failures, settings of templates' },
      { by: 77, because: 'hooks in the context of the boot' },
      { by: 305, because: 'comparisons of payments with an outcome, at each age and on each store' },
      { by: 300, because: 'hooks that only some processes have' },
      { by: 220, because: 'planted bugs get tests, and unknown members the nearest name' },
      { by: 270, because: 'wrong arguments of each method of sandbox, client and checkout' },
      { by: 660, because: 'screens are compared with what the server knows, in every language' },
      {
        by: 3372,
        because:
          'checks of visitors with every adapter, plans on plain objects, inputs of borders as tables, the cost of a paid order, durability and migrations of the store, pgw reconcile',
      },
    ],
  },
  {
    what: 'scripts',
    files: /^scripts\//,
    first: 8_694,
    raises: [
      { by: 49, because: 'details of an order, hosted sessions, points, and erasure' },
      { by: 27, because: 'office as a package, with a second clerk, Malay and currencies' },
      { by: 144, because: 'lists of promises, counted words, tables from results, a signer in PHP' },
      { by: 40, because: 'ceilings of merchants and of types, the demo of two merchants, the task docs' },
      { by: 96, because: 'metrics, alerts and deployment' },
      { by: 64, because: 'tracing channels' },
      { by: 80, because: 'ceilings of accounts, merchants, doctor and export' },
      { by: 80, because: 'promises and their commands, doctor' },
      {
        by: 64,
        because: 'icons of every page, the server of the README in a bundle, servers with PORT in .env',
      },
      {
        by: 1021,
        because:
          'builds whose output is moved, checks of lines, levels, commands and plain JavaScript, and the rows of machines',
      },
      { by: 90, because: 'the texts on the pictures are compared with those of the product' },
    ],
  },
  {
    what: 'bench, e2e, examples and torture',
    files: /^(?:bench|e2e|examples|torture)\//,
    first: 30_106,
    raises: [
      { by: 717, because: 'office as a package, with a second clerk, Malay and currencies' },
      { by: 1, because: 'details of an order, hosted sessions, points, and erasure' },
      { by: 304, because: 'accounts in staging and production, their health, tests of isolation' },
      { by: 174, because: 'a lost start, a frozen gateway, and other rare screens' },
      { by: 86, because: 'export of movements' },
      { by: 350, because: 'several merchants in one process: books of two accounts, figures, and the demo' },
      { by: 45, because: 'planted bugs of accounts' },
      {
        by: 216,
        because:
          'planted bugs of groups of the nightly run, joined addresses, a blocked redirection script at the sandbox',
      },
      { by: 1330, because: 'planted bugs of pages, comparison with another commit, power failures' },
      { by: 210, because: 'books without reconciliation, movements before each age, six planted bugs' },
      { by: 330, because: 'an old and a new version of a shop at once' },
      {
        by: 640,
        because: 'screens are compared with the journal of the gateway; refusals and warnings of the office',
      },
    ],
  },
];

/** The maximum number of files of a package's `src` that have at most 60 lines and exactly one importer. */
export const smallFileCeilings: readonly Ceiling[] = [
  {
    what: 'server',
    first: 19,
    raises: [{ by: 1, because: 'office as a package, with a second clerk, Malay and currencies' }],
  },
  { what: 'sandbox', first: 13 },
  { what: 'checkout', first: 37 },
];

/** The maximum number of imports of local files per 100 lines of code of a package's `src`. */
export const importCeilings: readonly Ceiling[] = [
  {
    what: 'server',
    first: 6.6,
    raises: [
      { by: 0.1, because: 'each adapter creates the checks of visitors' },
      { by: 0.1, because: 'the query builder of an account is imported beside the connection' },
    ],
  },
];
