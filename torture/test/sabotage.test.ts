import { describe, expect, test } from 'vitest';
import { batchingRemoved } from '../src/load-batching.ts';
import { edited, filesOf } from '../src/sabotage/apply.ts';
import { repository } from '../src/sabotage/copy.ts';
import { sabotages } from '../src/sabotage/sabotages.ts';

const edit = { file: 'a.ts', find: 'const a = 1;', replace: "const a = '$&';" };

describe('an edit of a planted bug', () => {
  test('replaces its text, whatever characters stand in it', () => {
    expect(edited('x\nconst a = 1;\ny', edit)).toBe("x\nconst a = '$&';\ny");
  });

  test.each([
    ['const b = 1;', 0],
    ['const a = 1;\nconst a = 1;', 2],
  ])('says that it no longer applies to %j', (text, times) => {
    expect(() => edited(text, edit)).toThrow(
      `a.ts has the text "const a = 1;" ${times} times, not once: the edit no longer applies`,
    );
  });
});

// `npm run torture -- sabotage` runs the tests that must fail.
describe.each(Object.entries(sabotages))('the planted bug %s', (_name, planned) => {
  test('applies to the present sources', () => {
    const files = filesOf(repository, planned);
    expect(files.size).toBeGreaterThan(0);
    for (const { before, after } of files.values()) expect(after).not.toBe(before);
  });
});

test('nine of ten planted bugs name the tests that fail with them, and the tenth says why none does', () => {
  const uncaught = Object.entries(sabotages).filter(([, { caughtBy }]) => 'nothing' in caughtBy);
  expect(Object.keys(sabotages)).toHaveLength(10);
  expect(uncaught.map(([name]) => name)).toEqual(['synchronous-off']);
});

test('the edits that remove the batching of settlements apply to the present sources', () => {
  const [file, ...others] = filesOf(repository, { edits: batchingRemoved }).values();
  expect(others).toEqual([]);
  expect(file?.before).toContain('batched({');
  expect(file?.after).not.toContain('batched({');
  expect(file?.after).not.toContain('company.timed(');
});
