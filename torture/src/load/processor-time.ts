import { readdirSync, readFileSync } from 'node:fs';

/**
 * The CPU time of processes since their start, in milliseconds, by name. `idle` is the unused time of all
 * processors.
 */
export type ProcessorTimes = Readonly<Record<string, number>>;

/** Linux reports these times in hundredths of a second. */
const tickMs = 10;

/**
 * Reads the CPU time of processes from `/proc`. The time of a family includes its children, also those that
 * have ended. The result is empty on systems without `/proc`.
 */
export function readProcessorTimes({ processes, families }: Processes): ProcessorTimes {
  const idle = readIdleMs();
  if (idle === undefined) return {};
  const parents = readParents();
  const processTimes = Object.entries(processes).map(([name, pid]) => [name, readTime(pid).ownMs]);
  const familyTimes = Object.entries(families).map(([name, pid]) => [name, readFamilyTime(pid, parents)]);
  return { ...Object.fromEntries([...processTimes, ...familyTimes]), idle };
}

/** The pids of processes by name. A family is a process with its children. */
export interface Processes {
  readonly processes: Readonly<Record<string, number>>;
  readonly families: Readonly<Record<string, number>>;
}

/** Computes the CPU time between two readings, divided by `count` operations. */
export function computeTimePerOperation(
  before: ProcessorTimes,
  after: ProcessorTimes,
  count: number,
): ProcessorTimes {
  return Object.fromEntries(
    Object.entries(after).map(([name, time]) => [name, (time - (before[name] ?? 0)) / count]),
  );
}

function readFamilyTime(pid: number, parents: ReadonlyMap<number, number>): number {
  const children = [...parents].filter(([, parent]) => parent === pid);
  // Linux adds the time of a child that has ended to its parent.
  return children.reduce(
    (sum, [child]) => sum + readTime(child).ownMs,
    readTime(pid).ownMs + readTime(pid).endedChildrenMs,
  );
}

interface ProcessTime {
  readonly ownMs: number;
  readonly endedChildrenMs: number;
}

function readTime(pid: number): ProcessTime {
  // The fields utime, stime, cutime and cstime of proc(5).
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = readStatFields(pid)
    .slice(11, 15)
    .map(Number);
  return { ownMs: (user + system) * tickMs, endedChildrenMs: (endedUser + endedSystem) * tickMs };
}

function readParents(): Map<number, number> {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  // The second field after the name is ppid, the pid of the parent.
  return new Map(pids.map((pid) => [pid, Number(readStatFields(pid)[1])]));
}

/**
 * Reads the fields of `/proc/<pid>/stat` after the process name. The name may contain any character. Returns
 * an empty list when the process has ended.
 */
function readStatFields(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Reads the idle time of all processors, including the time that they wait for a disk. */
function readIdleMs(): number | undefined {
  try {
    // The first line is: cpu, user, nice, system, idle, iowait.
    const [, , , , idle = '0', waiting = '0'] = readFileSync('/proc/stat', 'utf8').split(/\s+/);
    return (Number(idle) + Number(waiting)) * tickMs;
  } catch {
    return undefined;
  }
}
