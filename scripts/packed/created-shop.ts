import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { findFreePort } from '../free-port.mjs';
import { installWithNpm, createShellEnvironment } from './install.mjs';
import { startProgram, type Program } from './program.ts';
import { runInBrowser, payAfterDecline } from './shopper.ts';

const runFile = promisify(execFile);

/**
 * Creates a shop like `npm create @pgw/shop`, and installs its @pgw packages from the tarballs. Returns its
 * folder. `morePackages` are dependencies that the template does not have.
 */
export async function createShopFromTarballs(
  parent: string,
  template: string,
  tarballs: string,
  morePackages: readonly string[] = [],
): Promise<string> {
  const shop = join(parent, template);
  const program = ['exec', '--yes', '--package', join(tarballs, 'create-shop.tgz'), '--', 'create-shop'];
  await runFile('npm', [...program, template, '--template', template], {
    cwd: parent,
    env: createShellEnvironment(),
  });
  const path = join(shop, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const getTarballUrl = (name: string): string =>
    `file:${join(tarballs, `${name.replace('@pgw/', '')}.tgz`)}`;
  for (const name of morePackages) manifest.dependencies[name] = '*';
  for (const dependencies of [manifest.dependencies, manifest.devDependencies]) {
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith('@pgw/')) dependencies[name] = getTarballUrl(name);
    }
  }
  manifest.overrides = {
    '@pgw/protocol': getTarballUrl('protocol'),
    '@pgw/server': getTarballUrl('server'),
  };
  writeFileSync(path, JSON.stringify(manifest, undefined, 2));
  await installWithNpm(shop);
  return shop;
}

/** Matches the output of a shop that is ready. Next.js has its own output. */
const shopReady = /Open http|Ready in/;
/** Matches the output when sandbox and shop are ready. Both start at the same time. */
const bothReady = /(Open http|Ready in)[\s\S]*listens on|listens on[\s\S]*(Open http|Ready in)/;

/** Runs `npm run build`, which checks the types. Rejects with the output if the build fails. */
export async function buildShop(shop: string): Promise<void> {
  await runFile('npm', ['run', 'build'], { cwd: shop, env: createShellEnvironment() }).catch(
    (error: unknown) => {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${stdout}${stderr}`, { cause: error });
    },
  );
}

/** Pays for an order of the shop at this URL. */
export async function buyAt(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Buy' }).first().click();
  await page.waitForURL(/\/checkout\//);
  await payAfterDecline(page);
  await page.getByRole('heading', { name: 'Two mugs: Paid' }).waitFor();
  await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
}

/**
 * Starts the shop with an npm script and pays for an order. The script `dev` starts the shop and the sandbox. The
 * script `start` starts only the shop, so this function starts the sandbox first. `check` is called on the page of the
 * paid order.
 */
export async function buyInShop(
  shop: string,
  script: 'dev' | 'start',
  check?: (page: Page, url: string) => Promise<void>,
): Promise<void> {
  const [port, sandboxPort] = [String(await findFreePort()), String(await findFreePort())];
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PORT: port,
    PGW_PUBLIC_URL: url,
    PGW_SANDBOX_PORT: sandboxPort,
    PGW_BASE_URL: `http://127.0.0.1:${sandboxPort}`,
  };
  const programs: Program[] = [];
  const start = async (name: string, ready: RegExp): Promise<void> => {
    programs.unshift(await startProgram(['npm', 'run', name], { cwd: shop, env, ready }));
  };
  try {
    if (script === 'start') await start('sandbox', /listens on/);
    await start(script, script === 'dev' ? bothReady : shopReady);
    await runInBrowser(async (page) => {
      await buyAt(page, url);
      await check?.(page, url);
    });
  } finally {
    for (const program of programs) await program.stop();
  }
}
