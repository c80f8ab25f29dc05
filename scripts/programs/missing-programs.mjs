// Finds the programs that the tests need and the dependencies do not bring. It runs before the dependencies are
// installed, so that a person does not wait for an installation that cannot help.
import { installChromium, requireAnyChromium, whyNoCompleteChromium } from './chromium.mjs';
import { installPromtool, whyNoPromtool, whyNoPython, whyNoSqlite3 } from './other-programs.mjs';
import { installPgbouncer, whyNoPgbouncer } from './pgbouncer.mjs';
import { installPostgres, requireAnyPostgres, whyNoCompletePostgres } from './postgres.mjs';

/**
 * Installs missing programs with apt-get if that needs no password, and prints which tests will be skipped.
 * Throws an error with the next step if there is no browser or no database at all.
 */
export function prepareProgramsOfTests({ isNightly }) {
  installChromium();
  installPostgres();
  installPgbouncer();
  // It is large, and only the alert rules need it.
  if (isNightly) installPromtool();
  requireAnyChromium();
  requireAnyPostgres();
  const reasons = [
    whyNoCompleteChromium(),
    whyNoCompletePostgres(),
    whyNoPgbouncer(),
    whyNoPython(),
    whyNoSqlite3(),
    whyNoPromtool(),
  ];
  const skipped = reasons.filter((reason) => reason !== undefined);
  if (skipped.length === 0) return;
  console.log('Some tests will be skipped, because programs are missing. All other tests run.');
  for (const reason of skipped) console.log(`- ${reason}`);
}
