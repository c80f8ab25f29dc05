import { median, table } from './table.mjs';

const floor = 'bare Lit element';
const still = 'plain HTML';

/**
 * The medians of one condition as a table. A ratio is to the bare Lit element of the same round, because the machine differs more between rounds
 * than within one. Its median is printed. The heap of plain HTML is subtracted.
 */
export function report(measured) {
  const medians = new Map([...measured].map(([name, visits]) => [name, mediansOf(visits)]));
  const ratio = (name, what) => ratioTo(measured.get(floor), measured.get(name), what);
  const heapBase = medians.get(still)?.heap ?? 0;
  const rows = [...medians].map(([name, seen]) => [
    name,
    `${Math.round(seen.usable)} ms`,
    ratio(name, 'usable'),
    `${seen.script.toFixed(1)} ms`,
    ratio(name, 'script'),
    `${Math.round(seen.blocked)} ms`,
    `${Math.round((seen.heap - heapBase) / 1024)} KiB`,
    seen.shift.toFixed(3),
    seen.requests,
    `${(seen.bytes / 1000).toFixed(0)} kB`,
    ...['pick', 'rested'].flatMap((what) =>
      seen[what] === null ? ['', ''] : [`${Math.round(seen[what])} ms`, ratio(name, what)],
    ),
  ]);
  const heads = [
    '',
    'usable',
    '×',
    'script',
    '×',
    'blocked',
    'heap',
    'shift',
    'requests',
    'bytes',
    'banks',
    '×',
    'rested',
    '×',
  ];
  return table(heads, rows);
}

function mediansOf(visits) {
  const names = ['usable', 'script', 'blocked', 'heap', 'shift', 'requests', 'bytes', 'pick', 'rested'];
  return Object.fromEntries(names.map((name) => [name, median(visits.map((seen) => seen[name]))]));
}

/** The faster visit of each round counts, because disturbances only make a visit slower. */
function ratioTo(base, visits, what) {
  const best = (seen, round) =>
    Math.min(
      ...seen.filter((visit) => visit.round === round && visit[what] !== null).map((visit) => visit[what]),
    );
  const rounds = [...new Set(visits.map(({ round }) => round))];
  const ratios = rounds.map((round) => best(visits, round) / best(base, round)).filter(Number.isFinite);
  return median(ratios)?.toFixed(2) ?? '';
}
