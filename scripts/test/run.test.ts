import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, afterEach, describe, expect, test } from 'vitest';
import { onWindows, skipBecause } from '../skip-because.ts';
import { isNightly } from '../nightly.ts';

// Runs scripts/run.mjs as after a clone: nothing is installed, and PATH has no programs.

const root = fileURLToPath(new URL('../../', import.meta.url));
const clone = mkdtempSync(join(tmpdir(), 'pgw-run-'));
const emptyFolder = join(clone, 'empty');

beforeAll(() => {
  const scripts = ['', 'install', 'programs'].flatMap((folder) =>
    readdirSync(join(root, 'scripts', folder))
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => join(folder, name)),
  );
  const files = ['package.json', 'pnpm-lock.yaml', 'scripts/test-programs/package.json'];
  for (const file of [...files, ...scripts.map((name) => join('scripts', name))])
    cpSync(join(root, file), join(clone, file));
  mkdirSync(emptyFolder);
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

/** Runs a task with changed properties of `process`, for example another version of Node. */
function run(
  task: string,
  properties: { versions?: object; platform?: string; arch?: string } = {},
  settings: NodeJS.ProcessEnv = {},
): { status: number | null; output: string } {
  const changes = `for (const [name, value] of Object.entries(${JSON.stringify(properties)})) Object.defineProperty(process, name, { value });`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(changes)}`];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...args, join(clone, 'scripts', 'run.mjs'), task],
    { encoding: 'utf8', env: { HOME: clone, PATH: emptyFolder, ...settings } },
  );
  return { status, output: `${stdout}${stderr}` };
}

test.each(['12.22.12', '18.20.8', '20.9.0'])(
  'with Node %s, the only line names this version and the one that is needed',
  (node) => {
    expect(run('demo', { versions: { node } })).toEqual({
      status: 1,
      output: `pgw needs Node 20.11 or newer to start, and then installs its own Node 24. This is Node ${node}. Install a newer one from https://nodejs.org.\n`,
    });
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    expect(engines.node).toBe('>=20.11');
  },
);

test('run.mjs has no syntax that Node 12 cannot parse, so that its message is printed', () => {
  const source = readFileSync(join(root, 'scripts', 'run.mjs'), 'utf8');
  expect(source).not.toMatch(/\?\.|\?\?|\bawait\b|^import |\|\|=|&&=/m);
});

test('before the installation, `npm test` names each missing program, its tests and its package', () => {
  const { output } = run('ci');
  const [hints = '', installation] = output.split('Installing dependencies');
  expect(installation).toBeDefined();
  expect(hints).toMatch(
    /^Some tests will be skipped, because programs are missing\. All other tests run\.\n/,
  );
  for (const program of ['python3', 'sqlite3']) {
    expect(hints).toMatch(
      new RegExp(
        `- .*${program}.* Install it \\(Debian: sudo apt-get install ${program}; Fedora: sudo dnf install .*; macOS: brew`,
      ),
    );
  }
});

test('`npm run demo` needs none of these programs', () => {
  expect(run('demo').output).not.toMatch(/skipped|Chromium|PostgreSQL|pgbouncer/);
});

test('without any browser, `npm test` stops before the installation and names the package', () => {
  const { status, output } = run('ci', { platform: 'linux', arch: 'riscv64' });
  expect(status).toBe(1);
  expect(output).toMatch(
    /^No complete Chromium or Chrome was found\. Install it \(Debian: sudo apt-get install chromium; .* or set PGW_CHROMIUM to its path\.\n$/,
  );
});

test('a wrong PGW_CHROMIUM or PGW_POSTGRES_BIN stops `npm test` before the installation', () => {
  const browser = run('ci', {}, { PGW_CHROMIUM: '/no/chromium' });
  expect(browser.output).toMatch(/^PGW_CHROMIUM is "\/no\/chromium", which is not an executable file\..*\n$/);
  const database = run('ci', {}, { PGW_POSTGRES_BIN: '/no/postgres' });
  expect(database.output).toMatch(/^PGW_POSTGRES_BIN is "\/no\/postgres", which does not contain initdb/);
});

test('without npm, the message names its package', () => {
  const { status, output } = run('demo');
  expect(status).toBe(1);
  expect(output).toMatch(
    /npm and its program npx are missing\. Install npm \(Debian: sudo apt-get install npm; .*Windows: winget/,
  );
});

test('without a home folder, the output names the folder of the pnpm store', skipBecause(onWindows), () => {
  const { output } = run('demo', {}, { HOME: join(clone, 'no-home') });
  const home = join(clone, '.pgw', 'home');
  expect(output).toContain(
    `no-home is missing or cannot be written. The pnpm store and the caches are in ${home}.\n`,
  );
  expect(existsSync(home)).toBe(true);
});

describe('the installation', skipBecause(onWindows), () => {
  const programs = join(clone, 'programs');
  const log = join(clone, 'pnpm.log');
  const modules = join(clone, 'node_modules');
  const check = '--lockfile-only install';
  const demo = [check, '--prod --filter !@pgw/test-programs install'];
  const tools = [check, '--filter !@pgw/test-programs install'];

  beforeAll(() => {
    mkdirSync(programs);
    // A pnpm that installs nothing and writes its arguments to a file.
    const pnpm = `#!/bin/sh
if [ "$*" = --version ]; then echo 12.0.0; else echo "$*" >> '${log}'; fi
`;
    writeFileSync(join(programs, 'pnpm'), pnpm, { mode: 0o755 });
  });
  afterEach(() => rmSync(modules, { recursive: true, force: true }));

  /** Runs the task, and returns how it called `pnpm install`, without the arguments that are always the same. */
  function listInstalls(task: string): string[] {
    writeFileSync(log, '');
    run(task, {}, { PATH: programs });
    const installs = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => / ?install /.test(line));
    for (const line of installs) expect(line).toContain(' --frozen-lockfile');
    return installs.map((line) => line.replace(/ --frozen-lockfile.*$/, ''));
  }

  test('`npm run demo` and `npm run dev` install no tools of development', () => {
    expect(listInstalls('demo')).toEqual(demo);
    expect(listInstalls('dev')).toEqual([]);
    expect(listInstalls('demo')).toEqual([]);
  });

  if (isNightly)
    test('a task that needs more than the demo installs the rest, and the demo then installs nothing', () => {
      expect(listInstalls('demo')).toEqual(demo);
      expect(listInstalls('gallery')).toEqual(tools);
      expect(listInstalls('torture')).toEqual([check, 'install']);
      for (const task of ['torture', 'gallery', 'demo']) expect(listInstalls(task)).toEqual([]);
    });

  if (isNightly)
    test('`npm run demo` removes no tools that `pnpm install` installed', () => {
      mkdirSync(join(modules, 'vitest'), { recursive: true });
      expect(listInstalls('demo')).toEqual(tools);
    });
});

test('an unknown task prints the usage', () => {
  expect(run('shop')).toEqual({
    status: 1,
    output:
      'Usage: node scripts/run.mjs setup | demo | dev | ci | nightly | repeat | torture | gallery | bench | docs\n',
  });
});
