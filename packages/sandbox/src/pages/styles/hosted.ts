import { channels } from '../../catalogue/channels.ts';

const channelsWithFee = channels.filter(({ currencies }) =>
  currencies.some(({ fee, feePercent }) => fee ?? feePercent),
);

/** The rules for `.total-…` show only the label of the chosen channel. */
const payLabelStyles = channelsWithFee
  .map(
    ({ id }) =>
      `@supports selector(:has(*)) { form:has(#channel-${id}:checked) .total { display: none; } form:has(#channel-${id}:checked) .total-${id} { display: inline; } }`,
  )
  .join('\n');

/** Without support of `:has`, the terms of every channel are shown. */
const termsStyles = channels
  .filter(({ terms }) => terms !== undefined)
  .map(
    ({ id }) =>
      `@supports selector(:has(*)) { form:not(:has(#channel-${id}:checked)) .terms-${id} { display: none; } }`,
  )
  .join('\n');

/** Styles of the hosted page. The order is next to the channels, or above them on narrow screens. */
export const hostedStyles = `
.columns { flex: 1; display: flex; flex-direction: column; }
.order { background: var(--panel); color: var(--panel-text); padding: 20px; }
.shop { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; color: #fff; }
.shop-name { font-weight: 500; }
.order-short { flex: 1 1 100%; font-size: .875rem; min-inline-size: 0; }
.amount-label { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.amount { color: #fff; font-size: 2rem; font-weight: 600; line-height: 1.2; letter-spacing: -.01em; margin-block-start: 8px; font-variant-numeric: tabular-nums; }
.symbol { color: var(--panel-text); font-size: .62em; font-weight: 400; }
.order .fact { display: none; padding: 0; }
.order .deadline { display: flex; justify-content: flex-start; column-gap: .3em; border: 0; margin-block-start: 4px; font-size: .875rem; }
.order .deadline dd { font-weight: 400; }
.cancel-beside { display: none; }
.hosted main { padding: 24px 20px 32px; max-inline-size: 640px; inline-size: 100%; margin-inline: auto; }
.hosted h1 { font-size: 1.25rem; }
.group { margin-block-start: 20px; }
.group legend { color: var(--muted); font-size: .875rem; padding: 0; margin-block-end: 8px; }
.tiles { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; }
.tile {
  display: grid; grid-template-columns: auto auto minmax(0, 1fr); column-gap: 12px; align-items: center; align-content: center; min-block-size: 60px; padding: 12px 14px;
  border: 1px solid var(--border); border-radius: 14px; background: var(--bg); cursor: pointer;
}
.tile input { grid-row: 1 / 4; inline-size: 20px; block-size: 20px; margin: 0; accent-color: var(--accent); }
.tile .logo { grid-row: 1 / 4; }
.tile .name { grid-column: 3; font-weight: 500; line-height: 1.35; }
.tile .name:last-child { grid-row: 1 / 4; }
.tile :is(.hint, .fee) { grid-column: 3; font-size: .8125rem; color: var(--muted); }
.tile:hover { border-color: var(--control); }
.tile:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); background: var(--accent-tint); }
.tile:has(:disabled) { background: var(--surface); border-color: var(--border); cursor: not-allowed; }
.tile:has(:disabled) :is(.name, .hint) { color: var(--disabled); }
.tile:has(:disabled) .logo { filter: grayscale(1); opacity: .6; }
.tile:has(:focus-visible) { outline: 2px solid var(--focus); outline-offset: 2px; }
.tile input:focus-visible { outline: none; }
.panel { padding: 12px 14px 16px; border: 1px solid var(--accent); border-radius: 14px; }
.panel label { display: block; font-weight: 500; margin-block-end: 8px; }
.panel select { inline-size: 100%; min-block-size: 48px; padding-inline: 12px; border: 1px solid var(--control); border-radius: 10px; background: var(--field); text-overflow: ellipsis; }
@supports selector(:has(*)) { .tile:not(:has(:checked)) + .panel { display: none; } }
.pay {
  display: flex; align-items: center; justify-content: center; gap: 10px; inline-size: 100%; min-block-size: 52px; margin-block-start: 24px; padding: 12px 20px;
  border: 1px solid transparent; border-radius: 12px; background: var(--accent); color: var(--on-accent); font-size: 1.0625rem; font-weight: 600;
}
.pay [class^="total-"] { display: none; }
${payLabelStyles}
${termsStyles}
.terms a { color: var(--accent); }
.pay:hover { background: var(--accent-hover); }
.next { text-align: center; font-size: .875rem; margin-block-start: 12px; }
.cancel { display: inline-flex; align-items: center; gap: 8px; min-block-size: 44px; padding: 8px 0; border: 0; background: none; color: inherit; text-align: start; }
.cancel span { text-decoration: underline; text-underline-offset: 3px; }
.cancel-below { display: flex; justify-content: center; margin-block-start: 8px; color: var(--muted); }
@media (min-width: 640px) {
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); grid-auto-flow: row dense; }
  .tile:only-child, .panel { grid-column: 1 / -1; }
  .tile:only-child { grid-template-columns: auto auto minmax(0, 1fr) fit-content(50%); }
  .tile:only-child .fee { grid-column: 4; grid-row: 1 / 4; }
}
@media (min-width: 900px) {
  .columns { flex-direction: row; }
  .order { flex: 0 0 37.5%; padding: 56px 56px 40px 72px; }
  .order-short { display: none; }
  .shop-name { font-size: 1.0625rem; }
  .amount-label { position: static; inline-size: auto; block-size: auto; clip-path: none; margin-block-start: 40px; }
  .amount { font-size: 3rem; margin-block: 4px 32px; }
  .symbol { font-size: .52em; }
  .order .fact, .order .deadline { display: flex; justify-content: space-between; padding-block: 12px; border-block-start: 1px solid var(--panel-line); margin: 0; font-size: .9375rem; }
  .order .fact:last-child { border-block-end: 1px solid var(--panel-line); }
  .order .fact dd, .order .deadline dd { color: #fff; font-weight: 500; }
  .cancel-beside { display: block; margin-block-start: 16px; color: #fff; }
  .cancel-below { display: none; }
  .hosted main { padding: 48px 56px; max-inline-size: 722px; margin-inline: 0; }
  .hosted h1 { font-size: 1.375rem; }
}
.order :is(a, button):focus-visible { outline-color: #fff; }
`;
