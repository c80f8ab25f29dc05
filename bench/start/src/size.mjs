// Sums up the files of a package and of its dependencies.
import { join } from 'node:path';
import { measureInstalled } from '../../../scripts/packed/installed-size.ts';

const packages = [
  '@pgw/express',
  '@pgw/server',
  '@pgw/client',
  '@pgw/protocol',
  '@pgw/sandbox',
  '@pgw/cli',
  'stripe',
  '@adyen/api-library',
  '@mollie/api-client',
];

/** Returns a table of the packages. Peer dependencies, such as Express, do not count. */
export function measureSizes(shop) {
  const rows = packages.map((name) => {
    const { bytes, dependencies } = measureInstalled(name, join(shop, 'package.json'));
    return [name, (bytes / 1e6).toFixed(1), dependencies.length];
  });
  return { headings: ['package', 'installed, MB', 'dependencies'], rows };
}
