import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fileHistoryMark, type HistoryMark } from '../../src/model/ports/history-mark.ts';
import type { Store } from '../../src/model/ports/store.ts';
import { HistoryWatch } from '../../src/history/history-watch.ts';

const folder = mkdtempSync(join(tmpdir(), 'pgw-history-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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

/**
 * Creates a watch over a store whose position the test sets. Each call of `start` and of `stop` compares the
 * store with the mark once.
 */
function createWatch(mark: HistoryMark, position: string | null) {
  const store = {
    position,
    missing: [] as string[],
    now: 5,
    read: ((of: string, known: string) => {
      const hasKnown = known <= (store.position ?? '') && !store.missing.includes(known);
      return Promise.resolve(of === 'historyPosition' ? store.position : hasKnown);
      // The watch reads only these two facts.
    }) as Store['read'],
  };
  const events: string[] = [];
  const emit = ({ event }: { event: string }): void => void events.push(event);
  const watch = new HistoryWatch({ store, mark, now: () => store.now, emit, intervalMs: 0 });
  const readProblems = async (): Promise<string[]> => (await watch.check()).problems.map(({ code }) => code);
  return { watch, store, events, readProblems };
}

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
    expect([next.events, await next.readProblems()]).toEqual([[], []]);
  }
});

it.each([null, 'a'])(
  'a mark at position b and a store at position %s cause an alarm until an operator acknowledges it',
  async (storePosition) => {
    const mark = createMemoryMark('{"position":"b"}');
    const first = createWatch(mark, storePosition);
    await first.watch.start();
    expect([first.events, await first.readProblems()]).toEqual([['history-lost'], ['history-lost']]);
    // The store is newer than the mark after later writes. The alarm remains, also in another process.
    const second = createWatch(mark, 'c');
    await second.watch.start();
    expect(await second.readProblems()).toEqual(['history-lost']);
    await second.watch.acknowledge();
    expect(await second.readProblems()).toEqual([]);
    expect(JSON.parse(mark.text ?? '')).toEqual({ position: 'c' });
    first.store.position = 'c';
    await first.watch.stop();
    expect(await first.readProblems()).toEqual([]);
  },
);

it('the watch detects that a store was replaced by an older one while the process runs', async () => {
  const { watch, store, readProblems } = createWatch(createMemoryMark(), 'b');
  await watch.start();
  store.position = 'a';
  await watch.stop();
  expect(await readProblems()).toEqual(['history-lost']);
});

it('the watch detects that a replica without the newest write became the primary, also after later writes', async () => {
  const mark = createMemoryMark();
  const { watch, store, events, readProblems } = createWatch(mark, 'b');
  await watch.start();
  store.position = 'c';
  store.missing = ['b'];
  await watch.stop();
  expect([events, await readProblems()]).toEqual([['history-lost'], ['history-lost']]);
  // The alarm remains in each process until an operator acknowledges it.
  const next = createWatch(mark, 'd');
  await next.watch.start();
  expect(await next.readProblems()).toEqual(['history-lost']);
});

it('the watch detects at boot that the store has newer writes, but not the one of the mark', async () => {
  const { watch, store, readProblems } = createWatch(createMemoryMark('{"position":"b"}'), 'c');
  store.missing = ['b'];
  await watch.start();
  expect(await readProblems()).toEqual(['history-lost']);
});

it('a mark that another process has written since the position was read causes no alarm', async () => {
  const mark = createMemoryMark();
  const { watch, store, events } = createWatch(mark, 'b');
  await watch.start();
  store.position = 'c';
  const read = mark.read.bind(mark);
  mark.read = () => {
    store.position = 'd';
    mark.text = '{"position":"d"}';
    return read();
  };
  await watch.stop();
  expect(events).toEqual([]);
});

it('a mark whose entry the retention has deleted causes no alarm', async () => {
  const { watch, store, events } = createWatch(createMemoryMark('{"position":"b"}'), 'c');
  store.missing = ['b'];
  store.now = 2 * 86_400_000;
  await watch.start();
  expect(events).toEqual([]);
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

it('a mark in a file is replaced atomically by several checkouts, and no other file remains', async () => {
  const mark = fileHistoryMark(join(folder, 'marks', 'mark'));
  const markOfOtherCheckout = fileHistoryMark(join(folder, 'marks', 'mark'));
  expect(await mark.read()).toBeUndefined();
  const write = async (text: string): Promise<unknown> =>
    Promise.all([mark.write(text), markOfOtherCheckout.write(text)]);
  await Promise.all(['a', 'b', 'c'].map(write));
  expect(['a', 'b', 'c']).toContain(await mark.read());
  expect(readdirSync(join(folder, 'marks'))).toEqual(['mark']);
  writeFileSync(join(folder, 'marks', 'mark'), 'd');
  expect(await mark.read()).toBe('d');
});
