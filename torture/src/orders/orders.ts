import { Violations, type TortureCommand, type Report, type RunOptions } from '../torture-command.ts';
import { withEmbeddedStorage } from '../shop/embedded-storage.ts';
import { listSequences, updateSets } from './histories.ts';
import { withPostgres } from '../postgres.ts';
import { runUpdateSequences } from './update-sequences.ts';
import { runSchedules } from './schedule.ts';
import { createLedger, type StorageSettings } from '../shop/storage.ts';

export const orders: TortureCommand = {
  sentence:
    'Status updates of a payment can arrive in any sequence. The payment ends in the expected state, with at most one effect.',
  flags: ['store', 'events', 'schedules'],
  run: async (options) => {
    const store = options.choice('store', ['both', 'postgres', 'embedded']);
    const reports: Report[] = [];
    if (store !== 'postgres')
      reports.push(await withEmbeddedStorage((storage) => runUpdates(storage, options)));
    if (store !== 'embedded') reports.push(await withPostgres((storage) => runUpdates(storage, options)));
    return {
      figures: Object.assign({}, ...reports.map(({ figures }) => figures)) as Report['figures'],
      failures: reports.flatMap(({ failures }) => failures),
    };
  },
};

async function runUpdates(storage: StorageSettings, { seed, size, log }: RunOptions): Promise<Report> {
  const maxUpdates = size('events', { long: 6, short: 2 });
  const schedules = size('schedules', { long: 5_000, short: 12 });
  await createLedger(storage);
  const violations = new Violations();
  const sequences = Object.values(updateSets).flatMap((set) => listSequences(set, maxUpdates));
  log(`${storage.kind}: ${sequences.length} sequences of up to ${maxUpdates} updates.`);
  await runUpdateSequences(storage, sequences, violations);
  log(`${storage.kind}: ${schedules} random schedules with slow responses of the gateway.`);
  const effects = await runSchedules(storage, { seed, count: schedules, violations });
  return {
    figures: {
      [`${storage.kind}: sequences of up to ${maxUpdates} updates`]: sequences.length,
      [`${storage.kind}: random schedules`]: schedules,
      [`${storage.kind}: fulfilled payments of the random schedules`]: effects,
    },
    failures: violations.sentences().map((sentence) => `${storage.kind}: ${sentence}`),
  };
}
