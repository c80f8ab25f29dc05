import { formatDecimal, formatShortDay, type Html } from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { getLocale } from '../scope.ts';
import { chartHeight, chartWidth, type BalanceChart } from './balance-chart.ts';

interface ChartContext {
  readonly currencyCode: string;
  /** The number of entries in the table below the chart. */
  readonly entryCount: number;
}

/**
 * Renders the balance as a line. The values and times are HTML text beside the SVG, so that they keep their
 * size on narrow pages. Screen readers get a description instead; the table below the chart has all entries.
 */
export function renderChart(chart: BalanceChart, context: ChartContext): Html {
  const { path, ticks, times } = chart;
  return html`<figure class="card chart">
    <figcaption>Balance</figcaption>
    <ol class="chart-values" aria-hidden="true">
      ${ticks.map(({ value }) => html`<li>${formatCompact(value)}</li>`)}
    </ol>
    <svg
      viewBox="0 0 ${chartWidth} ${chartHeight}"
      preserveAspectRatio="none"
      role="img"
      aria-labelledby="chart-title chart-text"
    >
      <title id="chart-title">Balance over time</title>
      <desc id="chart-text">${describeChart(chart, context)}</desc>
      ${ticks.map(({ y }) => html`<line class="grid" x1="0" x2="${chartWidth}" y1="${y}" y2="${y}" />`)}
      ${
        // The area below the line is in proportion to the balance only when the lowest grid line is 0.
        ticks.at(-1)?.value === 0 && html`<path class="area" d="${path}V${chartHeight}H0Z" />`
      }
      <path class="line" d="${path}" />
    </svg>
    <ol class="chart-times" aria-hidden="true">
      ${times.map((at) => html`<li>${formatShortDay(at, getLocale())}</li>`)}
    </ol>
  </figure>`;
}

/** Describes the chart for screen readers. */
function describeChart(
  { times, opening, closing, lowest, highest }: BalanceChart,
  { currencyCode, entryCount }: ChartContext,
): string {
  const formatAmount = (value: number): string => formatDecimal(value, currencyCode);
  const [from = 0, to = 0] = [times[0], times.at(-1)];
  return t`From ${formatAmount(opening)} on ${formatShortDay(from, getLocale())} to ${formatAmount(closing)} on ${formatShortDay(to, getLocale())}. Lowest ${formatAmount(lowest)}, highest ${formatAmount(highest)}. The table below has all ${entryCount} entries.`;
}

/** Formats a value in a short form, such as "20k", "1.5k" or "800". */
function formatCompact(value: number): string {
  return new Intl.NumberFormat('en-MY', { notation: 'compact', maximumFractionDigits: 2 }).format(value);
}
