import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { readCpuSeconds } from './read-cpu-seconds.ts';

/** The CPU time of this worker and of the programs that it has started, at the end of its last file. */
const state = globalThis as { lastCpuSeconds?: number };
const report = process.env['PGW_CPU_REPORT'];

afterAll(() => {
  if (report === undefined) return;
  const total = readCpuSeconds();
  const seconds = total - (state.lastCpuSeconds ?? 0);
  state.lastCpuSeconds = total;
  const file = expect.getState().testPath;
  appendFileSync(report, `${JSON.stringify({ file, seconds })}\n`);
});
