import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fromSources } from '../../scripts/from-sources.mjs';
import { skipBecause } from '../../scripts/skip-because.ts';
import { isNightly } from '../../scripts/nightly.ts';

const program = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pgw-torture-cli-'));
  // When the tests run as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a run whose temporary files are in the folder of the test. */
function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [...fromSources, program, ...args], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'exit').then(([code]) => Number(code));
  return { child, ended, output: () => output };
}

test('an unknown flag ends a torture command with exit code 2 and the usage, before files are created', async () => {
  const run = start('crash', '--kill', '3');
  expect(await run.ended).toBe(2);
  expect(run.output()).toContain('--kill');
  expect(run.output()).toContain('Usage:');
  expect(readdirSync(folder)).toEqual([]);
});

if (isNightly)
  test('--check accepts a correct torture command without running it', async () => {
    const run = start('--check', 'crash', '--kills', '3');
    expect(await run.ended).toBe(0);
    expect(run.output()).toBe('');
  });

if (isNightly)
  test(
    'SIGTERM ends the PostgreSQL of a run and removes its files',
    skipBecause(process.platform === 'linux' ? undefined : 'It reads the processes of Linux in /proc.'),
    async () => {
      const run = start('silence', '--payments', '1000');
      const findPidFile = (): string | undefined =>
        readdirSync(folder)
          .map((name) => join(folder, name, 'postmaster.pid'))
          .find((file) => existsSync(file));
      await expect.poll(findPidFile).toBeDefined();
      const dataFolder = readdirSync(folder).find((name) => name.startsWith('pgw-postgres-')) ?? '';
      await expect.poll(run.output).toContain('payments start within');
      run.child.kill('SIGTERM');
      expect(await run.ended).toBe(143);
      const isServing = (): boolean =>
        readdirSync('/proc')
          .filter((name) => /^\d+$/.test(name))
          .some((pid) => readCommandLine(pid).includes(dataFolder));
      await expect.poll(isServing).toBe(false);
      // The copy of PostgreSQL's programs is kept for the next run.
      const listFiles = (): string[] =>
        readdirSync(folder).filter((name) => !name.startsWith('pgw-programs-'));
      await expect.poll(listFiles).toEqual([]);
    },
  );

function readCommandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
