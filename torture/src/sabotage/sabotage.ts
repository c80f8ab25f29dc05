/** The replacement of a text in a file. */
export interface Edit {
  /** The path from the root of the repository. */
  readonly file: string;
  /** The text to replace. The file must contain it exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** Tests that must fail because of a bug. */
export interface Catcher {
  readonly file: string;
  /** Runs only the tests whose full name contains this text. The element's tests in Chromium ignore it. */
  readonly title?: string;
  /** The tests run only at night. Says why `npm test` does not need to catch the bug. */
  readonly nightly?: string;
}

/** A bug that is planted on purpose. */
export interface Sabotage {
  /** Describes the bug, without a full stop. */
  readonly what: string;
  readonly edits: readonly Edit[];
  /** The tests that catch the bug. */
  readonly caughtBy: Catcher;
}
