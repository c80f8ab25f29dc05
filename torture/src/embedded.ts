import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Claim } from './claim.ts';
import { stormWithKills } from './kills.ts';

export const embedded: Claim = {
  sentence:
    'With the embedded store as well, no callback is lost and no effect happens twice when processes are killed.',
  flags: ['callbacks', 'kills'],
  run: async ({ seed, size, log, isShort }) => {
    const callbacks = size('callbacks', { long: 4_000, short: 40 });
    const kills = size('kills', { long: 20, short: 1 });
    const folder = mkdtempSync(join(tmpdir(), 'pgw-torture-embedded-'));
    const run = (handler: 'tx' | 'file') =>
      stormWithKills({
        processes: 2,
        skipsClaims: isShort,
        seed,
        log,
        handler,
        callbacks,
        kills,
        storage: {
          kind: 'embedded',
          file: join(folder, `${handler}.db`),
        },
        duplicates: Math.floor(callbacks / 10),
      });
    try {
      const inTx = await run('tx');
      log('The same with a handler that writes to a file, outside the transaction.');
      const outside = await run('file');
      const elsewhere = Object.entries(outside.counted).map(([name, count]) => [`elsewhere: ${name}`, count]);
      return {
        counted: {
          'callbacks sent, twice': callbacks,
          'processes killed': inTx.killed + outside.killed,
          ...inTx.counted,
          ...Object.fromEntries(elsewhere),
          seconds: inTx.seconds + outside.seconds,
        },
        failures: [...inTx.failures, ...outside.failures],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
