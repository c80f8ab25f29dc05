// Measures signing and verifying in a separate process. Our code and the floor run in turns of a few
// milliseconds, so that both have the same conditions.
import { cores, start } from './processes.mjs';
import { print, table } from './table.mjs';

export async function microBench({ rounds }) {
  const worker = await start('micro-worker.mjs', {
    core: cores.contestant,
    sendsFirstMessage: false,
    flags: ['--expose-gc', '--no-warnings'],
  });
  try {
    const results = await worker.request({ rounds: rounds * 7 });
    const rows = results.map(({ title, bytes, ours, floor, target }) => {
      const ratio = target.of === 'speed' ? floor / ours : ours / floor;
      const comparison = target.of === 'speed' ? '≥' : '≤';
      return [
        title,
        bytes,
        floor.toFixed(2),
        ours.toFixed(2),
        ratio.toFixed(2),
        `${comparison} ${target.value}`,
      ];
    });
    print('CPU in µs. Signing: speed ÷ speed of the HMAC alone. Verifying: CPU ÷ CPU of the floor.\n');
    print(table(['work', 'bytes', 'floor', 'ours', 'ratio', 'target'], rows));
  } finally {
    await worker.stop();
  }
}
