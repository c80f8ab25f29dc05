import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { openForAnyAccount, openShop, orderTotal, type Shop, type ShopOptions } from '../shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'pgw-history-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shops: Shop[] = [];
async function closeShops(): Promise<void> {
  for (const shop of shops.splice(0)) await shop.close();
}
afterEach(closeShops);

const file = join(folder, 'shop', 'payments.db');

/** Starts the shop with the database in `file`. */
async function bootShop(options: ShopOptions = {}): Promise<Shop> {
  const shop = await openShop({ store: openForAnyAccount(embeddedStore({ file })), ...options });
  shops.push(shop);
  await shop.checkout.ready;
  return shop;
}

it('health is degraded after a restored backup and another boot, until an operator acknowledges the lost history', async () => {
  const shop = await bootShop();
  const backup = join(folder, 'backup.db');
  new DatabaseSync(file).exec(`vacuum into '${backup}'`);
  const payment = await shop.startPayment();
  await vi.waitFor(() => expect(existsSync(`${file}.mark`)).toBe(true), 45_000);
  await closeShops();
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  copyFileSync(backup, file);
  for (let boot = 1; boot <= 2; boot += 1) {
    const restored = await bootShop();
    const health = await restored.checkout.health();
    expect([health.status, health.problems.map(({ code }) => code)]).toEqual(['degraded', ['history-lost']]);
    expect(restored.events).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'history-lost' }),
    );
    expect(await restored.checkout.payments.get(payment.reference)).toBeUndefined();
    const response = await restored.start();
    expect([response.status, await response.json()]).toMatchObject([409, { code: 'payment-being-checked' }]);
    expect(await restored.checkout.payments.list({ orderId: 'A1' })).toEqual([]);
    await closeShops();
  }
  const resolveOrder = () => ({ amount: orderTotal, currencyCode: 'MYR', placedAt: Date.now() });
  const withNewOrder = await bootShop({ resolveOrder });
  expect((await withNewOrder.start()).status).toBe(201);
  await closeShops();
  const restored = await bootShop();
  await restored.checkout.operator.history.acknowledgeLoss();
  expect((await restored.checkout.health()).status).toBe('ok');
  expect((await restored.start()).status).toBe(201);
  await closeShops();
  expect((await (await bootShop()).checkout.health()).status).toBe('ok');
});

it('with historyMark: false the checkout writes no mark', async () => {
  const otherFile = join(folder, 'other', 'payments.db');
  const shop = await openShop({ store: embeddedStore({ file: otherFile }), historyMark: false });
  await shop.start();
  await shop.close();
  expect(existsSync(`${otherFile}.mark`)).toBe(false);
});
