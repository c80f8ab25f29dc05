/**
 * True in `npm run test:nightly`, which tests all cases of the long matrices, in Node and in the browser. Whole
 * tests that only the nightly run has are in `*.nightly.test.ts`.
 */
export const isNightly =
  'process' in globalThis ? process.env['PGW_NIGHTLY'] === '1' : 'isNightly' in globalThis;

/** All cases in the nightly run, and otherwise only the first ones. */
export function selectCases<Case>(cases: readonly Case[], count: number): readonly Case[] {
  return isNightly ? cases : cases.slice(0, count);
}
