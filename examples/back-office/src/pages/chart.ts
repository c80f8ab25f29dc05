import { formatMoney, type Html, html, formatShortDay } from '@pgw/example-pages';
import { height, width, type BalanceChart } from '../balance-chart.ts';

interface About {
  readonly currencyCode: string;
  readonly entries: number;
}

/**
 * The balance as a line. Its numbers are text beside it, so that they keep their size on narrow pages; who does not see it
 * hears its ends and extremes, and reads the table beneath.
 */
export function chartView(chart: BalanceChart, about: About): Html {
  const { path, ticks, times } = chart;
  return html`<figure class="card chart">
    <figcaption>Balance</figcaption>
    <ol class="chart-values" aria-hidden="true">
      ${ticks.map(({ value }) => html`<li>${compact(value)}</li>`)}
    </ol>
    <svg
      viewBox="0 0 ${width} ${height}"
      preserveAspectRatio="none"
      role="img"
      aria-labelledby="chart-title chart-text"
    >
      <title id="chart-title">Balance over time</title>
      <desc id="chart-text">${describedBy(chart, about)}</desc>
      ${ticks.map(({ y }) => html`<line class="grid" x1="0" x2="${width}" y1="${y}" y2="${y}" />`)}
      ${
        // The room under a line tells an amount only where it begins at nothing.
        ticks.at(-1)?.value === 0 && html`<path class="area" d="${path}V${height}H0Z" />`
      }
      <path class="line" d="${path}" />
    </svg>
    <ol class="chart-times" aria-hidden="true">
      ${times.map((at) => html`<li>${formatShortDay(at)}</li>`)}
    </ol>
  </figure>`;
}

function describedBy(
  { times, opening, closing, lowest, highest }: BalanceChart,
  { currencyCode, entries }: About,
): string {
  const money = (value: number): string => formatMoney(value, currencyCode);
  const [from = 0, to = 0] = [times[0], times.at(-1)];
  return (
    `From ${money(opening)} on ${formatShortDay(from)} to ${money(closing)} on ${formatShortDay(to)}. ` +
    `Lowest ${money(lowest)}, highest ${money(highest)}. The table beneath has all ${entries} entries.`
  );
}

/** "20k", "1.5k", "800": beside a chart there is little room. */
function compact(value: number): string {
  return new Intl.NumberFormat('en-MY', { notation: 'compact', maximumFractionDigits: 2 }).format(value);
}
