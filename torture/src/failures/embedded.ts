import type { TortureCommand } from '../torture-command.ts';
import { withEmbeddedStorage } from '../shop/embedded-storage.ts';
import { runWithKills } from './kills.ts';

export const embedded: TortureCommand = {
  sentence:
    'When processes that use the embedded store are killed, no callback is lost, no effect happens twice, and the item of each order is sold or released once.',
  flags: ['callbacks', 'kills'],
  run: async ({ seed, size, log, isShort }) => {
    const callbacks = size('callbacks', { long: 4_000, short: 40 });
    const kills = size('kills', { long: 20, short: 1 });
    const run = (handler: 'tx' | 'file') =>
      withEmbeddedStorage((storage) =>
        runWithKills({
          storage,
          processes: 2,
          shouldAdvanceClocks: isShort,
          seed,
          log,
          handler,
          hasStock: handler === 'tx',
          callbacks,
          kills,
          duplicates: Math.floor(callbacks / 10),
        }),
      );
    const inTx = await run('tx');
    log('The run is repeated with a handler that writes to a file, outside the transaction.');
    const withFile = await run('file');
    const fileHandlerFigures = Object.entries(withFile.figures).map(([name, count]) => [
      `file handler: ${name}`,
      count,
    ]);
    return {
      figures: {
        'callbacks sent with each handler': callbacks,
        'processes killed': inTx.killed + withFile.killed,
        ...inTx.figures,
        ...Object.fromEntries(fileHandlerFigures),
        seconds: inTx.seconds + withFile.seconds,
      },
      failures: [...inTx.failures, ...withFile.failures],
    };
  },
};
