/**
 * Styles of the bank page, and of the pages with the layout `plain`: the front page, the result pages and the
 * page for an unknown number. The Approve button is nearly black, because a button in the red of some banks
 * would look like a warning.
 */
export const bankStyles = `
.bank, .plain { background: var(--page-bg); }
.provider { display: flex; align-items: center; gap: 12px; padding: 16px 24px; background: var(--bg); border-block-end: 1px solid var(--border); font-size: 1.0625rem; font-weight: 600; }
.bank .card > .facts { margin-block: 16px 20px; }
.bank .card > .button + .button { margin-block-start: 8px; }
.qr { margin: 16px auto 8px; max-inline-size: 280px; padding: 8px; border-radius: 12px; background: #fff; }
.qr svg { display: block; inline-size: 100%; block-size: auto; }
.time-left { text-align: center; margin-block-end: 16px; font-weight: 500; }
.bank .card h1 + .muted { margin-block-start: 8px; }
.bank .card > .button + h2, .bank .card > .facts + h2 { margin-block: 24px 8px; }
.outcomes { margin-block-start: 4px; }
.outcomes li + li { border-block-start: 1px solid var(--border); }
.outcomes button { display: flex; flex-wrap: wrap; align-items: center; gap: 0 12px; inline-size: 100%; min-block-size: 48px; padding: 8px 0; border: 0; background: none; text-align: start; border-radius: 8px; }
.outcomes button:hover { background: var(--surface); }
.outcomes span { flex: 1 1 7rem; }
.outcomes .icon { color: var(--muted); }
code { font: 400 .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.outcomes code { padding: 2px 8px; border-radius: 8px; background: var(--surface); color: var(--muted); overflow-wrap: break-word; }
.choice legend { font-weight: 600; padding: 0; margin-block-end: 8px; }
.choice + .choice { margin-block-start: 16px; }
.segments { display: flex; flex-wrap: wrap; border: 1px solid var(--control); border-radius: 12px; }
.segments label { position: relative; flex: 1 1 0; display: flex; max-inline-size: 100%; cursor: pointer; overflow-wrap: break-word; }
.segments input { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; margin: 0; opacity: 0; cursor: pointer; }
.segments span { flex: 1; display: grid; place-items: center; min-block-size: 44px; padding: 4px 6px; border-radius: 11px; text-align: center; line-height: 1.25; font-size: .9375rem; }
.segments input:checked + span { background: var(--button); color: var(--on-button); font-weight: 500; }
.segments input:focus-visible + span { outline: 2px solid var(--focus); outline-offset: 2px; }
details { margin-block-start: 12px; }
summary { min-block-size: 44px; display: flex; align-items: center; cursor: pointer; color: var(--muted); font-size: .9375rem; text-decoration: underline; text-underline-offset: 3px; }
.check { display: flex; align-items: flex-start; gap: 12px; min-block-size: 44px; padding-block: 10px; }
.check input { inline-size: 20px; block-size: 20px; margin: 2px 0 0; accent-color: var(--button); flex: none; }
.field { margin-block-end: 20px; }
.field label { display: block; font-weight: 500; margin-block-end: 8px; }
.field input { inline-size: 100%; min-block-size: 48px; padding-inline: 14px; border: 1px solid var(--control); border-radius: 10px; background: var(--field); letter-spacing: .2em; font-variant-numeric: tabular-nums; }
.field input[aria-invalid] { border-color: var(--danger); }
.field p { font-size: .8125rem; margin-block-start: 8px; }
.plain h2 { margin-block: 0 4px; }
.plain h1 + .muted { margin-block-start: 8px; }
.plain .card > .facts { margin-block: 12px; }
.payments li { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; padding-block: 8px; }
.payments li + li { border-block-start: 1px solid var(--border); }
.payments a { color: var(--accent); min-block-size: 44px; display: inline-flex; align-items: center; font-weight: 500; }
.payments .sum { margin-inline-start: auto; font-variant-numeric: tabular-nums; }
`;
