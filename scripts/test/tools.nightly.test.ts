import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { findFreePort } from '../free-port.mjs';
import { createShellEnvironment, installWithNpm } from '../packed/install.mjs';
import { installNode, latest22 } from '../packed/node-version.ts';
import { startProgram } from '../packed/program.ts';
import { payByWallet, runInBrowser } from '../packed/shopper.ts';

// Uses the packed packages with the tools and settings of docs/tools.md.

const runFile = promisify(execFile);
const packed = fileURLToPath(new URL('../packed/', import.meta.url));
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Returns the settings in package.json that docs/tools.md names for a tool. */
function readSettings(tool: string): Record<string, object> {
  const page = readFileSync(new URL('../../docs/tools.md', import.meta.url), 'utf8');
  const section = page.split(/^## /m).find((text) => text.startsWith(`${tool}\n`)) ?? '';
  const [, settings = ''] = /```json\n([\s\S]*?)```/.exec(section) ?? [];
  return JSON.parse(settings);
}

/** Makes a project with these settings in package.json, and installs the tarballs and the tools. */
async function createProject(settings: object, tools: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-tools-'));
  folders.push(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...settings }));
  const packages = ['protocol', 'client', 'server', 'express', 'sandbox', 'checkout'];
  const tarballs = packages.map((name) => join(inject('tarballs'), `${name}.tgz`));
  await installWithNpm(folder, [...tarballs, 'express@5.3.0', ...tools]);
  return folder;
}

describe('Jest', () => {
  const esModules = '--experimental-vm-modules';
  const { jest: transformed } = readSettings('Jest');

  it.each([
    { title: 'loads the packages by require() in Node 24', file: 'shop.test.cjs', options: [esModules] },
    { title: 'imports them in Node 22', file: 'shop.test.mjs', version: latest22, options: [esModules] },
    {
      title: 'loads them by require() in Node 22 with a transform',
      file: 'shop.test.cjs',
      version: latest22,
      settings: transformed,
      tools: ['@swc/jest@0.2.39', '@swc/core@1.16.22'],
    },
  ])(
    'a test of a shop $title',
    async ({ file, version, options = [], settings, tools = [] }) => {
      const node = version === undefined ? process.execPath : await installNode(version);
      const jest = { ...settings, testMatch: [`**/${file}`] };
      const folder = await createProject({ jest }, ['jest@30.5.2', ...tools]);
      for (const name of ['shop', 'jest']) cpSync(join(packed, name), folder, { recursive: true });
      const program = join('node_modules', 'jest', 'bin', 'jest.js');
      const { stderr } = await runFile(node, [...options, program], {
        cwd: folder,
        env: createShellEnvironment(),
        timeout: 300_000,
      });
      expect(stderr).toContain('Tests:       1 passed, 1 total');
    },
    600_000,
  );
});

it('a page that Parcel builds pays with the bundled element, and with the bundled loader', async () => {
  const folder = await createProject(readSettings('Parcel'), ['parcel@2.16.4']);
  for (const name of ['shop', 'parcel']) cpSync(join(packed, name), folder, { recursive: true });
  const port = String(await findFreePort());
  const program = join('node_modules', '@pgw', 'sandbox', 'dist', 'cli.js');
  const sandbox = await startProgram([process.execPath, program, '--port', port], {
    cwd: folder,
    ready: /listens on/,
  });
  onTestFinished(() => sandbox.stop());
  for (const name of ['element', 'loader']) {
    const script = `<script type="module" src="./${name}.js"></script>`;
    writeFileSync(
      join(folder, 'index.html'),
      `<!doctype html><html lang="en"><head><title>Pay</title></head><body><pgw-checkout order="${name}"></pgw-checkout>${script}</body></html>`,
    );
    await runFile(
      'npx',
      ['--no-install', 'parcel', 'build', 'index.html', '--no-cache', '--dist-dir', name],
      {
        cwd: folder,
        env: createShellEnvironment(),
      },
    );
    await payInPage(folder, name, `http://127.0.0.1:${port}`);
  }
}, 600_000);

/** Serves a built page and pays in it. */
async function payInPage(cwd: string, dist: string, gatewayUrl: string): Promise<void> {
  const env = { PORT: String(await findFreePort()), PGW_BASE_URL: gatewayUrl };
  const shop = await startProgram([process.execPath, 'serve.mjs', dist], { cwd, env, ready: /Open (\S+)/ });
  try {
    await runInBrowser(async (page) => {
      const messages: string[] = [];
      page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
      await page.goto(shop.match[1] ?? '');
      await payByWallet(page);
      await page.getByRole('heading', { name: 'Payment successful' }).waitFor();
      expect(messages).toEqual([]);
    });
  } finally {
    await shop.stop();
  }
}
