import { html, type TemplateValue } from '@pgw/example-pages';
import type { Action } from '../actions.ts';
import { renderTable, renderTime, type Column } from './table.ts';

const columns: readonly Column<Action>[] = [
  { title: 'Time', isHeader: true, cell: ({ at }) => renderTime(at) },
  { title: 'Clerk', cell: ({ clerk }) => clerk },
  {
    title: 'Action',
    cell: ({ text, error }) =>
      html`${text}
      ${error !== null && html`<span class="explanation muted">Not done, because it failed.</span>`}`,
  },
  { title: 'On', cell: ({ subject }) => html`<code>${subject}</code>` },
];

/** Renders which clerk requested which action. */
export function renderActions(actions: readonly Action[]): TemplateValue {
  return (
    actions.length > 0 &&
    html`<section class="card clerk-actions" data-live="actions">
      <h2>Actions of clerks</h2>
      ${renderTable('Actions of clerks, oldest first', columns, actions)}
    </section>`
  );
}
