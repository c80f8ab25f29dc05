/** One claim of each way in which money could be lost or taken twice: a process, a database, a race, a lost answer, a restored backup. */
const ofEachRun = new Set(['crash', 'database', 'race', 'silence', 'two-payments', 'restore']);

/** Whether `npm test` checks the claim; `npm run test:nightly` checks all. */
export function isOfEachRun(claim: string): boolean {
  return ofEachRun.has(claim);
}
