// Installs the packages as a merchant does: the packed packages, and the published SDKs of other providers.
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installWithNpm } from '../../../scripts/packed/install.mjs';
import { packPackages, publishedPackages } from '../../../scripts/packed/pack.ts';

/** The SDKs have the versions of bench/server, so that both benches compare the same code. */
const { dependencies } = JSON.parse(
  readFileSync(new URL('../../server/package.json', import.meta.url), 'utf8'),
);
const compared = ['express', 'stripe', '@adyen/api-library', '@mollie/api-client'];

/** Resolves with the folder of a new project with all packages in node_modules. The caller deletes it. */
export async function installShop() {
  const tarballs = mkdtempSync(join(tmpdir(), 'pgw-bench-tarballs-'));
  // Stack traces and resolved modules have the real path.
  const shop = realpathSync(mkdtempSync(join(tmpdir(), 'pgw-bench-start-')));
  try {
    await packPackages(tarballs);
    writeFileSync(join(shop, 'package.json'), '{ "private": true, "type": "module" }');
    await installWithNpm(shop, [
      ...publishedPackages.map((name) => join(tarballs, `${name}.tgz`)),
      ...compared.map((name) => `${name}@${dependencies[name]}`),
    ]);
    return shop;
  } finally {
    rmSync(tarballs, { recursive: true, force: true });
  }
}
