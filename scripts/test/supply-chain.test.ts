import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}.github/workflows/`;
const workflows = readdirSync(folder).map((file) => [file, readFileSync(folder + file, 'utf8')] as const);

test('every action is pinned by the hash of a commit, with its version in a comment', () => {
  const uses = workflows.flatMap(([file, text]) =>
    [...text.matchAll(/uses: +(\S+)(.*)/g)].map(([, action = '', rest = '']) => ({ file, action, rest })),
  );
  expect(uses.length).toBeGreaterThan(5);
  const unpinned = uses.filter(({ action, rest }) => !/@[0-9a-f]{40}$/.test(action) || !/^ # v\d/.test(rest));
  expect(unpinned).toEqual([]);
});

test('every workflow has only the permission to read by default', () => {
  for (const [file, text] of workflows)
    expect([file, /^permissions: (.*)$/m.exec(text)?.[1]]).toEqual([file, '{ contents: read }']);
});

test('the package manager has a hash, and new versions of packages have a minimum age', () => {
  const { packageManager } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    packageManager: string;
  };
  expect(packageManager).toMatch(/^pnpm@\d+\.\d+\.\d+\+sha512\.[0-9a-f]{128}$/);
  const [, minimumAgeMinutes = '0'] =
    /^minimumReleaseAge: (\d+)$/m.exec(readFileSync(`${root}pnpm-workspace.yaml`, 'utf8')) ?? [];
  expect(Number(minimumAgeMinutes)).toBeGreaterThanOrEqual(3 * 24 * 60);
});

/**
 * The maximum number of direct dependencies of each published package. Change it in the commit that adds a
 * dependency.
 */
const maxDependencies: Readonly<Record<string, number>> = {
  protocol: 1,
  client: 4,
  // One of them is uqr, for the QR code of a payment that is continued on a phone.
  express: 8,
  checkout: 2,
  // One of them is uqr, for the QR page.
  sandbox: 6,
};

test.each(Object.entries(maxDependencies))(
  'the package %s has at most %i direct dependencies',
  (name, maximum) => {
    const manifest = JSON.parse(readFileSync(`${root}packages/${name}/package.json`, 'utf8')) as {
      dependencies?: Readonly<Record<string, string>>;
    };
    expect(Object.keys(manifest.dependencies ?? {}).length).toBeLessThanOrEqual(maximum);
  },
);
