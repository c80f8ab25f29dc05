import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { findFreePort } from '../free-port.mjs';
import { compile } from '../packed/database/examples.ts';
import { createShellEnvironment, installWithNpm } from '../packed/install.mjs';
import { startProgram } from '../packed/program.ts';
import { skipBecause, withoutNetwork } from '../skip-because.ts';
import { runInBrowser, payAfterDecline } from '../packed/shopper.ts';

// Follows docs/start.md as a new user does. Copies its code blocks into an empty folder, and installs the
// packages of this repository as tarballs. The registry is used only for other packages.

const runFile = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(join(root, 'docs/start.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'pgw-readme-'));
const getTarballPath = (name: string): string => join(inject('tarballs'), `${name}.tgz`);

/** Returns the code block that begins with this line. */
function findBlock(firstLine: string): string {
  const block = [...readme.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].find(([, code]) =>
    code?.startsWith(firstLine),
  );
  if (block?.[1] === undefined)
    throw new Error(`docs/start.md has no block that begins with "${firstLine}".`);
  return block[1];
}

/** No requests to the registry but those for missing packages. */
const npmSettings = { npm_config_audit: 'false', npm_config_prefer_offline: 'true' };

/** Why the file systems of a program cannot be made read-only, or undefined. */
const reasonWithoutUnshare =
  spawnSync('unshare', ['--mount', 'true']).status === 0
    ? undefined
    : 'Only root on Linux can make the file systems of a program read-only.';

function overrideIndirectPackages(): void {
  const path = join(folder, 'package.json');
  const overrides = {
    '@pgw/protocol': `file:${getTarballPath('protocol')}`,
    '@pgw/server': `file:${getTarballPath('server')}`,
  };
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), overrides }));
}

describe('docs/start.md', skipBecause(withoutNetwork), () => {
  beforeAll(async () => {
    for (const line of findBlock('npm init').trim().split('\n')) {
      const [command = '', ...args] = line
        .split(' ')
        .map((word) => word.replace(/^@pgw\/(.*)$/, (_, name) => getTarballPath(name)));
      await runFile(command, args, { cwd: folder, env: { ...createShellEnvironment(), ...npmSettings } });
      // The packages depend on packages that the registry does not have.
      if (line.startsWith('npm init')) overrideIndirectPackages();
    }
    writeFileSync(join(folder, '.env'), findBlock('# .env'));
    writeFileSync(join(folder, 'server.ts'), findBlock('// server.ts'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('the .env of docs/start.md is equal to .env.example', () => {
    expect(findBlock('# .env')).toBe(readFileSync(join(root, '.env.example'), 'utf8'));
  });

  it('the server of docs/start.md compiles', () => {
    expect(compile(folder, ['server.ts'])).toBe('');
  });

  it('the steps of docs/start.md lead from an empty folder to a paid order', async () => {
    const sandbox = await startProgram(['npx', 'pgw-sandbox', '--port', '0'], {
      cwd: folder,
      ready: /http:\S+/,
    });
    onTestFinished(sandbox.stop);
    const [PGW_BASE_URL] = sandbox.match;
    const port = String(await findFreePort());
    const url = `http://127.0.0.1:${port}`;
    const env = { PGW_BASE_URL, PGW_PUBLIC_URL: url, PORT: port };
    const command = [process.execPath, '--env-file=.env', 'server.ts'] as const;
    const server = await startProgram(command, { cwd: folder, env, ready: /Open (\S+)/ });
    onTestFinished(server.stop);
    expect(server.match[1]).toBe(url);
    await runInBrowser(async (page) => {
      await page.goto(url);
      await payAfterDecline(page);
      await page.getByRole('heading', { name: 'Order A1: paid' }).waitFor();
      await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
    });
    // npx runs the installed package instead of one of the registry.
    await installWithNpm(folder, [getTarballPath('cli')]);
    const doctor = await runFile('npx', ['@pgw/cli', 'doctor'], {
      cwd: folder,
      env: { ...createShellEnvironment(), PGW_BASE_URL },
    });
    expect(doctor.stdout).toMatch(/^ok /m);
  });

  it(
    'the server of docs/start.md writes only below its working directory',
    skipBecause(reasonWithoutUnshare),
    async () => {
      const data = mkdtempSync(join(tmpdir(), 'pgw-data-'));
      onTestFinished(() => rmSync(data, { recursive: true }));
      const port = String(await findFreePort());
      const env = {
        PGW_BASE_URL: 'http://127.0.0.1:1',
        PGW_PUBLIC_URL: `http://127.0.0.1:${port}`,
        PORT: port,
      };
      // As in a container of docs/deployment.md, all file systems are read-only, except the one of the data.
      const steps = `mount --make-rprivate / && mount --bind '${data}' '${data}' && mount -o remount,ro,bind / && cd '${data}' && exec "$@"`;
      const node = [process.execPath, `--env-file=${join(folder, '.env')}`, join(folder, 'server.ts')];
      const command = ['unshare', '--mount', 'sh', '-c', steps, 'sh', ...node] as const;
      const server = await startProgram(command, { cwd: data, env, ready: /Open (\S+)/ });
      onTestFinished(server.stop);
      await expect.poll(async () => (await fetch(`${env.PGW_PUBLIC_URL}/pgw/health`)).status).toBe(200);
      expect(readdirSync(data)).toContain('shop.db');
    },
  );

  it('the packages of docs/start.md are loaded by require() from CommonJS', async () => {
    const program = join(root, 'scripts', 'packed', 'consumer', 'commonjs.cjs');
    const args = ['--input-type=commonjs', '--eval', readFileSync(program, 'utf8')];
    const { stdout } = await runFile(process.execPath, args, { cwd: folder });
    expect(stdout.trim()).toBe('require() from CommonJS: loaded');
  });
});
