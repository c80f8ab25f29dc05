import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Claim } from './claim.ts';
import { stormWithKills } from './kills.ts';

export const embedded: Claim = {
  sentence: 'The embedded store keeps the same promise when its processes are killed.',
  flags: ['callbacks', 'kills'],
  run: async ({ seed, size, say, isShort }) => {
    const callbacks = size('callbacks', { long: 4_000, short: 40 });
    const kills = size('kills', { long: 20, short: 1 });
    const folder = mkdtempSync(join(tmpdir(), 'pgw-torture-embedded-'));
    const run = (handler: 'tx' | 'file') =>
      stormWithKills({
        processes: 2,
        skipsClaims: isShort,
        seed,
        say,
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
      say('The same with a handler that writes elsewhere.');
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
