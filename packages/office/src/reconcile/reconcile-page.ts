import {
  formatAmount,
  renderAriaAttributes,
  renderNotice,
  type Html,
  type TemplateValue,
  renderField,
} from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { base, may } from '../scope.ts';
import type { Difference, ReconciliationSummary } from '@pgw/server/operator';
import { renderMessage } from '../http/messages.ts';
import type { Message } from '../context.ts';
import { renderDayFields, type DayRange } from '../pages/day-range.ts';
import { renderChip, type Chip } from '../pages/chip.ts';
import { renderTable, type Column } from '../pages/table.ts';
import { describeTotals } from './reconcile-texts.ts';

/** The result of a comparison with a settlement file. */
export interface Comparison {
  readonly summary: ReconciliationSummary;
  /** The first differences. */
  readonly differences: readonly Difference[];
  /** The number of all differences. */
  readonly count: number;
}

interface ReconcileView {
  readonly message?: Message | undefined;
  /** The value of the date and time field. */
  readonly since: string;
  readonly range: DayRange;
  readonly sinceError?: string;
  readonly fileError?: string;
  readonly comparison?: Comparison;
}

/** Renders the forms of the reconciliation, and the result of a comparison. */
export function renderReconcile(view: ReconcileView): Html {
  return html`<h1>Reconciliation</h1>
    ${renderMessage(view.message)} ${view.comparison && renderComparison(view.comparison)}
    ${may('resolve') ? [renderFileForm(view), renderQueryForm(view)] : html`<p>You do not have the permission for this.</p>`}`;
}

function renderFileForm({ range, fileError: error }: ReconcileView): Html {
  const hint = t('The CSV file of the gateway with the payments of these days.');
  const control = html`<input
    id="file"
    name="file"
    type="file"
    accept=".csv,text/csv"
    required
    ${renderAriaAttributes('file', hint, error)}
  />`;
  return html`<section class="card reconcile">
    <h2>Compare with a settlement file</h2>
    <form class="form" method="post" action="${base()}/reconcile/file" enctype="multipart/form-data">
      <div class="range">${renderDayFields(range)}</div>
      ${renderField({ name: 'file', label: t('Settlement file'), control, hint, error })}
      <div><button class="button">Compare</button></div>
    </form>
  </section>`;
}

function renderQueryForm({ since, sinceError: error }: ReconcileView): Html {
  const hint = t(
    'In the time zone of the shop. Every payment that was started since then is queried, also a finished payment.',
  );
  const control = html`<input
    id="since"
    name="since"
    type="datetime-local"
    value="${since}"
    required
    ${renderAriaAttributes('since', hint, error)}
  />`;
  return html`<section class="card reconcile" id="reconcile">
    <h2>Reconcile with the gateway</h2>
    <form class="form" method="post" action="${base()}/reconcile">
      ${renderField({ name: 'since', label: t('Payments started since'), control, hint, error, isNarrow: true })}
      <div><button class="button">Reconcile</button></div>
    </form>
  </section>`;
}

function renderComparison({ summary, differences, count }: Comparison): Html {
  return html`<section class="card">
    <h2>Result</h2>
    ${count === 0 ? renderNotice('success', t('The file and the shop agree.')) : renderNotice('warning', describeCount(count))}
    ${describeTotals(summary).map((text) => html`<p>${text}</p>`)}
    ${differences.length > 0 && renderTable('Differences', columns, differences)}
    ${
      count > differences.length &&
      html`<p class="muted">
        The first ${differences.length} are shown. The command pgw reconcile lists all of them.
      </p>`
    }
  </section>`;
}

function describeCount(count: number): string {
  return count === 1 ? t('1 difference') : t`${count} differences`;
}

const chips: Readonly<Record<Difference['type'], Chip>> = {
  missing: { label: 'Not in the file', tone: 'danger', icon: 'alert' },
  unknown: { label: 'Not in the shop', tone: 'danger', icon: 'question' },
  different: { label: 'Differs', tone: 'warning', icon: 'alert' },
  duplicate: { label: 'Twice in the file', tone: 'warning', icon: 'alert' },
};

const columns: readonly Column<Difference>[] = [
  { title: 'Problem', cell: ({ type }) => renderChip(chips[type]) },
  { title: 'Payment', isHeader: true, cell: renderSubject },
  { title: 'Shop', isNumber: true, cell: ({ shop }) => (shop === null ? '–' : formatAmount(shop)) },
  {
    title: 'File',
    isNumber: true,
    cell: ({ gateway }) => (gateway === null ? '–' : formatAmount(gateway)),
  },
];

function renderSubject({ shop, gateway }: Difference): TemplateValue {
  const reference = shop?.reference ?? gateway?.reference;
  const number = shop?.transactionNumber ?? gateway?.transactionNumber;
  return html`${
      shop !== null && reference != null
        ? html`<a href="${base()}/payments/${encodeURIComponent(reference)}"><code>${reference}</code></a>`
        : html`<code>${reference}</code>`
    } <span class="explanation muted"><code>${number}</code></span>`;
}
