import { readdirSync, readFileSync } from 'node:fs';

/** Reads the CPU time of this process and its descendants from `/proc`, which only Linux has. */
export function readCpuSeconds(): number {
  if (process.platform !== 'linux') return 0;
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(name) : []));
  const byParent = Map.groupBy(processes, ({ parent }) => parent);
  const add = (id: number): number =>
    (byParent.get(id) ?? []).reduce((sum, child) => sum + child.ticks + add(child.id), 0);
  const own = processes.find(({ id }) => id === process.pid);
  return ((own?.ticks ?? 0) + add(process.pid)) / 100;
}

function readProcess(name: string): { id: number; parent: number; ticks: number }[] {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    return [{ id: Number(name), parent: Number(fields[1]), ticks }];
  } catch {
    return [];
  }
}
