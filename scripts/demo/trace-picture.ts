// `npm run pictures:trace` draws docs/pictures/trace.svg: the spans of one payment over a day, from the recipe of docs/tracing.md.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { traceDay, type TracedDay } from '../../packages/server/test/events/traced-day.ts';

type ReadableSpan = TracedDay['spans'][number];

const width = 760;
const rowHeight = 26;
const labelWidth = 290;

const { spans } = await traceDay();
const toMs = ([seconds, nanoseconds]: readonly [number, number]): number =>
  seconds * 1_000 + nanoseconds / 1e6;
const idOf = (span: ReadableSpan): string => span.spanContext().spanId;
/** A parent before its children, in the order of their starts. */
const byStart = spans.toSorted((a, b) => getOrder(a) - getOrder(b));
const start = byStart.find(({ name }) => name === 'pgw start');
if (start === undefined) throw new Error('The recipe has created no span of a start.');
const isLater = (span: ReadableSpan): boolean => span.links.length > 0 || parentOf(span)?.links.length === 1;
const firstDay = byStart.filter((span) => span === start || parentOf(span) === start);
const secondDay = byStart.filter(isLater);

function getOrder(span: ReadableSpan): number {
  const parent = parentOf(span);
  return parent === undefined ? toMs(span.startTime) : getOrder(parent) + 0.001;
}

function parentOf({ parentSpanContext }: ReadableSpan): ReadableSpan | undefined {
  return spans.find((span) => idOf(span) === parentSpanContext?.spanId);
}

/** Draws the spans of one day, on a scale of its own. */
function drawDay(title: string, day: readonly ReadableSpan[], top: number): string {
  const startedAt = Math.min(...day.map((span) => toMs(span.startTime)));
  const endedAt = Math.max(...day.map((span) => toMs(span.endTime)));
  const scale = (width - labelWidth - 20) / Math.max(1, endedAt - startedAt);
  const rows = day.map((span, row) => {
    const y = top + 34 + row * rowHeight;
    const x = labelWidth + (toMs(span.startTime) - startedAt) * scale;
    const barWidth = Math.max(3, (toMs(span.endTime) - toMs(span.startTime)) * scale);
    const { 'pgw.endpoint': endpoint, 'pgw.hook': hook } = span.attributes;
    const label = [span.name, endpoint, hook].filter((text) => typeof text === 'string').join(': ');
    const indent = parentOf(span) === undefined ? 16 : 34;
    const link =
      span.links.length > 0 && indent === 16
        ? `<text x="${x + barWidth + 6}" y="${y + 14}" class="link">linked to pgw start</text>`
        : '';
    const fitsLink = x + barWidth + 130 < width;
    const shownLink = fitsLink ? link : link.replace(/x="[\d.]+"/, `x="${x - 6}" text-anchor="end"`);
    return `<text x="${indent}" y="${y + 14}">${label}</text><rect x="${x}" y="${y + 3}" width="${barWidth}" height="14" rx="3"/>${shownLink}`;
  });
  return `<text x="16" y="${top + 18}" class="title">${title}</text>${rows.join('')}`;
}

const secondTop = 34 + firstDay.length * rowHeight + 30;
const height = secondTop + 34 + secondDay.length * rowHeight + 16;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="The spans of one payment over a day">
<style>
text { font: 13px system-ui, sans-serif; fill: #3b3b3b }
.title { font-weight: 600 }
.link { fill: #6b5bd2; font-size: 12px }
rect { fill: #4f7cc4 }
.page { fill: #fdfcf8 }
@media (prefers-color-scheme: dark) {
  text { fill: #e4e4e4 }
  .link { fill: #b7abff }
  rect { fill: #7ea6e8 }
  .page { fill: #17181c }
}
</style>
<rect class="page" width="${width}" height="${height}"/>
${drawDay('First day: the shopper presses Pay, and leaves', firstDay, 8)}
${drawDay('A day later: the callback was lost, and the sweep finds the payment paid', secondDay, secondTop)}
</svg>
`;
writeFileSync(fileURLToPath(new URL('../../docs/pictures/trace.svg', import.meta.url)), svg);
process.stdout.write('docs/pictures/trace.svg\n');
