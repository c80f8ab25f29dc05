/** Tables to read: wide where there is room, scrolling sideways where there is none. */
export const listStyles = `
.wide { max-inline-size: 1100px; }
.lists { display: flex; flex-wrap: wrap; gap: 8px 20px; margin-block-start: 12px; }
.scroll { overflow-x: auto; margin-block-start: 16px; }
.scroll:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
table { border-collapse: collapse; inline-size: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
:is(th, td) { padding: 10px 12px; text-align: start; border-block-end: 1px solid var(--border); white-space: nowrap; }
th { color: var(--muted); font-weight: 500; }
`;
