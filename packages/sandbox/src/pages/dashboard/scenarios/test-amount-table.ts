import { html, type Html } from '@pgw/protocol/html';
import { testAmounts } from '../../../scenarios/test-amounts.ts';
import { renderTable } from '../table.ts';

/** Renders the amounts that select outcomes. */
export function renderTestAmounts(): Html {
  return html`<p class="muted">
      With this switch, the last two digits of the amount of an order replace the outcome when its payment is
      approved: on the page of the bank, with a card, on this dashboard, or by a test. Other amounts are not
      affected.
    </p>
    <details data-key="test-amounts">
      <summary>The ${testAmounts.length} amounts</summary>
      ${renderTable(
        'Amounts that select outcomes',
        [{ name: 'Amount', isHeader: true }, { name: 'Outcome of an approval' }],
        testAmounts.map(({ digits, result }) => ({ cells: [`RM ….${digits}`, result] })),
      )}
    </details>`;
}
