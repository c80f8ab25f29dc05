import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { text, withLazySchema, type Column } from '../../../src/stores/sql/columns.ts';
import { table } from '../../../src/stores/sql/table.ts';

test('the schemas of a table and its columns are created once, when they are first read', () => {
  let count = 0;
  const column = withLazySchema<Column<string>>({ ...text(), schema: () => ((count += 1), z.string()) });
  const { schema, rowSchema } = Object.getOwnPropertyDescriptors(
    table({ name: column }, { internal: {}, primaryKey: ['name'] }),
  );
  expect([schema.get, rowSchema.get]).toEqual([expect.any(Function), expect.any(Function)]);
  expect(count).toBe(0);
  const names = table({ name: column }, { internal: { id: column }, primaryKey: ['id'] });
  expect(names.schema.parse({ name: 'a' })).toEqual({ name: 'a' });
  expect(names.rowSchema.parse({ name: 'a', id: 'b' })).toEqual({ name: 'a', id: 'b' });
  expect(names.schema).toBe(names.schema);
  expect(count).toBe(1);
});

test('the schemas of every table are created after a library has added a member to all objects', () => {
  // A process of its own, because zod prepares each kind of schema only once.
  const program = `
    const { tables } = await import('${new URL('../../../src/stores/sql/schema.ts', import.meta.url).href}');
    Object.prototype.added = () => 1;
    for (const { schema, rowSchema } of Object.values(tables)) void [schema.shape, rowSchema.shape];
    console.log(Object.keys(tables).length);`;
  const args = ['--conditions=pgw-source', '--no-warnings', '--input-type=module', '--eval', program];
  const output = execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' });
  expect(Number(output)).toBeGreaterThan(10);
});
