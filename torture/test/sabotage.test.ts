import { describe, expect, test } from 'vitest';
import { applyEdit, readEditedFiles } from '../src/sabotage/apply.ts';
import { repository } from '../src/sabotage/copy.ts';
import { sabotages } from '../src/sabotage/sabotages.ts';

const edit = { file: 'a.ts', find: 'const a = 1;', replace: "const a = '$&';" };

describe('applyEdit', () => {
  test('applyEdit replaces its text, also when the text contains special characters', () => {
    expect(applyEdit('x\nconst a = 1;\ny', edit)).toBe("x\nconst a = '$&';\ny");
  });

  test.each([
    ['const b = 1;', 0],
    ['const a = 1;\nconst a = 1;', 2],
  ])('applyEdit throws when the text %j contains the text of the edit %d times', (text, times) => {
    expect(() => applyEdit(text, edit)).toThrow(
      `The edit cannot be applied: a.ts contains the text "const a = 1;" ${times} times, not once.`,
    );
  });
});

// `npm run torture -- sabotage` runs the tests that must fail.
describe.each(Object.entries(sabotages))('the planted bug %s', (_name, bug) => {
  test('the edits of the bug can be applied to the current sources', () => {
    const files = readEditedFiles(repository, bug);
    expect(files.size).toBeGreaterThan(0);
    for (const { before, after } of files.values()) expect(after).not.toBe(before);
  });
});

test('there are 70 planted bugs', () => {
  expect(Object.keys(sabotages)).toHaveLength(70);
});
