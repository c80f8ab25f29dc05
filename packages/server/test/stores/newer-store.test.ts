import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { embeddedStore } from '../../src/stores/embedded.ts';

test('a store with unknown migrations is refused, and the error names them and recommends the newer version', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-newer-'));
  const file = join(folder, 'payments.db');
  const currentStore = embeddedStore({ file });
  await currentStore.open();
  await currentStore.close();
  const database = new DatabaseSync(file);
  database.exec("insert into pgw_migrations values ('9999-from-the-future')");
  database.close();
  const store = embeddedStore({ file });
  const error: unknown = await store.open().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'invalid-configuration' });
  const { message } = error as Error;
  expect(message).toMatch(/made by a newer version .*9999-from-the-future/);
  expect(message).not.toContain('create tables');
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
