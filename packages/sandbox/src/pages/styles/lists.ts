/**
 * Styles of tables, and of the links on the front page. On narrow screens each row is a card, and each cell shows
 * the name of its column.
 */
export const listStyles = `
.lists { display: flex; flex-wrap: wrap; gap: 8px 20px; margin-block-start: 12px; }
table { border-collapse: collapse; inline-size: 100%; margin-block-start: 12px; font-size: .875rem; font-variant-numeric: tabular-nums; }
:is(th, td) { padding: 10px 6px; text-align: start; vertical-align: top; border-block-end: 1px solid var(--border); overflow-wrap: anywhere; }
.number, :is(td, th) :is(time, code) { white-space: nowrap; }
th { color: var(--muted); font-weight: 500; }
thead th { white-space: nowrap; }
tbody th { color: var(--text); font-weight: 400; }
:is(td, th) code { font-size: .75rem; }
:is(td, th) a { color: var(--text); font-weight: 500; }
tbody th a { display: block; min-block-size: 24px; }
tr.open { background: var(--accent-tint); box-shadow: inset 3px 0 var(--accent); }
.number { text-align: end; }
@media (max-width: 719px) {
  thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  table, tbody, tr { display: block; }
  tbody tr { padding: 8px 12px; margin-block-end: 12px; border: 1px solid var(--border); border-radius: 12px; }
  tbody :is(th, td) { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 8px; padding: 4px 0; border: 0; text-align: start; }
  td.number { text-align: start; }
  :is(td, th) code { white-space: normal; }
  tbody :is(th, td)::before { content: attr(data-label); color: var(--muted); font-weight: 400; }
}
`;
