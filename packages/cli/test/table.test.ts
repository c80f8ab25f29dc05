import { expect, test } from 'vitest';
import { formatList, formatTable } from '../src/table.ts';

interface Row {
  readonly name: string;
  readonly amount: number;
}

test('each column of a table has the width of its longest cell, and numbers are aligned to the right', () => {
  const rows = [
    { name: 'a', amount: 5 },
    { name: 'long name', amount: 12345 },
  ];
  const columns = [
    { title: 'NAME', cell: ({ name }: Row) => name },
    { title: 'SUM', cell: ({ amount }: Row) => amount },
  ];
  expect(formatTable(rows, columns).split('\n')).toEqual([
    'NAME         SUM',
    '---------  -----',
    'a              5',
    'long name  12345',
  ]);
});

test('a table without rows is the text "None."', () => {
  expect(formatTable([], [{ title: 'NAME', cell: ({ name }: Row) => name }])).toBe('None.');
});

test('a list omits entries without a value', () => {
  expect(
    formatList([
      ['a', 1],
      ['bb', null],
      ['ccc', 'x'],
    ]),
  ).toBe('a    1\nccc  x');
});

test('control characters in texts of the gateway are not printed', () => {
  expect(formatList([['name', 'a\u001B[2Jb\nc']])).toBe('name  a [2Jb c');
});
