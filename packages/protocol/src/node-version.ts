import { PgwError } from './errors.ts';

/** Call this function before you import `node:sqlite`, because the error of that import does not name the required version. */
export function requireNodeWithSqlite(packageName: string, version = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major >= 24 || (major === 23 && minor >= 5) || (major === 22 && minor >= 13)) return;
  throw new PgwError(
    'invalid-configuration',
    `${packageName} needs Node 22.13 or newer (for Node 23: 23.5 or newer). This is ${version}. Install a newer Node.`,
  );
}
