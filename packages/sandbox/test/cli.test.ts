import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { fromSources } from '../../../scripts/from-sources.mjs';
import { presetNames, presets } from '../src/presets.ts';
import { defaultTenant } from '../src/index.ts';
import { startSandboxWithMerchant } from './merchant.ts';
import { selectCases } from '../../../scripts/nightly.ts';

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

interface CliRun {
  readonly output: () => string;
  readonly errors: () => string;
  readonly sendSignal: (signal: NodeJS.Signals) => void;
  readonly exit: Promise<number | null>;
}

function runCli(args: readonly string[], env: Record<string, string> = {}): CliRun {
  const { PGW_SANDBOX_PORT: _port, PGW_SANDBOX_DATA: _data, ...inherited } = process.env;
  const child = spawn(process.execPath, [...fromSources, cli, ...args], {
    env: { ...inherited, ...env },
  });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (texts.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (texts.err += text.toString()));
  return {
    output: () => texts.out,
    errors: () => texts.err,
    sendSignal: (signal) => child.kill(signal),
    exit: new Promise((resolve) => child.on('exit', resolve)),
  };
}

/** Resolves with the URL that the program prints. */
async function waitForUrl({ output }: CliRun): Promise<string> {
  const urlPattern = /http:\/\/127\.0\.0\.1:\d+/;
  await expect.poll(output).toMatch(urlPattern);
  return urlPattern.exec(output())![0];
}

it.each<NodeJS.Signals>(selectCases(['SIGTERM', 'SIGINT'], 1))(
  'pgw-sandbox prints its URL and the settings of a shop, serves /healthz, and ends on %s',
  async (signal) => {
    const sandbox = runCli(['--port', '0']);
    const url = await waitForUrl(sandbox);
    await expect.poll(sandbox.output).toContain(`PGW_BASE_URL=${url}\nPGW_MERCHANT_ID=${defaultTenant.id}\n`);
    const health = await fetch(`${url}/healthz`);
    expect(health.status).toBe(200);
    expect(await health.json()).toStrictEqual({ status: 'ok', name: 'pgw-sandbox' });
    sandbox.sendSignal(signal);
    expect(await sandbox.exit).toBe(0);
    expect(sandbox.errors()).toBe('');
  },
);

it.each<[string, string[], Record<string, string>]>([
  ['Two Mugs', ['--merchant-name', 'Two Mugs'], { PGW_SANDBOX_MERCHANT_NAME: 'Rimba Coffee' }],
  ['Rimba Coffee', [], { PGW_SANDBOX_MERCHANT_NAME: 'Rimba Coffee' }],
  ['Sandbox merchant', [], { PGW_SANDBOX_MERCHANT_NAME: ' ' }],
])('pgw-sandbox has a merchant with the name %s', async (name, flags, variables) => {
  const sandbox = runCli(['--port', '0', ...flags], variables);
  const page = await fetch(await waitForUrl(sandbox));
  expect(await page.text()).toContain(`Settings of ${name}`);
  sandbox.sendSignal('SIGTERM');
  expect(await sandbox.exit).toBe(0);
});

it('pgw-sandbox reports a port in use in one line, with exit code 1', async () => {
  await using setup = await startSandboxWithMerchant();
  const { port } = new URL(setup.sandbox.url);
  const second = runCli([], { PGW_SANDBOX_PORT: port });
  expect(await second.exit).toBe(1);
  expect(second.errors().trim()).toBe(
    `Port ${port} on 127.0.0.1 is in use. Stop the other program, or choose another port.`,
  );
});

it('pgw-sandbox reports a data directory that is not writable in one line, with exit code 1', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'pgw-sandbox-'));
  const file = join(directory, 'file');
  await writeFile(file, '');
  const sandbox = runCli(['--port', '0'], { PGW_SANDBOX_DATA: file });
  expect(await sandbox.exit).toBe(1);
  expect(sandbox.errors().trim().split('\n')).toHaveLength(1);
  expect(sandbox.errors()).toContain(file);
  await rm(directory, { recursive: true });
});

it.each(['--port many', '--port', '--colour red'])(
  'pgw-sandbox refuses the flags %s with one line and exit code 1',
  async (flags) => {
    const sandbox = runCli(flags.split(' '));
    expect(await sandbox.exit).toBe(1);
    expect(sandbox.errors().trim().split('\n')).toHaveLength(1);
  },
);

it('the error for an unknown flag names the flag and --help', async () => {
  const sandbox = runCli(['--port', '0', '--colour']);
  expect(await sandbox.exit).toBe(1);
  expect(sandbox.errors().trim()).toBe(
    "Unknown option '--colour'. Run pgw-sandbox --help for the list of options.",
  );
});

it('--version prints the version of the package', async () => {
  const version = runCli(['--version']);
  expect(await version.exit).toBe(0);
  expect(version.output()).toMatch(/^\d+\.\d+\.\d+\n$/);
});

it('--help lists every preset with its description', async () => {
  const help = runCli(['--help']);
  expect(await help.exit).toBe(0);
  const lines = help
    .output()
    .split('\n')
    .map((line) => line.trim());
  for (const name of presetNames) {
    expect(lines).toContain(`${name}: ${presets[name]}`);
    // A description is a sentence.
    expect(presets[name]).toMatch(/^[A-Z].*[a-z]\.$/);
  }
});

it('--scenario switches scenarios on, and an unknown one is refused with the valid names', async () => {
  const sandbox = runCli(['--port', '0', '--scenario', 'callback-late', '--scenario', 'no-channels']);
  const url = await waitForUrl(sandbox);
  expect(await (await fetch(`${url}/dashboard`)).text()).toContain('2 scenarios active');
  sandbox.sendSignal('SIGTERM');
  const refused = runCli(['--port', '0', '--scenario', 'none']);
  expect(await refused.exit).toBe(1);
  expect(refused.errors()).toContain('There is no scenario none. The scenarios are callback-never, ');
});

it.each(selectCases(presetNames, 1))(
  '--preset %s selects the preset, and the dashboard shows it',
  async (name) => {
    const sandbox = runCli(['--port', '0', '--preset', name]);
    const url = await waitForUrl(sandbox);
    const page = await (await fetch(`${url}/dashboard/scenarios`)).text();
    expect(page).toContain(`The preset is <code>${name}</code>: ${presets[name]}`);
    sandbox.sendSignal('SIGTERM');
    expect(await sandbox.exit).toBe(0);
  },
);
