import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StartResponse } from '@pgw/protocol';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { historyMarkFile, type HistoryMark } from '../../src/history/history-mark.ts';
import { HistoryWatch } from '../../src/history/history-watch.ts';
import { embeddedStore } from '../../src/stores/embedded.ts';
import { openShop, type Shop, type ShopOptions } from '../shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'pgw-history-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shops: Shop[] = [];
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close();
});

function createMemoryMark(text?: string): HistoryMark & { text: string | undefined } {
  return {
    text,
    read() {
      return this.text;
    },
    write(next) {
      this.text = next;
    },
  };
}

/** Creates a watch over a store whose position the test sets. Each call of `start` runs one round. */
function createWatch(mark: HistoryMark, position: string | null) {
  const store = { position, historyPosition: () => Promise.resolve(store.position) };
  const events: string[] = [];
  const emit = ({ event }: { event: string }): void => void events.push(event);
  const watch = new HistoryWatch({ store, mark, now: () => 5, emit, intervalMs: 0 });
  const problems = async (): Promise<string[]> => (await watch.check()).problems.map(({ code }) => code);
  return { watch, store, events, problems };
}

describe('history mark', () => {
  it('a store that was not restored causes no alarm, because the mark is never ahead of the store', async () => {
    const mark = createMemoryMark();
    const first = createWatch(mark, null);
    await first.watch.start();
    first.store.position = 'b';
    await first.watch.stop();
    expect(JSON.parse(mark.text ?? '')).toEqual({ position: 'b' });
    for (const position of ['b', 'c']) {
      const next = createWatch(mark, position);
      await next.watch.start();
      expect([next.events, await next.problems()]).toEqual([[], []]);
    }
  });

  it.each([null, 'a'])(
    'a mark at position b and a store at position %s cause an alarm until an operator acknowledges it',
    async (storePosition) => {
      const mark = createMemoryMark('{"position":"b"}');
      const first = createWatch(mark, storePosition);
      await first.watch.start();
      expect([first.events, await first.problems()]).toEqual([['history-lost'], ['history-lost']]);
      // The store is newer than the mark after later writes. The alarm remains, also in another process.
      const second = createWatch(mark, 'c');
      await second.watch.start();
      expect(await second.problems()).toEqual(['history-lost']);
      await second.watch.acknowledge();
      expect(await second.problems()).toEqual([]);
      expect(JSON.parse(mark.text ?? '')).toEqual({ position: 'c' });
      first.store.position = 'c';
      await first.watch.stop();
      expect(await first.problems()).toEqual([]);
    },
  );

  it('the watch detects that a store was replaced by an older one while the process runs', async () => {
    const { watch, store, problems } = createWatch(createMemoryMark(), 'b');
    await watch.start();
    store.position = 'a';
    await watch.stop();
    expect(await problems()).toEqual(['history-lost']);
  });

  it('one event reports a mark that cannot be read, and the watch continues', async () => {
    const mark = createMemoryMark('not JSON');
    const { watch, store, events } = createWatch(mark, 'a');
    await watch.start();
    await watch.start();
    expect(events).toEqual(['history-mark-failed']);
    mark.text = '{"position":"b"}';
    await watch.start();
    expect(events).toEqual(['history-mark-failed', 'history-lost']);
    expect(store.position).toBe('a');
  });
});

describe('checkout with the embedded store', () => {
  const file = join(folder, 'shop', 'payments.db');

  async function openTestShop(options: ShopOptions = {}): Promise<Shop> {
    const shop = await openShop({ store: embeddedStore({ file }), ...options });
    shops.push(shop);
    await shop.checkout.ready;
    return shop;
  }

  it('health is degraded after a restored backup and another boot, until an operator acknowledges the lost history', async () => {
    const shop = await openTestShop();
    const backup = join(folder, 'backup.db');
    new DatabaseSync(file).exec(`vacuum into '${backup}'`);
    const { payment } = (await (await shop.start()).json()) as StartResponse;
    await vi.waitFor(() => expect(existsSync(`${file}.mark`)).toBe(true), 5_000);
    await shop.close();
    shops.splice(0);
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    copyFileSync(backup, file);
    for (let boots = 0; boots < 2; boots += 1) {
      const restored = await openTestShop();
      const health = await restored.checkout.health();
      expect([health.status, health.problems.map(({ code }) => code)]).toEqual([
        'degraded',
        ['history-lost'],
      ]);
      expect(restored.events).toContainEqual(
        expect.objectContaining({ level: 'error', event: 'history-lost' }),
      );
      expect(await restored.checkout.payments.find(payment.reference)).toBeUndefined();
      await restored.start();
      await restored.close();
      shops.splice(0);
    }
    const restored = await openTestShop();
    await restored.checkout.operator.acknowledgeLostHistory();
    expect((await restored.checkout.health()).status).toBe('ok');
    await restored.close();
    shops.splice(0);
    expect((await (await openTestShop()).checkout.health()).status).toBe('ok');
  });

  it('with historyMark: false the checkout writes no mark', async () => {
    const otherFile = join(folder, 'other', 'payments.db');
    const shop = await openShop({ store: embeddedStore({ file: otherFile }), historyMark: false });
    await shop.start();
    await shop.close();
    expect(existsSync(`${otherFile}.mark`)).toBe(false);
  });
});

describe('historyMarkFile', () => {
  it('a mark in a file is replaced atomically, and no other file remains', async () => {
    const mark = historyMarkFile(join(folder, 'marks', 'mark'));
    expect(await mark.read()).toBeUndefined();
    await Promise.all(['a', 'b', 'c'].map(async (text) => mark.write(text)));
    expect(['a', 'b', 'c']).toContain(await mark.read());
    expect(readdirSync(join(folder, 'marks'))).toEqual(['mark']);
    writeFileSync(join(folder, 'marks', 'mark'), 'd');
    expect(await mark.read()).toBe('d');
  });
});
