// Compares a call of @pgw/client with a call of the baseline (the same request, written by hand), without an app.
// call-worker.mjs measures both.
import { startGateway } from './http-bench.mjs';
import { cores, start } from './processes.mjs';
import { print, printTable } from '../../output.mjs';

export async function runCallBench({ rounds }) {
  const gateway = await startGateway();
  const worker = await start('call-worker.mjs', {
    core: cores.implementation,
    args: [gateway.firstMessage.httpOrigin],
    sendsFirstMessage: false,
  });
  try {
    // One round takes less time than in the bench http, so twice as many rounds are measured.
    const { baseline, ours, ratio } = await worker.request({ rounds: rounds * 2 });
    const row = [
      'one call: sign, send and read the response',
      baseline.toFixed(1),
      ours.toFixed(1),
      ratio.toFixed(2),
    ];
    print('CPU in µs, 50 concurrent calls; the ratio is the median of the turns.\n');
    printTable('call', ['work', 'baseline', 'ours', 'ratio'], [row]);
  } finally {
    await worker.stop();
    await gateway.stop();
  }
}
