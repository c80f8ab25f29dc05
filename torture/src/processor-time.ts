import { readdirSync, readFileSync } from 'node:fs';

/** CPU time that processes have used so far, in milliseconds, by what they are. `idle` is what nobody used. */
export type ProcessorTimes = Readonly<Record<string, number>>;

/** Linux counts in hundredths of a second, whatever its own clock. */
const tickMs = 10;

/**
 * Reads the CPU time of processes from `/proc`; of those in `families` with their children, those that have ended among them. Empty
 * where there is no `/proc`. What other programs of the machine do meanwhile is neither in one of the processes nor in `idle`.
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

/** What was used between two readings, for each of `count` things that were done. */
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
  // Of a child that has ended its parent has the time.
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

/** The fields of `/proc/<pid>/stat` after the name, which may contain anything; none when the process is gone. */
function fieldsOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Idle time of all processors, waiting for a disk among it. */
function idleMs(): number | undefined {
  try {
    const [, , , , idle = '0', waiting = '0'] = readFileSync('/proc/stat', 'utf8').split(/\s+/);
    return (Number(idle) + Number(waiting)) * tickMs;
  } catch {
    return undefined;
  }
}
