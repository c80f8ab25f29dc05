import { formatDecimal, renderBreadcrumb, type Html, type TemplateValue } from '@pgw/pages';
import { html, t } from '../language/language.ts';
import { base } from '../scope.ts';
import { createBalanceChart } from './balance-chart.ts';
import type { HistoryRange, Wallet, WalletEntry, WalletHistory } from './wallet-history.ts';
import { renderChart } from './chart.ts';
import { renderChip } from '../pages/chip.ts';
import { renderDayRangeForm } from '../pages/day-range.ts';
import { renderTable, renderTime, type Column } from '../pages/table.ts';
import { getWalletChip, getWalletName } from './wallets-page.ts';

interface WalletView {
  readonly wallet: Wallet;
  readonly history: WalletHistory;
  readonly range: HistoryRange;
}

/** The names of the gateway's types of wallet entries. */
const entryTypes: Readonly<Record<number, string>> = {
  1: 'Top-up',
  2: 'Payout',
  3: 'Reverse',
  4: 'Refund',
  5: 'Rebate',
  6: 'Unknown',
};

/** Renders a wallet's history: the balance as a chart, and the entries as a table. */
export function renderWallet(view: WalletView): Html {
  const { wallet, history, range } = view;
  // When older entries are not loaded yet, the chart starts at the oldest loaded entry.
  const oldestLoaded = history.entries.at(-1)?.at ?? range.from;
  const from = history.nextRecord === undefined ? range.from : oldestLoaded;
  const chart = createBalanceChart(history.entries, { from, to: range.to });
  return html`${renderBreadcrumb([[`${base()}/wallets`, t('Wallets')]], getWalletName(wallet), t('Breadcrumb'))}
    <div class="heading">
      <h1>${getWalletName(wallet)}</h1>
      ${renderChip(getWalletChip(wallet))}
    </div>
    <p class="balance">${formatDecimal(wallet.balance, wallet.currencyCode)}</p>
    ${renderDayRangeForm(range, { action: `${base()}/wallets/${wallet.id}`, button: t('Show') })}
    ${
      chart !== undefined &&
      renderChart(chart, { currencyCode: wallet.currencyCode, entryCount: history.entries.length })
    }
    ${renderEntries(view)}`;
}

function renderEntries({ wallet, history, range }: WalletView): TemplateValue {
  const { entries, nextRecord } = history;
  if (entries.length === 0) return html`<p class="card empty">There are no entries in this period.</p>`;
  const { fromField: from, toField: to, pages } = range;
  const nextQuery = new URLSearchParams({ from, to, pages: String(pages + 1) });
  const lastId = entries.at(-1)?.id ?? 0;
  return html`<div class="card sheet">
      ${renderTable('Entries, newest first', createColumns(wallet.currencyCode, lastId), entries)}
    </div>
    ${
      nextRecord !== undefined &&
      html`<p class="pages">
        <span class="muted">${entries.length} entries loaded.</span>
        <a class="button quiet" href="${base()}/wallets/${wallet.id}?${nextQuery.toString()}#entry-${lastId}"
          >Load more</a
        >
      </p>`
    }`;
}

function createColumns(currencyCode: string, lastId: number): readonly Column<WalletEntry>[] {
  return [
    {
      title: 'Time',
      isHeader: true,
      cell: ({ at, id }) => {
        const time = at === null ? html`–` : renderTime(at);
        // After "Load more", the browser scrolls to this entry, which the new entries follow.
        return id === lastId ? html`<span id="entry-${id}">${time}</span>` : time;
      },
    },
    { title: 'Type', cell: ({ type }) => t(entryTypes[type] ?? 'Type {0}', type) },
    {
      title: 'Description',
      cell: ({ description, reference }) =>
        html`${description} ${reference !== '' && html`<code>${reference}</code>`}`,
    },
    {
      title: 'Amount',
      isNumber: true,
      cell: ({ amount }) => `${amount > 0 ? '+' : ''}${formatDecimal(amount, currencyCode)}`,
    },
    { title: 'Balance after', isNumber: true, cell: ({ balance }) => formatDecimal(balance, currencyCode) },
  ];
}
