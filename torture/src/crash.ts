import type { Claim } from './claim.ts';
import { stormWithKills } from './kills.ts';
import { withChosenPostgres } from './postgres.ts';

export const crash: Claim = {
  sentence:
    'When processes of the shop are killed again and again, no acknowledged callback is lost and no effect happens twice.',
  flags: ['callbacks', 'kills', 'elsewhere-callbacks', 'elsewhere-kills', 'pooler', 'isolation'],
  run: async (options) => {
    const { seed, size, log, isShort } = options;
    const callbacks = size('callbacks', { long: 20_000, short: 60 });
    const kills = size('kills', { long: 52, short: 2 });
    const elsewhere = size('elsewhere-callbacks', { long: 4_000, short: 40 });
    const elsewhereKills = size('elsewhere-kills', { long: 20, short: 1 });
    const common = { processes: 2, seed, log, skipsClaims: isShort };
    const inTx = await withChosenPostgres(options, (storage) =>
      stormWithKills({
        ...common,
        storage,
        handler: 'tx',
        callbacks,
        duplicates: Math.floor(callbacks / 10),
        kills,
      }),
    );
    log('The same with a handler that writes to a file, outside the transaction.');
    const outside = await withChosenPostgres(options, (storage) =>
      stormWithKills({
        ...common,
        storage,
        handler: 'file',
        callbacks: elsewhere,
        kills: elsewhereKills,
        duplicates: Math.floor(elsewhere / 10),
      }),
    );
    return {
      counted: {
        'callbacks sent (handler in the transaction)': callbacks,
        'processes killed': inTx.killed,
        ...inTx.counted,
        seconds: inTx.seconds,
        'callbacks sent (handler outside the transaction)': elsewhere,
        'elsewhere: processes killed': outside.killed,
        ...withPrefix('elsewhere', outside.counted),
        'elsewhere: seconds': outside.seconds,
      },
      failures: [...inTx.failures, ...outside.failures],
    };
  },
};

function withPrefix(prefix: string, counted: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counted).map(([name, count]) => [`${prefix}: ${name}`, count]));
}
