// The client's call beside the floor's, without an app around them; see call-worker.mjs.
import { startGateway } from './http-bench.mjs';
import { cores, start } from './processes.mjs';
import { say, table } from './table.mjs';

export async function callBench({ rounds }) {
  const gateway = await startGateway();
  const worker = await start('call-worker.mjs', {
    core: cores.contestant,
    args: [gateway.hello.http],
    speaksFirst: false,
  });
  try {
    const { floor, ours, ratio } = await worker.request({ rounds: rounds * 2 });
    const row = [
      'one call: signed, sent, its answer read',
      floor.toFixed(1),
      ours.toFixed(1),
      ratio.toFixed(2),
    ];
    say("CPU in µs, 50 calls under way; the ratio is the median of the turns'.\n");
    say(table(['work', 'floor', 'ours', 'ratio'], [row]));
  } finally {
    await worker.stop();
    await gateway.stop();
  }
}
