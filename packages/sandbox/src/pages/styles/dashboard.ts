/** Navigation, list and details are side by side, or one below the other on narrow screens. */
export const dashboardStyles = `
.dash { flex: 1; display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; }
.rail { background: var(--surface); border-block-end: 1px solid var(--border); padding: 12px 16px; }
.rail-name .muted { display: block; font-size: .8125rem; font-weight: 400; line-height: 1.3; }
.rail-name { display: flex; align-items: center; gap: 12px; min-block-size: 44px; color: var(--text); font-weight: 600; text-decoration: none; }
.rail ul, .filters ul { display: flex; flex-wrap: wrap; gap: 4px 8px; }
.filters { margin-block-end: 16px; }
.rail li a { display: flex; align-items: center; gap: 10px; min-block-size: 44px; padding-inline: 12px; border-radius: 10px; color: var(--text); text-decoration: none; }
.rail li a[aria-current] { background: var(--bg); box-shadow: inset 0 0 0 1px var(--border); font-weight: 500; }
.rail .icon { inline-size: 1.250rem; block-size: 1.250rem; color: var(--muted); }
.rail .count { margin-inline-start: auto; color: var(--muted); font-size: .8125rem; font-variant-numeric: tabular-nums; }
.rail-foot { display: flex; flex-wrap: wrap; align-items: center; gap: 0 12px; font-size: .8125rem; }
.dash main { min-inline-size: 0; }
main > .dash-head { padding: 20px 16px 12px; }
.list, .detail { padding: 0 16px 32px; min-inline-size: 0; }
.dash-head { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; }
.detail h2 { font-size: 1.125rem; }
.detail h3 { font-size: .9375rem; margin-block: 24px 8px; }
.detail { border-inline-start: 1px solid var(--border); background: var(--bg); }
.detail:focus { outline: none; }
.chip-label { display: inline-flex; align-items: center; gap: 6px; padding: 4px 8px; border-radius: 8px; font-size: .8125rem; font-weight: 500; text-decoration: none; }
.chip-label .icon { inline-size: 1rem; block-size: 1rem; }
.chip-label.info { background: var(--accent-tint); color: var(--accent); }
.chip-label.success { background: var(--success-tint); color: var(--success); }
.chip-label.danger { background: var(--danger-tint); color: var(--danger); }
.chip-label.warning { background: var(--warning-tint); color: var(--warning); }
.chip-label.neutral { background: var(--surface); color: var(--muted); }
.active-scenarios { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.small { display: inline-flex; align-items: center; gap: 6px; min-block-size: 36px; padding: 4px 12px; border: 1px solid var(--control); border-radius: 10px; background: var(--bg); color: var(--text); font-size: .875rem; text-decoration: none; }
.small:hover { background: var(--surface); }
.search { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-block-end: 12px; }
.search input, .actions input:not([type]) { min-block-size: 44px; min-inline-size: 0; padding-inline: 12px; border: 1px solid var(--control); border-radius: 10px; background: var(--field); }
.search input { flex: 1 1 8rem; max-inline-size: 20rem; text-overflow: ellipsis; }
.search input::placeholder { color: var(--muted); opacity: 1; }
.filters a { display: flex; align-items: center; gap: 8px; min-block-size: 36px; padding-inline: 12px; border: 1px solid var(--border); border-radius: 10px; color: var(--text); text-decoration: none; font-size: .875rem; }
.filters a[aria-current] { background: var(--button); color: var(--on-button); border-color: var(--button); }
.dashboard :is(.back, .actions p) a { color: var(--accent); }
.callback { display: inline-flex; gap: 6px; align-items: center; }
.callback .icon { inline-size: 1rem; block-size: 1rem; }
.callback-delivered .icon { color: var(--success); }
.callback-given-up .icon { color: var(--danger); }
tbody .sent, .plain-facts .sent { display: block; font-size: .8125rem; }
.actions .error { color: var(--danger); }
.pages { display: flex; align-items: center; gap: 8px; margin-block-start: 12px; }
.pages p { margin-inline-end: auto; }
.detail .plain-facts { margin-block-start: 8px; }
.plain-facts div { display: flex; flex-wrap: wrap; gap: 0 8px; padding-block: 4px; font-size: .9375rem; }
.plain-facts dt { flex: 0 1 7.5rem; max-inline-size: 100%; color: var(--muted); overflow-wrap: break-word; }
.plain-facts dd { flex: 1 1 7rem; }
.message { padding: 10px 14px; border-radius: 10px; background: var(--surface); margin-block: 12px; }
.actions { margin-block-start: 16px; display: grid; gap: 12px; }
.actions form:not(.many) { display: grid; gap: 8px; }
.pair { display: flex; gap: 8px; }
.many { display: flex; flex-wrap: wrap; gap: 8px; }
.items li { padding-block: 8px; border-block-start: 1px solid var(--border); font-size: .9375rem; }
.callback-item { display: grid; gap: 8px; }
.callback-item details { margin: 0; }
.detail pre { margin: 0; padding: 12px; border-radius: 10px; background: var(--surface); white-space: pre-wrap; font: 400 .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.scenarios { display: grid; gap: 4px; }
.scenario-groups { columns: 2 22rem; column-gap: 16px; margin-block-start: 12px; }
.scenario-groups .card { break-inside: avoid; margin: 0 0 16px; }
.scenario { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 12px; align-items: center; padding-block: 2px; border-block-start: 1px solid var(--border); }
.scenario .switch { font-size: .9375rem; color: var(--text); min-block-size: 44px; inline-size: 100%; }
.scenario code { display: inline-block; max-inline-size: 100%; color: var(--muted); font-size: .8125rem; }
:is(.scenario, #clock) { scroll-margin-block-start: 30vh; }
.scenario summary { font-size: .8125rem; min-block-size: 32px; }
.scenario details { margin: 0; }
.scenario details[open] { grid-column: 1 / -1; padding-block-end: 8px; }
.scenario-limits { display: grid; grid-template-columns: minmax(0, auto) minmax(0, 1fr); gap: 8px 12px; align-items: center; font-size: .875rem; }
.scenario-limits :is(button, .error) { grid-column: 1 / -1; justify-self: start; }
.scenarios > form:not(.scenario) { display: grid; gap: 8px; }
.scenario-limits :is(input, select) { min-block-size: 44px; min-inline-size: 0; inline-size: 12rem; max-inline-size: 100%; padding-inline: 8px; border: 1px solid var(--control); border-radius: 10px; background: var(--field); }
.options { margin-block-start: 16px; }
.bullets { list-style: disc; padding-inline-start: 20px; margin-block-start: 8px; display: grid; gap: 6px; font-size: .9375rem; }
.reset { flex-wrap: wrap; margin-block-start: 16px; max-inline-size: 32rem; }
.reset .button { flex: 1 1 12rem; }
.rail-foot a { display: inline-block; padding-block: 4px; color: var(--accent); }
.menu { margin: 0; }
.menu summary { gap: 8px; padding-inline: 12px; border: 1px solid var(--control); border-radius: 10px; background: var(--bg); color: var(--text); font-weight: 500; list-style: none; text-decoration: none; }
.menu summary::-webkit-details-marker { display: none; }
.menu[open] summary { background: var(--accent-tint); border-color: var(--accent); }
@media (max-width: 719px) {
  .rail { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 12px; padding-block: 8px; }
  .rail nav { display: contents; }
  .rail ul { flex: 1 1 100%; flex-direction: column; }
  .rail-foot { flex: 1 1 100%; }
  .menu:not([open]) + ul, .rail nav:has(> .menu:not([open])) + .rail-foot { display: none; }
}
@media (min-width: 720px) { .menu { display: none; } }
@media (min-width: 720px) and (max-width: 1099px) {
  .rail { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 16px; padding-block: 8px; }
  .rail nav { order: 1; flex: 1 1 100%; }
}
@media (max-width: 1099px) { .has-detail .list { display: none; } .detail { border: 0; } }
@media (min-width: 1100px) {
  .dash { grid-template-columns: minmax(196px, auto) minmax(0, 1fr); align-content: stretch; }
  .has-detail main { display: grid; grid-template: auto 1fr / minmax(0, 1fr) 400px; }
  .detail { grid-area: 1 / 2 / 3 / 3; padding-block-start: 20px; }
  .rail { display: flex; flex-direction: column; border: 0; border-inline-end: 1px solid var(--border); }
  .rail ul { flex-direction: column; flex-wrap: nowrap; margin-block-start: 16px; }
  .rail-foot { flex-direction: column; align-items: flex-start; inline-size: 0; min-inline-size: 100%; margin-block-start: auto; }
  main > .dash-head { padding: 24px 24px 12px; }
  .list { padding: 0 24px 24px; }
  .back { display: none; }
}
@media (forced-colors: active) { .chip-label, .small, .filters a { border: 1px solid; } .filters a[aria-current], tr.open { outline: 2px solid Highlight; } }
`;

/** On narrow screens each row is a card, and each cell shows the name of its column. */
export const listStyles = `
.lists { display: flex; flex-wrap: wrap; gap: 8px 20px; margin-block-start: 12px; }
.table { overflow-x: auto; margin-block-start: 12px; }
.rows .label { display: none; }
table { border-collapse: collapse; inline-size: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
:is(th, td) { padding: 10px 6px; text-align: start; vertical-align: top; border-block-end: 1px solid var(--border); }
.number, thead th, td[data-label='Paid with'], :is(td, th) :is(time, code, .chip-label, .switch) { overflow-wrap: break-word; }
th { color: var(--muted); font-weight: 500; }
tbody th { color: var(--text); font-weight: 400; }
:is(td, th) code { font-size: .75rem; }
:is(td, th) a { color: var(--text); font-weight: 500; }
tbody th a { display: block; min-block-size: 24px; }
tr.open { background: var(--accent-tint); box-shadow: inset 3px 0 var(--accent); }
.number { text-align: end; }
@media (min-width: 720px) { th[data-label='Reference and transaction'] { inline-size: 17em; } } /* The other columns wrap first. */
@media (min-width: 1100px) { th[data-label='Reference and transaction'] { inline-size: 20em; } }
/* The open detail has what these columns have. */
@media (min-width: 1100px) and (max-width: 1439px) { .has-detail table:has([data-label='Paid with']) :is(th, td):is(:nth-child(3), :nth-child(6)) { display: none; } }
@media (max-width: 719px) {
  thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr { display: block; }
  tbody tr { padding: 8px 12px; margin-block-end: 12px; border: 1px solid var(--border); border-radius: 12px; }
  tbody :is(th, td) { display: flex; flex-wrap: wrap; gap: 0 8px; padding: 4px 0; border: 0; text-align: start; }
  .number, td[data-label='Paid with'], :is(td, th) :is(time, code, .chip-label, .switch) { overflow-wrap: anywhere; }
  tbody :is(th, td) > div { flex: 1 1 7rem; min-inline-size: 0; }
  th[data-label='Reference and transaction'] > div { flex-basis: 100%; }
  td.number { text-align: start; }
  .rows .label { display: block; flex: 0 1 6.5rem; max-inline-size: 100%; color: var(--muted); font-weight: 400; overflow-wrap: break-word; }
}
`;

/** Styles of the timeline, of requests and responses as they were sent, and of what the script of the dashboard shows. */
export const activityStyles = `
.visually-hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
.stream-banner { background: var(--warning-tint); color: var(--warning); margin: 0 16px 12px; }
.new-rows { margin-block-end: 12px; background: var(--accent-tint); color: var(--accent); border-color: var(--accent); }
.timeline { list-style: none; margin: 0; padding: 0; }
.timeline > li { position: relative; padding-block: 6px; padding-inline-start: 20px; font-size: .9375rem; }
.timeline > li::before { content: ""; position: absolute; inset-inline-start: 4px; inset-block-start: 14px; inline-size: 8px; block-size: 8px; border-radius: 50%; background: var(--control); }
.timeline > li::after { content: ""; position: absolute; inset-inline-start: 7px; inset-block: 26px -10px; inline-size: 2px; background: var(--border); }
.timeline > li:last-child::after { display: none; }
.timeline > .timeline-good::before { background: var(--success); }
.timeline > .timeline-bad::before { background: var(--danger); border-radius: 2px; }
.timeline-bad .timeline-text { color: var(--danger); }
.timeline-line { display: block; flex: 1; }
.timeline-line > span { display: block; }
.timeline > li > details { margin: 0; }
.timeline summary { cursor: pointer; color: var(--text); }
.timeline p { margin: 0; }
.timeline time { color: var(--muted); font-size: .8125rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.timeline .muted { font-size: .8125rem; }
.exchange { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; margin-block: 8px 16px; }
.exchange .message { margin: 0; }
.message-text { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; }
.message-text details { margin: 0; }
.message-start { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 8px; margin: 0; }
.message-start code { flex: 1 1 10rem; font-size: .8125rem; }
.exchange pre { max-block-size: 24rem; overflow: auto; }
.plain :is(.lists, .steps) a { color: var(--accent); }
.plain .message-text { margin-block: 8px 12px; }
.steps { margin: 8px 0 0; padding-inline-start: 20px; display: grid; gap: 8px; }
.plain pre { margin: 0; padding: 12px; border-radius: 10px; background: var(--surface); white-space: pre-wrap; font: 400 .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.signature { padding: 12px; border: 1px solid var(--border); border-radius: 10px; }
.signature > p { display: flex; gap: 8px; align-items: center; margin: 0; }
.signature-valid > p .icon { color: var(--success); }
.signature-wrong { border-color: var(--danger); }
.signature-wrong > p:first-child { color: var(--danger); }
.signature code { font-size: .75rem; }
.signature mark { background: var(--danger); color: var(--bg); border-radius: 2px; }
.signature .muted, .deviations { margin-block: 8px; font-size: .875rem; }
.deviations { list-style: disc; padding-inline-start: 20px; }
.small[aria-pressed="true"] { background: var(--warning-tint); border-color: var(--warning); color: var(--warning); }
.many > p { flex-basis: 100%; }
.switch { display: inline-flex; align-items: center; gap: 8px; min-block-size: 32px; padding: 0; border: 0; background: none; font-size: .8125rem; color: var(--muted); text-align: start; }
.switch::before { content: ""; flex: none; inline-size: 28px; block-size: 16px; border-radius: 8px; border: 1px solid var(--control); background: radial-gradient(circle at 8px 50%, var(--control) 5px, transparent 5.5px); }
.switch[aria-checked="true"] { color: var(--warning); }
.switch[aria-checked="true"]::before { border-color: var(--warning); background: radial-gradient(circle at 18px 50%, var(--bg) 5px, var(--warning) 5.5px); }
@media (prefers-reduced-motion: no-preference) {
  tr.new { animation: row-in .4s ease-out; }
  @keyframes row-in { from { opacity: 0; transform: translateY(-12px); background: var(--accent-tint); } }
}
@media (forced-colors: active) { .signature mark { background: Highlight; color: HighlightText; forced-color-adjust: none; } .timeline > li::before { background: CanvasText; } }
`;
