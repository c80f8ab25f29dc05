import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commands as commandsOfPgw } from '../../packages/cli/src/commands/index.ts';

// Checks that docs/troubleshooting.md names error texts, events and commands that exist.

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8');
const sources = globSync('packages/*/src/**/*.ts', { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');
/** The sources with long texts joined: a text may be split over lines with +. */
const joinedSources = sources.replaceAll(/['"`] \+\n\s*['"`]/g, '');

/** The rows of the tables, without the titles: symptom, cause and command. */
const rows = [...page.matchAll(/^\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)]
  .map(([, symptom = '', cause = '', command = '']) => ({ symptom, cause, command }))
  .filter(({ symptom }) => !/^(symptom|-+)$/.test(symptom));

/** Returns the quoted text or the event of a symptom. */
const findName = (symptom: string): string | undefined =>
  /^"(.+)"$|`([\w-]+)`/.exec(symptom)?.slice(1).find(Boolean);

const commands = rows.flatMap(({ command }) =>
  [...command.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text),
);

test('the page has at least twenty symptoms, and each has a cause and a command', () => {
  expect(rows.length).toBeGreaterThanOrEqual(20);
  for (const { symptom, cause, command } of rows) {
    expect(findName(symptom), symptom).toBeDefined();
    expect(cause.length, symptom).toBeGreaterThan(10);
    expect(command, symptom).toMatch(/^`/);
  }
});

test.each(rows.map(({ symptom }) => symptom))('the sources contain the symptom %s', (symptom) => {
  // The sources are long, so a failure must not print them.
  expect(joinedSources.includes(findName(symptom) ?? '?')).toBe(true);
});

test.each([...new Set(commands.filter((command) => command.startsWith('pgw ')))])(
  'pgw has the command and the options of %s',
  (command) => {
    const [, name = ''] = command.split(' ');
    expect(Object.keys(commandsOfPgw)).toContain(name);
    for (const [option] of command.matchAll(/--[\w-]+/g)) expect(joinedSources).toContain(`'${option}`);
  },
);

test('the other commands name programs and paths that exist', () => {
  const others = commands.filter((command) => !command.startsWith('pgw '));
  for (const command of others)
    expect(command).toMatch(
      /^(curl -i |grep [a-z-]+ <log of the shop>$|node --(env-file|import)|head -c 3 \.env \\\| od -c$|pgw-(express reconcile|sandbox) --help$)/,
    );
  for (const [, path = ''] of others.join('\n').matchAll(/shop\.example\/pgw(\/\w+)/g))
    expect(joinedSources).toContain(`'${path}'`);
  expect(JSON.parse(readFileSync(join(root, 'packages/express/package.json'), 'utf8'))).toHaveProperty('bin');
});
