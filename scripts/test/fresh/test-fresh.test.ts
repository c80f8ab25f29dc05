import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../fresh/test-fresh.mjs', import.meta.url));

function run(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env: environment });
}

test.each([
  ['an unknown option', ['--suites', 'trixie'], /'--suites'/],
  ['an unknown row', ['--row', 'no-localhost+no-pi'], /--row has no-pi\. The rows are bookworm-root, /],
  ['an unknown user', ['--user', 'guest'], /--user is "guest", not root or ordinary/],
])('the test on a fresh machine refuses %s and prints its usage', (_, args, reason) => {
  const { status, stderr } = run(args);
  expect(status).toBe(1);
  expect(stderr).toMatch(reason);
  expect(stderr).toContain('Usage: npm run test:fresh');
});

test('rows that are joined are one machine with the settings of both', () => {
  const script = `import { readRow, rows } from ${JSON.stringify(new URL('../../fresh/rows.mjs', import.meta.url).href)};
    console.log(JSON.stringify([readRow('no-home+lang-c'), readRow('one-core+umask-077'), Object.keys(rows).map(readRow).length]));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  const [environment, prefix, count] = JSON.parse(stdout) as [unknown, unknown, number];
  expect(environment).toEqual({ set: ['HOME=/missing', 'LC_ALL=C', 'LANG=C'] });
  expect(prefix).toEqual({ prefix: 'umask 077; taskset -c 0' });
  expect(count).toBeGreaterThan(10);
});

test('without debootstrap and a container engine, the message names both', () => {
  const { status, stderr } = run([], { PATH: '' });
  expect(status).toBe(1);
  expect(stderr).toBe(
    'A new Debian needs root and debootstrap (Debian: apt-get install debootstrap), or a running Docker or Podman.\n',
  );
});
