import type { TortureCommand } from '../torture-command.ts';
import { runWithKills } from './kills.ts';
import { withChosenPostgres } from '../postgres.ts';

export const crash: TortureCommand = {
  sentence:
    'When processes of the shop are killed again and again, no acknowledged callback is lost, no effect happens twice, and the item of each order is sold or released once.',
  flags: ['callbacks', 'kills', 'file-handler-callbacks', 'file-handler-kills', 'pooler', 'isolation'],
  run: async (options) => {
    const { seed, size, log, isShort } = options;
    const callbacks = size('callbacks', { long: 22_000, short: 60 });
    const kills = size('kills', { long: 52, short: 2 });
    const fileHandlerCallbacks = size('file-handler-callbacks', { long: 4_000, short: 40 });
    const fileHandlerKills = size('file-handler-kills', { long: 20, short: 1 });
    const common = { processes: 2, seed, log, shouldAdvanceClocks: isShort };
    const inTx = await withChosenPostgres(options, (storage) =>
      runWithKills({
        ...common,
        storage,
        handler: 'tx',
        hasStock: true,
        callbacks,
        duplicates: Math.floor(callbacks / 11),
        kills,
      }),
    );
    log('The run is repeated with a handler that writes to a file, outside the transaction.');
    const withFile = await withChosenPostgres(options, (storage) =>
      runWithKills({
        ...common,
        storage,
        handler: 'file',
        hasStock: false,
        callbacks: fileHandlerCallbacks,
        kills: fileHandlerKills,
        duplicates: Math.floor(fileHandlerCallbacks / 10),
      }),
    );
    return {
      figures: {
        'callbacks sent (handler that writes in the transaction)': callbacks,
        'processes killed': inTx.killed,
        ...inTx.figures,
        seconds: inTx.seconds,
        'callbacks sent (handler that writes to a file)': fileHandlerCallbacks,
        'file handler: processes killed': withFile.killed,
        ...addPrefix('file handler', withFile.figures),
        'file handler: seconds': withFile.seconds,
      },
      failures: [...inTx.failures, ...withFile.failures],
    };
  },
};

function addPrefix(prefix: string, figures: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([name, count]) => [`${prefix}: ${name}`, count]));
}
