import { html, type TemplateValue } from '@pgw/pages';
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

/** Renders which clerk requested which action on the subject of the page, oldest first. */
export function renderActions(actions: readonly Action[]): TemplateValue {
  return renderSection(actions, { title: 'Actions of clerks', caption: 'Actions of clerks, oldest first' });
}

/** Renders the latest actions of all clerks, newest first. */
export function renderLatestActions(actions: readonly Action[]): TemplateValue {
  return renderSection(actions, {
    title: 'Latest actions of clerks',
    caption: 'Latest actions of clerks, newest first',
  });
}

function renderSection(
  actions: readonly Action[],
  { title, caption }: { readonly title: string; readonly caption: string },
): TemplateValue {
  return (
    actions.length > 0 &&
    html`<section class="card clerk-actions" data-live="actions">
      <h2>${title}</h2>
      ${renderTable(caption, columns, actions)}
    </section>`
  );
}
