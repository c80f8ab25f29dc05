import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onWindows, skipBecause } from '../skip-because.ts';
import { selectCases } from '../nightly.ts';

// The commands of README.md and CONTRIBUTING.md for this repository work on a machine that has Node, npm and git
// only. pnpm, which installs the dependencies, is not in its PATH.

const root = fileURLToPath(new URL('../../', import.meta.url));
const readText = (file: string): string => readFileSync(join(root, file), 'utf8');
const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };

/** The commands in the blocks and in the inline code of a text. */
function listCommands(text: string): string[] {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, code = '']) => code.split('\n'));
  const inline = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return [...blocks, ...inline]
    .flatMap((line) => line.replace(/ #.*/, '').split(' && '))
    .map((command) => command.trim().replace(/^(?:[A-Z_]+=\S+ )+/, ''))
    .filter((command) => /^(?:npm|npx|pnpm|node) /.test(command));
}

/** The scripts that a script of package.json starts, with itself. */
function listScripts(name: string): string[] {
  const inner = [...(scripts[name] ?? '').matchAll(/node --run ([\w:]+)/g)].map(([, each = '']) => each);
  return [name, ...inner.filter((each) => each in scripts).flatMap(listScripts)];
}

const commands = [
  ...listCommands(readText('CONTRIBUTING.md')),
  ...listCommands(/^## Work on pgw$([\s\S]*)/m.exec(readText('README.md'))?.[1] ?? ''),
];

describe('the commands of README.md and CONTRIBUTING.md', () => {
  it('no command needs pnpm in PATH', () => {
    expect(commands.length).toBeGreaterThan(20);
    expect(commands.filter((command) => command.startsWith('pnpm '))).toEqual([]);
  });

  it('each script exists, and starts no pnpm', () => {
    const names = commands.flatMap((command) => {
      const [, name] = /^npm (?:run )?((?!config |test$)[\w:-]+)/.exec(command) ?? [];
      return command === 'npm test' ? ['test'] : name === undefined ? [] : [name];
    });
    expect(new Set(names).size).toBeGreaterThan(10);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
    expect(
      names.flatMap(listScripts).filter((name) => /\b(?:pnpm|yarn)\b/.test(scripts[name] ?? '')),
    ).toEqual([]);
  });

  it('each program of npx is installed', () => {
    const programs = commands.flatMap((command) => /^npx (\S+)/.exec(command)?.[1] ?? []);
    expect(programs.length).toBeGreaterThan(3);
    expect(programs.filter((name) => !existsSync(join(root, 'node_modules', '.bin', name)))).toEqual([]);
  });
});

it(
  'the command of docs/going-live.md copies each file of the element that a page of an older version may load',
  skipBecause(onWindows),
  () => {
    const [, command = ''] = /`(cp -n [^`]+)`/.exec(readText('docs/going-live.md')) ?? [];
    const shop = mkdtempSync(join(tmpdir(), 'pgw-files-'));
    try {
      mkdirSync(join(shop, 'node_modules/@pgw'), { recursive: true });
      mkdirSync(join(shop, 'files'));
      symlinkSync(join(root, 'packages/checkout'), join(shop, 'node_modules/@pgw/checkout'));
      const local = command.replace('/srv/pgw-files/', 'files/');
      expect(local).not.toBe(command);
      expect(spawnSync('sh', ['-ec', local], { cwd: shop }).status).toBe(0);
      const { files } = JSON.parse(readText('packages/checkout/dist/cdn/manifest.json')) as {
        files: Record<string, { path: string }>;
      };
      const paths = Object.values(files).map(({ path }) => path);
      const names = paths.flatMap((path) => /^checkout\/(.+)$/.exec(path)?.slice(1) ?? []);
      expect(names.length).toBeGreaterThan(5);
      expect(readdirSync(join(shop, 'files'))).toEqual(expect.arrayContaining(names));
    } finally {
      rmSync(shop, { recursive: true, force: true });
    }
  },
);

describe('without pnpm in PATH', skipBecause(onWindows), () => {
  const path = mkdtempSync(join(tmpdir(), 'pgw-path-'));

  beforeAll(() => {
    const folders = (process.env['PATH'] ?? '').split(delimiter).filter((each) => !/node_modules/.test(each));
    const programs = folders
      .filter((each) => existsSync(each))
      .flatMap((folder) => readdirSync(folder).map((name): [string, string] => [name, join(folder, name)]));
    // The first folder with a program counts, so it is the last entry of the map.
    for (const [name, program] of new Map(programs.toReversed()))
      if (!/^(?:pnpm|pnpx|corepack)(?:\.|$)/.test(name)) symlinkSync(program, join(path, name));
  });
  afterAll(() => rmSync(path, { recursive: true, force: true }));

  const starts: readonly [readonly string[], RegExp][] = [
    [['npx', 'vitest', '--version'], /^vitest\/\d/m],
    [['npx', 'node', '--version'], /^v24\./m],
    [['npx', 'tsc', '--version'], /^Version \d/m],
    [['npm', 'run', 'check:lines', '--', '--list'], /^packages\/server\/src: \d+ of at most \d+ lines$/m],
    [['npm', 'run', 'test:element', '--', '--help'], /--coverage/],
  ];
  it.each(selectCases(starts, 1))('%j starts', ([program = '', ...args], output) => {
    const env = { PATH: path, HOME: process.env['HOME'] };
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, env, encoding: 'utf8' });
    expect(`${stdout}${stderr}`).toMatch(output);
    expect(status).toBe(0);
  });
});
