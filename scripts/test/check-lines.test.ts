import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { countAll, findExcess, findSlack } from '../check-lines.ts';

let root = '';

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes files with these texts, and returns what differs from zero in them. */
function count(files: Record<string, string>): Record<string, number> {
  root = mkdtempSync(join(tmpdir(), 'pgw-lines-'));
  for (const [path, text] of Object.entries({ '.gitignore': 'dist/\n', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const counts = countAll(root).filter(({ value }) => value > 0);
  return Object.fromEntries(counts.map(({ ceiling, unit, value }) => [`${ceiling.what}: ${unit}`, value]));
}

describe('check of the lines', () => {
  it('every kind of source counts, and a document, data or a built file does not', () => {
    expect(
      count({
        'packages/server/src/a.ts': 'a;\n\nb;\n',
        'packages/server/src/b.mjs': 'a;',
        'packages/server/src/c.html': 'a\n',
        'packages/server/src/c.json': '{}\n',
        'packages/server/src/dist/a.ts': 'a;\n',
        'packages/express/src/a.ts': 'a;\n',
        'packages/server/test/a.test.ts': 'a;\nb;\n',
        'packages/server/build/a.ts': 'a;\n',
        'packages/server/README.md': 'a\n',
        'scripts/a.mjs': 'a;\n',
        'e2e/a.ts': 'a;\n',
        'examples/shop/src/a.vue': 'a\n',
      }),
    ).toEqual({
      'packages/server/src: lines': 5,
      'packages/express/src: lines': 1,
      'packages/*/src: lines': 6,
      'packages/* outside src and test: lines': 1,
      'packages/*/test: lines': 2,
      'scripts: lines': 1,
      'bench, e2e, examples and torture: lines': 2,
    });
  });

  it('a file of at most 60 lines with one importer counts, and imports count per line of code', () => {
    const long = 'void 0;\n'.repeat(61);
    const counts = count({
      'packages/server/src/a.ts': `// A comment.\nimport './small.ts';\nimport './long.ts';\n\nimport './twice.ts';\n`,
      'packages/server/src/b.ts': `import './twice.ts';\n`,
      'packages/server/src/small.ts': `/*\n\n*/ void 0; // A comment.\n`,
      'packages/server/src/twice.ts': 'void 0;\n',
      'packages/server/src/long.ts': long,
    });
    expect(counts['server: files of at most 60 lines with one importer']).toBe(1);
    // Four imports in 3 + 1 + 1 + 1 + 61 lines of code.
    expect(counts['server: local imports per 100 lines of code']).toBe(5.97);
  });

  it.each([
    { value: 100, excess: 0, slack: 0 },
    { value: 105, excess: 0, slack: 0 },
    { value: 106, excess: 1, slack: 0 },
    { value: 99, excess: 0, slack: 0 },
    { value: 98, excess: 0, slack: 1 },
  ])('with a ceiling of 100 and a raise of 5, $value lines are judged', ({ value, excess, slack }) => {
    const ceiling = { what: 'scripts', first: 100, raises: [{ by: 5, because: 'a reason' }] };
    expect(findExcess({ ceiling, unit: 'lines', value })).toHaveLength(excess);
    expect(findSlack({ ceiling, unit: 'lines', value })).toHaveLength(slack);
  });
});
