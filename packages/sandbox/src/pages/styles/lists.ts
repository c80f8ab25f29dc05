/**
 * Styles of tables, and of the links on the front page. On narrow screens each row is a card, and each cell shows
 * the name of its column. On wide screens a table that is wider than its place scrolls there.
 */
export const listStyles = `
.lists { display: flex; flex-wrap: wrap; gap: 8px 20px; margin-block-start: 12px; }
.table { overflow-x: auto; margin-block-start: 12px; }
table { border-collapse: collapse; inline-size: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
:is(th, td) { padding: 10px 6px; text-align: start; vertical-align: top; border-block-end: 1px solid var(--border); }
.number, thead th, td[data-label='Paid with'], :is(td, th) :is(time, code, .chip) { overflow-wrap: break-word; }
th { color: var(--muted); font-weight: 500; }
tbody th { color: var(--text); font-weight: 400; }
:is(td, th) code { font-size: .75rem; }
:is(td, th) a { color: var(--text); font-weight: 500; }
tbody th a { display: block; min-block-size: 24px; }
tr.open { background: var(--accent-tint); box-shadow: inset 3px 0 var(--accent); }
.number { text-align: end; }
@media (max-width: 719px) {
  thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr { display: block; }
  tbody tr { padding: 8px 12px; margin-block-end: 12px; border: 1px solid var(--border); border-radius: 12px; }
  tbody :is(th, td) { display: flex; flex-wrap: wrap; gap: 0 8px; padding: 4px 0; border: 0; text-align: start; }
  .number, td[data-label='Paid with'], :is(td, th) :is(time, code, .chip) { overflow-wrap: anywhere; }
  tbody :is(th, td) > * { flex: 1 1 7rem; min-inline-size: 0; }
  td.number { text-align: start; }
  tbody :is(th, td)::before { content: attr(data-label); flex: 0 1 6.5rem; max-inline-size: 100%; color: var(--muted); font-weight: 400; overflow-wrap: break-word; }
}
`;
