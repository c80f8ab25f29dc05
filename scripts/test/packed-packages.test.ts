import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { npmInstall } from '../packed/install.mjs';
import { startPostgres, type PostgresServer } from '../postgres.mjs';

// The packages as a merchant installs them, on the supported versions of Node. Each Node is the `node` package of the
// registry, kept between runs in node_modules/.cache.

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const packages = ['protocol', 'client', 'express', 'sandbox'];
/** The lowest version in `engines`, the latest 22, and the 24 that runs this test. */
const lowest = '22.13.0';
const latest22 = '22.23.3';
const tooOld = '20.20.2';

const shop = mkdtempSync(join(tmpdir(), 'pgw-packed-'));
const nodes = new Map([['24', process.execPath]]);
let postgres: PostgresServer;

beforeAll(async () => {
  [postgres] = await Promise.all([
    startPostgres(),
    installPackages(),
    ...[lowest, latest22, tooOld].map(async (version) => nodes.set(version, await nodeOf(version))),
  ]);
}, 300_000);

afterAll(async () => {
  await postgres.stop();
  rmSync(shop, { recursive: true, force: true });
});

describe('the packed packages', () => {
  it.each(['express', 'sandbox'])('require at least Node 22.13 for @pgw/%s', (name) => {
    const { engines } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
    expect(engines.node).toBe(`>=${lowest.slice(0, -2)} <23 || >=23.4`);
  });

  it.each([
    ['express', lowest],
    ['express4', lowest],
    ['express', latest22],
    ['express', '24'],
  ])(
    'take and settle a payment in %s on Node %s with each store',
    async (express, version) => {
      const { stdout } = await run(nodePath(version), ['take-payment.mjs', express], {
        cwd: shop,
        env: { ...process.env, DATABASE_URL: postgres.url },
        // A payment that is never settled would wait forever.
        timeout: 100_000,
      });
      expect(stdout.trim().split('\n')).toEqual(['embedded: paid', 'memory: paid', 'postgres: paid']);
    },
    120_000,
  );

  it.each([lowest, '24'])('are loaded by require() from CommonJS on Node %s', async (version) => {
    const { stdout } = await run(nodePath(version), ['commonjs.cjs'], { cwd: shop });
    expect(stdout.trim()).toBe('require() from CommonJS: loaded');
  });

  it('contain the program pgw-express, which exits 3 if the settlement file has a payment that the store does not have', async () => {
    const help = await run('npx', ['--no-install', 'pgw-express', 'reconcile', '--help'], { cwd: shop });
    expect(help.stdout).toContain('Usage: pgw-express reconcile');
    const period = ['--from', '2026-11-21', '--to', '2026-11-23'];
    const args = [
      'pgw-express',
      'reconcile',
      '--checkout',
      'operator.mjs',
      ...period,
      '--file',
      'settlement.csv',
    ];
    writeFileSync(join(shop, 'settlement.csv'), settlement);
    const failure: unknown = await run('npx', ['--no-install', ...args], { cwd: shop }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('0 missing, 1 unknown, 0 different, 0 doubled'),
      stderr: expect.stringContaining('--file settlement.csv --adopt'),
    });
  }, 60_000);

  it('report the required version of Node in an older one', async () => {
    const makeCheckout = `import('@pgw/express').then(({ createCheckout }) => createCheckout({}))`;
    const makeStore = `import('@pgw/express/stores/memory').then(({ memoryStore }) => memoryStore())`;
    const makeSandbox = `import('@pgw/sandbox').then(({ createSandbox }) => createSandbox({ port: 0 }))`;
    const needed = (name: string): string => `${name} needs Node 22.13 or newer`;
    expect(await errorOf(['--eval', makeCheckout])).toContain(needed('@pgw/express'));
    expect(await errorOf(['--eval', makeStore])).toContain(needed('@pgw/express'));
    expect(await errorOf(['--eval', makeSandbox])).toContain(needed('@pgw/sandbox'));
    const sandboxProgram = join('node_modules', '@pgw', 'sandbox', 'dist', 'cli.js');
    expect(await errorOf([sandboxProgram, '--port', '0'])).toContain(needed('@pgw/sandbox'));
  });
});

/** One payment, as a gateway's settlement file has it. */
const settlement =
  'TransactionNumber,ReferenceCode,Amount,CurrencyCode,Status\nT1,A1-0123456789ABCDEF,10.00,MYR,1\n';

/** The error of a program that cannot run on an old Node. */
async function errorOf(args: readonly string[]): Promise<string> {
  const failure: unknown = await run(nodePath(tooOld), [...args], { cwd: shop }).catch(
    (error: unknown) => error,
  );
  return failure instanceof Error && 'stderr' in failure ? String(failure.stderr) : '';
}

function nodePath(version: string): string {
  const path = nodes.get(version);
  if (path === undefined) throw new Error(`Node ${version} is not installed.`);
  return path;
}

/** Installs the packed packages in a folder outside the workspace. */
async function installPackages(): Promise<void> {
  const packed = packages.map((name) => join(inject('tarballs'), `${name}.tgz`));
  writeFileSync(join(shop, 'package.json'), '{ "private": true, "type": "module" }');
  for (const file of ['take-payment.mjs', 'operator.mjs', 'consumer/commonjs.cjs'])
    copyFileSync(join(root, 'scripts', 'packed', file), join(shop, basename(file)));
  await npmInstall(shop, [...packed, 'express@5.3.0', 'express4@npm:express@4.22.3', 'pg@8.23.1']);
}

/** The path of a version of Node, which is installed if it is missing. */
async function nodeOf(version: string): Promise<string> {
  const folder = join(root, 'node_modules', '.cache', 'pgw-node', version);
  const program = join(
    folder,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await npmInstall(folder, [`node@${version}`]);
  return program;
}
