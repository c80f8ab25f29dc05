import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { installWithNpm } from '../packed/install.mjs';
import { installNode, latest22 } from '../packed/node-version.ts';
import { startPostgres, type PostgresServer } from '../programs/postgres.mjs';

// Tests the packages as a merchant installs them, on the supported versions of Node.

const runFile = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const packages = ['protocol', 'client', 'cli', 'server', 'express', 'sandbox', 'create-shop'];
// The lowest version of `engines`, and a version that is not supported. Version 24 runs this test.
const lowestVersion = '22.13.0';
const unsupportedVersion = '20.20.2';

const shop = mkdtempSync(join(tmpdir(), 'pgw-packed-'));
const nodePaths = new Map([['24', process.execPath]]);
let postgres: PostgresServer;

beforeAll(async () => {
  [postgres] = await Promise.all([
    startPostgres(),
    installPackages(),
    ...[lowestVersion, latest22, unsupportedVersion].map(async (version) =>
      nodePaths.set(version, await installNode(version)),
    ),
  ]);
}, 300_000);

afterAll(async () => {
  await postgres.stop();
  rmSync(shop, { recursive: true, force: true });
});

describe('packed packages', () => {
  it.each(['server', 'express', 'sandbox'])('@pgw/%s requires at least Node 22.13', (name) => {
    const { engines } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
    expect(engines.node).toBe(`>=${lowestVersion.slice(0, -2)} <23 || >=23.5`);
  });

  it.each([
    ['express', lowestVersion],
    ['express4', lowestVersion],
    ['express', latest22],
    ['express', '24'],
  ])(
    'the packed packages take a payment in %s on Node %s with each store',
    async (express, version) => {
      const { stdout } = await runFile(getNodePath(version), ['take-payment.mjs', express], {
        cwd: shop,
        env: { ...process.env, DATABASE_URL: postgres.url },
        // Without this timeout, the program would never exit if the payment does not become paid.
        timeout: 100_000,
      });
      expect(stdout.trim().split('\n')).toEqual(['embedded: paid', 'memory: paid', 'postgres: paid']);
    },
    120_000,
  );

  it.each([lowestVersion, '24'])(
    'the packed packages are loaded by require() from CommonJS on Node %s',
    async (version) => {
      const { stdout } = await runFile(getNodePath(version), ['commonjs.cjs'], { cwd: shop });
      expect(stdout.trim()).toBe('require() from CommonJS: loaded');
    },
  );

  it.each([lowestVersion, '24'])('the packed program pgw prints its version on Node %s', async (version) => {
    const program = join('node_modules', '@pgw', 'cli', 'dist', 'main.js');
    const { stdout } = await runFile(getNodePath(version), [program, '--version'], { cwd: shop });
    expect(stdout.trim()).toBe(readVersion('cli'));
  });

  it.each([
    ['pgw', 'cli/dist/main.js', ['@pgw/cli']],
    ['pgw-express', 'express/dist/cli.js', ['@pgw/express', '@pgw/server']],
    ['pgw-sandbox', 'sandbox/dist/cli.js', ['@pgw/sandbox']],
    ['create-shop', 'create-shop/dist/cli.js', ['@pgw/create-shop']],
  ])(
    'the packed program %s loads only its own code for --help and --version',
    async (name, file, expected) => {
      const program = join('node_modules', '@pgw', file);
      const [help, version] = await Promise.all([
        runWithListedPackages([program, '--help']),
        runWithListedPackages([program, '--version']),
      ]);
      expect([help.packages, version.packages]).toEqual([expected, expected]);
      expect(help.output).toContain(`${name === 'create-shop' ? 'npm create @pgw/shop' : name} `);
      expect(version.output.trim()).toBe(readVersion('cli'));
    },
  );

  it('the packed program pgw-express exits with code 3 if the store does not have a payment of the settlement file', async () => {
    const help = await runFile('npx', ['--no-install', 'pgw-express', 'reconcile', '--help'], { cwd: shop });
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
    writeFileSync(join(shop, 'settlement.csv'), settlementFile);
    const failure: unknown = await runFile('npx', ['--no-install', ...args], { cwd: shop }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('0 missing, 1 unknown, 0 different, 0 duplicate'),
      stderr: expect.stringContaining('--file settlement.csv --adopt'),
    });
  }, 60_000);

  it('the errors on an unsupported version of Node name the required version', async () => {
    const createCheckoutCode = `import('@pgw/express').then(({ createCheckout }) => createCheckout({}))`;
    const createStoreCode = `import('@pgw/express/stores/memory').then(({ memoryStore }) => memoryStore())`;
    const createSandboxCode = `import('@pgw/sandbox').then(({ createSandbox }) => createSandbox({ port: 0 }))`;
    const describeRequirement = (name: string): string => `${name} needs Node 22.13 or newer`;
    expect(await readErrorOutput(['--eval', createCheckoutCode])).toContain(
      describeRequirement('@pgw/server'),
    );
    expect(await readErrorOutput(['--eval', createStoreCode])).toContain(describeRequirement('@pgw/server'));
    expect(await readErrorOutput(['--eval', createSandboxCode])).toContain(
      describeRequirement('@pgw/sandbox'),
    );
    const sandboxProgram = join('node_modules', '@pgw', 'sandbox', 'dist', 'cli.js');
    expect(await readErrorOutput([sandboxProgram, '--port', '0'])).toContain(
      describeRequirement('@pgw/sandbox'),
    );
  });
});

/** A settlement file of the gateway with one payment. */
const settlementFile =
  'TransactionNumber,ReferenceCode,Amount,CurrencyCode,Status\nT1,A1-0123456789ABCDEF,10.00,MYR,1\n';

/** Returns the version of a package of the workspace. */
function readVersion(name: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
  return version;
}

/** Runs a program of the shop. Returns its output, and the packages whose files it has loaded. */
async function runWithListedPackages(
  args: readonly string[],
): Promise<{ readonly output: string; readonly packages: readonly string[] }> {
  const listPackages = `
    import { registerHooks } from 'node:module';
    const packages = new Set();
    registerHooks({
      load: (url, context, nextLoad) => {
        const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
        if (name !== undefined) packages.add(name);
        return nextLoad(url, context);
      },
    });
    process.on('exit', () => console.error(JSON.stringify([...packages].sort())));`;
  const hooks = `data:text/javascript,${encodeURIComponent(listPackages)}`;
  const { stdout, stderr } = await runFile(process.execPath, ['--import', hooks, ...args], { cwd: shop });
  return { output: stdout, packages: JSON.parse(stderr) };
}

/** Runs a program on the unsupported version of Node. Returns its error output. */
async function readErrorOutput(args: readonly string[]): Promise<string> {
  const failure: unknown = await runFile(getNodePath(unsupportedVersion), [...args], { cwd: shop }).catch(
    (error: unknown) => error,
  );
  return failure instanceof Error && 'stderr' in failure ? String(failure.stderr) : '';
}

function getNodePath(version: string): string {
  const path = nodePaths.get(version);
  if (path === undefined) throw new Error(`Node ${version} is not installed.`);
  return path;
}

/** Installs the packed packages in a folder outside the workspace. */
async function installPackages(): Promise<void> {
  const tarballs = packages.map((name) => join(inject('tarballs'), `${name}.tgz`));
  writeFileSync(join(shop, 'package.json'), '{ "private": true, "type": "module" }');
  const packed = join(root, 'scripts', 'packed');
  cpSync(join(packed, 'shop'), shop, { recursive: true });
  for (const file of ['operator.mjs', 'consumer/commonjs.cjs'])
    copyFileSync(join(packed, file), join(shop, basename(file)));
  await installWithNpm(shop, [...tarballs, 'express@5.3.0', 'express4@npm:express@4.22.3', 'pg@8.23.1']);
}
