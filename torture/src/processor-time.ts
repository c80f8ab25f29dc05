import { readdirSync, readFileSync } from 'node:fs';

/** CPU time of processes since their start, in milliseconds by name. `idle` is the unused time of all processors. */
export type ProcessorTimes = Readonly<Record<string, number>>;

/** Linux always reports these times in hundredths of a second. */
const tickMs = 10;

/**
 * Reads the CPU time of processes from `/proc`. For `families` the children are included, also those that have ended. The
 * result is empty on systems without `/proc`. It does not contain the time of other programs.
 */
export function processorTimes({ single, families }: Processes): ProcessorTimes {
  const idle = idleMs();
  if (idle === undefined) return {};
  const parents = parentsOfAll();
  const alone = Object.entries(single).map(([name, pid]) => [name, timeOf(pid).own]);
  const together = Object.entries(families).map(([name, pid]) => [name, timeOfFamily(pid, parents)]);
  return { ...Object.fromEntries([...alone, ...together]), idle };
}

export interface Processes {
  readonly single: Readonly<Record<string, number>>;
  readonly families: Readonly<Record<string, number>>;
}

/** The CPU time between two readings, divided by `count` operations. */
export function processorTimeEach(
  before: ProcessorTimes,
  after: ProcessorTimes,
  count: number,
): ProcessorTimes {
  return Object.fromEntries(
    Object.entries(after).map(([name, time]) => [name, (time - (before[name] ?? 0)) / count]),
  );
}

function timeOfFamily(pid: number, parents: ReadonlyMap<number, number>): number {
  const children = [...parents].filter(([, parent]) => parent === pid);
  // Linux adds the time of a child that has ended to its parent.
  return children.reduce((sum, [child]) => sum + timeOf(child).own, timeOf(pid).own + timeOf(pid).ofEnded);
}

interface Time {
  readonly own: number;
  readonly ofEnded: number;
}

function timeOf(pid: number): Time {
  const fields = fieldsOf(pid);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { own: (user + system) * tickMs, ofEnded: (endedUser + endedSystem) * tickMs };
}

function parentsOfAll(): Map<number, number> {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return new Map(pids.map((pid) => [pid, Number(fieldsOf(pid)[1])]));
}

/** The fields of `/proc/<pid>/stat` after the name, which may contain any character; empty when the process has ended. */
function fieldsOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Idle time of all processors, including the time that they wait for a disk. */
function idleMs(): number | undefined {
  try {
    const [, , , , idle = '0', waiting = '0'] = readFileSync('/proc/stat', 'utf8').split(/\s+/);
    return (Number(idle) + Number(waiting)) * tickMs;
  } catch {
    return undefined;
  }
}
