import { median } from '../../output.mjs';

/** The baselines: two minimal implementations. All others are compared with them. */
const elementBaseline = 'bare Lit element';
const htmlBaseline = 'plain HTML';

/**
 * Returns the medians of the visits under one condition (`conditions` in visit.mjs) as the headings and rows of a table. A ratio compares an implementation with the bare Lit element in
 * the same round, because the machine differs more between rounds than within one. The table has the median
 * of the ratios. The heap of plain HTML is subtracted.
 */
export function createReport(visitsByName) {
  const heapBase = median(visitsByName.get(htmlBaseline)?.map(({ heap }) => heap) ?? []) ?? 0;
  const columns = createColumns(heapBase);
  const headings = columns.flatMap(({ heading, hasRatio }) => (hasRatio ? [heading, '×'] : [heading]));
  const rows = [...visitsByName].map(([name, visits]) => [
    name,
    ...columns.flatMap(({ field, format, hasRatio }) => {
      const value = median(visits.map((visit) => visit[field]));
      const cell = value === null ? '' : format(value);
      if (!hasRatio) return [cell];
      return [cell, value === null ? '' : formatRatio(visitsByName.get(elementBaseline), visits, field)];
    }),
  ]);
  return { headings: ['implementation', ...headings], rows };
}

/** Returns the columns of the table. A column with `hasRatio` is followed by its ratios. */
function createColumns(heapBase) {
  const formatMs = (value) => `${Math.round(value)} ms`;
  return [
    { field: 'usable', heading: 'usable', format: formatMs, hasRatio: true },
    { field: 'script', heading: 'script', format: (value) => `${value.toFixed(1)} ms`, hasRatio: true },
    { field: 'blocked', heading: 'blocked', format: formatMs },
    { field: 'heap', heading: 'heap', format: (value) => `${Math.round((value - heapBase) / 1024)} KiB` },
    { field: 'shift', heading: 'shift', format: (value) => value.toFixed(3) },
    { field: 'requests', heading: 'requests', format: String },
    { field: 'bytes', heading: 'bytes', format: (value) => `${(value / 1000).toFixed(0)} kB` },
    { field: 'banks', heading: 'banks', format: formatMs, hasRatio: true },
    { field: 'banksHovered', heading: 'banks, hovered', format: formatMs, hasRatio: true },
  ];
}

/**
 * Compares the fastest visits of each round, because disturbances only make a visit slower. Returns the
 * median of the ratios.
 */
function formatRatio(baseVisits, visits, field) {
  const findFastest = (all, round) =>
    Math.min(
      ...all.filter((visit) => visit.round === round && visit[field] !== null).map((visit) => visit[field]),
    );
  const rounds = [...new Set(visits.map(({ round }) => round))];
  const ratios = rounds
    .map((round) => findFastest(visits, round) / findFastest(baseVisits, round))
    // Without a measured visit of the implementation or of the baseline in a round, the ratio is not finite.
    .filter(Number.isFinite);
  return median(ratios)?.toFixed(2) ?? '';
}
