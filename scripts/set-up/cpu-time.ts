import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

/** The CPU time of this worker and of the programs that it has started, at the end of its last file. */
const state = globalThis as { lastCpuTime?: CpuTime };
const report = process.env['PGW_CPU_REPORT'];

afterAll(() => {
  if (report === undefined) return;
  const total = readCpuTime();
  const last = state.lastCpuTime ?? { seconds: 0, systemSeconds: 0 };
  state.lastCpuTime = total;
  const file = expect.getState().testPath;
  const seconds = total.seconds - last.seconds;
  const systemSeconds = total.systemSeconds - last.systemSeconds;
  appendFileSync(report, `${JSON.stringify({ file, seconds, systemSeconds })}\n`);
});

/** Reads the CPU time of this process and its descendants from `/proc`. */
function readCpuTime(): CpuTime {
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(name) : []));
  const byParent = Map.groupBy(processes, ({ parent }) => parent);
  const withDescendants = (id: number): ProcessTime[] => [
    ...processes.filter((each) => each.id === id),
    ...(byParent.get(id) ?? []).flatMap((child) => withDescendants(child.id)),
  ];
  const all = withDescendants(process.pid);
  const systemTicks = all.reduce((sum, each) => sum + each.systemTicks, 0);
  const userTicks = all.reduce((sum, each) => sum + each.userTicks, 0);
  return { seconds: (userTicks + systemTicks) / 100, systemSeconds: systemTicks / 100 };
}

function readProcess(name: string): ProcessTime[] {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent, user, system, childrenUser, childrenSystem] = [1, 11, 12, 13, 14].map(
      (index) => fields[index] ?? 0,
    ) as [number, number, number, number, number];
    return [
      { id: Number(name), parent, userTicks: user + childrenUser, systemTicks: system + childrenSystem },
    ];
  } catch {
    return [];
  }
}

interface CpuTime {
  readonly seconds: number;
  /** The seconds of them in the kernel. */
  readonly systemSeconds: number;
}

interface ProcessTime {
  readonly id: number;
  readonly parent: number;
  readonly userTicks: number;
  readonly systemTicks: number;
}
