import { PgwError } from './errors.ts';

/**
 * Refuses a Node without a built-in SQLite, which is available without a flag since 22.13 and 23.4. A package calls this before it
 * loads `node:sqlite`, so that the error names the version to install and not a missing module.
 *
 * @throws PgwError `invalid-configuration`, naming the version that is needed and the one that runs.
 */
export function requireNodeWithSqlite(packageName: string, version = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major >= 24 || (major === 23 && minor >= 4) || (major === 22 && minor >= 13)) return;
  throw new PgwError(
    'invalid-configuration',
    `${packageName} needs Node 22.13 or newer (of Node 23: 23.4 or newer); this is ${version}. Install a newer Node.`,
  );
}
