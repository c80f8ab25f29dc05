import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Violations, type Claim, type Report, type RunOptions } from './claim.ts';
import { arrangements, updateSets } from './histories.ts';
import { withPostgres } from './postgres.ts';
import { playArrangements } from './arrangement.ts';
import { playSchedules } from './schedule.ts';
import { createLedger, type StorageSettings } from './shop/storage.ts';

export const orders: Claim = {
  sentence:
    'For every order in which status updates of a payment arrive, it ends in the expected state, with at most one effect.',
  flags: ['store', 'events', 'schedules'],
  run: async (options) => {
    const store = options.choice('store', ['both', 'postgres', 'embedded']);
    const reports: Report[] = [];
    if (store !== 'postgres') reports.push(await onEmbedded(options));
    if (store !== 'embedded') reports.push(await withPostgres((storage) => everyOrder(storage, options)));
    return {
      counted: Object.assign({}, ...reports.map(({ counted }) => counted)) as Report['counted'],
      failures: reports.flatMap(({ failures }) => failures),
    };
  },
};

async function onEmbedded(options: RunOptions): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'pgw-torture-orders-'));
  try {
    return await everyOrder({ kind: 'embedded', file: join(folder, 'payments.db') }, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function everyOrder(storage: StorageSettings, { seed, size, log }: RunOptions): Promise<Report> {
  const events = size('events', { long: 6, short: 2 });
  const schedules = size('schedules', { long: 5_000, short: 30 });
  await createLedger(storage);
  const violations = new Violations();
  const plans = Object.values(updateSets).flatMap((set) => arrangements(set, events));
  log(`${storage.kind}: ${plans.length} arrangements of up to ${events} events.`);
  await playArrangements(storage, plans, violations);
  log(`${storage.kind}: ${schedules} random schedules, with slow responses of the gateway.`);
  const effects = await playSchedules(storage, { seed, count: schedules, violations });
  return {
    counted: {
      [`${storage.kind}: arrangements of up to ${events} events`]: plans.length,
      [`${storage.kind}: random schedules`]: schedules,
      [`${storage.kind}: of them fulfilled`]: effects,
    },
    failures: violations.sentences().map((sentence) => `${storage.kind}: ${sentence}`),
  };
}
