import { median, table } from './table.mjs';

const elementFloor = 'bare Lit element';
const htmlFloor = 'plain HTML';

/**
 * Returns the medians of one condition as a table. A ratio compares a contestant with the bare Lit element in
 * the same round, because the machine differs more between rounds than within one. The table has the median
 * of the ratios. The heap of plain HTML is subtracted.
 */
export function report(visitsByName) {
  const medians = new Map([...visitsByName].map(([name, visits]) => [name, mediansOf(visits)]));
  const ratio = (name, field) => ratioTo(visitsByName.get(elementFloor), visitsByName.get(name), field);
  const heapBase = medians.get(htmlFloor)?.heap ?? 0;
  const rows = [...medians].map(([name, values]) => [
    name,
    `${Math.round(values.usable)} ms`,
    ratio(name, 'usable'),
    `${values.script.toFixed(1)} ms`,
    ratio(name, 'script'),
    `${Math.round(values.blocked)} ms`,
    `${Math.round((values.heap - heapBase) / 1024)} KiB`,
    values.shift.toFixed(3),
    values.requests,
    `${(values.bytes / 1000).toFixed(0)} kB`,
    ...['banks', 'banksHovered'].flatMap((field) =>
      values[field] === null ? ['', ''] : [`${Math.round(values[field])} ms`, ratio(name, field)],
    ),
  ]);
  const headings = [
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
    'banks, hovered',
    '×',
  ];
  return table(headings, rows);
}

function mediansOf(visits) {
  const names = [
    'usable',
    'script',
    'blocked',
    'heap',
    'shift',
    'requests',
    'bytes',
    'banks',
    'banksHovered',
  ];
  return Object.fromEntries(names.map((name) => [name, median(visits.map((visit) => visit[name]))]));
}

/**
 * Compares the fastest visits of each round, because disturbances only make a visit slower. Returns the
 * median of the ratios.
 */
function ratioTo(baseVisits, visits, field) {
  const fastest = (all, round) =>
    Math.min(
      ...all.filter((visit) => visit.round === round && visit[field] !== null).map((visit) => visit[field]),
    );
  const rounds = [...new Set(visits.map(({ round }) => round))];
  const ratios = rounds
    .map((round) => fastest(visits, round) / fastest(baseVisits, round))
    .filter(Number.isFinite);
  return median(ratios)?.toFixed(2) ?? '';
}
