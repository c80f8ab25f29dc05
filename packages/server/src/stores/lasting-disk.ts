import { PgwError } from '@pgw/protocol';
import { platforms, type Platform } from './platforms.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Throws on a platform whose disk is not kept.
 *
 * @throws PgwError `invalid-configuration`, with the platform and what to use.
 */
export function requireLastingDisk(environment: Environment = process.env): void {
  const platform = findPlatform(environment);
  if (platform === undefined) return;
  const { name, variable } = platform;
  throw new PgwError(
    'invalid-configuration',
    `embeddedStore: ${name} (${variable} is set) does not keep the files of a process. Paid orders would be lost when it stops, and other processes ` +
      'would not see them. Use PostgreSQL through a pooler: set the option store of createCheckout to postgresStore({ pool }) of ' +
      '@pgw/server/stores/postgres; see docs/servers.md. If file is on a volume that is kept, set hasLastingDisk: true.',
  );
}

function findPlatform(environment: Environment): Platform | undefined {
  const isLocal = platforms.some(
    ({ local }) => local !== undefined && environment[local.variable] === local.value,
  );
  return isLocal ? undefined : platforms.find(({ variable }) => Boolean(environment[variable]));
}
