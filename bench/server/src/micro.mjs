// Measures signing and verifying in a separate process. Our code and the baseline (a simpler
// implementation in micro-worker.mjs) run in turns of a few milliseconds, so that both have the same conditions.
import { cores, start } from './processes.mjs';
import { print, printTable } from '../../output.mjs';

export async function runMicroBench({ rounds }) {
  const worker = await start('micro-worker.mjs', {
    core: cores.implementation,
    sendsFirstMessage: false,
    flags: ['--expose-gc', '--no-warnings'],
  });
  try {
    // One round takes only a few milliseconds, so seven times as many rounds are measured.
    const results = await worker.request({ rounds: rounds * 7 });
    const rows = results.map(({ title, bytes, ours, baseline, target }) => {
      const ratio = target.ratio === 'speed' ? baseline / ours : ours / baseline;
      const [comparison, isReached] =
        target.ratio === 'speed' ? ['≥', ratio >= target.value] : ['≤', ratio <= target.value];
      if (!isReached) process.exitCode = 1;
      return [
        title,
        bytes,
        baseline.toFixed(2),
        ours.toFixed(2),
        ratio.toFixed(2),
        `${comparison} ${target.value}`,
      ];
    });
    print(
      'CPU in µs. The ratio of signing compares its speed with the speed of the HMAC alone. ' +
        'The ratio of verifying compares its CPU time with the CPU time of the baseline.\n',
    );
    printTable('micro', ['work', 'bytes', 'baseline', 'ours', 'ratio', 'target'], rows);
  } finally {
    await worker.stop();
  }
}
