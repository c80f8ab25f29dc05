import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { reportedPackages, writeApiReport, writeApiReports } from '../../build/api-report.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The maximum number of names in the main entry of a package. Change it in the commit that adds a name. */
// 81: the type of `subject` of a parsed callback.
const maxNames: Readonly<Record<string, number>> = { protocol: 82 };

describe.each(reportedPackages)('package %s', (name) => {
  let reports: ReturnType<typeof writeApiReports> | undefined;
  const getReports = () => (reports ??= writeApiReports(name, { isCheck: true }));

  it('the exports match the API report', () => {
    const changed = getReports().filter(({ hasChanged }) => hasChanged);
    expect(
      changed.map(({ entry }) => entry),
      'Run "npm run api-report" and review the difference in packages/*/api.',
    ).toEqual([]);
  });

  it('every export, and every member of an export, has a docstring', () => {
    expect(getReports().flatMap(({ undocumented }) => undocumented)).toEqual([]);
  });
});

/** In a stored change, a field that is present is written. So these fields do not accept undefined. */
const storedChanges = /^export interface Payment(Update)?Change .*\{\n[^}]*\}/gm;

it.each(['protocol', 'client', 'sandbox', 'server'])(
  'every optional property of %s also accepts undefined, for exactOptionalPropertyTypes of an app',
  (name) => {
    const reports = globSync(`packages/${name}/api/*.api.md`, { cwd: root }).map((path) =>
      readFileSync(join(root, path), 'utf8'),
    );
    const optional =
      reports
        .join('\n')
        .replaceAll(storedChanges, '')
        .match(/^ +readonly \w+\?: .*;$/gm) ?? [];
    expect(optional.length).toBeGreaterThan(5);
    expect(optional.filter((line) => !/[|:] undefined;$|: unknown;$/.test(line))).toEqual([]);
  },
);

it('an export and a member without a docstring are reported', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-api-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "a", "version": "1.0.0", "type": "module" }');
  writeFileSync(
    join(folder, 'dist', 'index.d.ts'),
    'export declare const one: 1;\n/** Two. */\nexport interface Two {\n  /** Three. */\n  readonly three: 3;\n  readonly four: 4;\n}\n',
  );
  const { undocumented } = writeApiReport(folder, '.', { types: './dist/index.d.ts', isCheck: false });
  expect(undocumented.map((sentence) => sentence.replace(/^.*: /, ''))).toEqual([
    'Missing documentation for "one".',
    'Missing documentation for "four".',
  ]);
});

it.each(Object.entries(maxNames))('the main entry of %s has at most %i names', (name, maximum) => {
  const report = readFileSync(join(root, 'packages', name, 'api', 'index.api.md'), 'utf8');
  const names = report.match(/^export (abstract )?(const|function|type|interface|class) /gm);
  expect(names?.length).toBeGreaterThan(50);
  expect(names?.length).toBeLessThanOrEqual(maximum);
});
