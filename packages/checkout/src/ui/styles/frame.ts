import { css, type CSSResult } from 'lit';

/** The rules of a page match the element, but not `.reset`, which resets what the element inherits. */
export const frameStyles: CSSResult = css`
  :host {
    display: block;
    max-width: 100%;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  .reset {
    all: initial;
    display: block;
    font: 400 var(--pgw-font-size, medium) / 1.5
      var(
        --pgw-font,
        system-ui,
        -apple-system,
        'Segoe UI',
        Roboto,
        'Noto Sans',
        'PingFang SC',
        'Microsoft YaHei',
        'Noto Sans SC',
        'Tamil Sangam MN',
        'Nirmala UI',
        'Noto Sans Tamil',
        sans-serif
      );
    color: var(--_pgw-text);
    -webkit-text-size-adjust: 100%;
    user-select: text;
    /* A page can hide the element, disable it, and set its color scheme. */
    visibility: inherit;
    pointer-events: inherit;
    color-scheme: inherit;
  }
  /* The width in a parent that has the width of its content. The width of .pgw does not depend on its content. */
  .reset::before {
    display: grid;
    grid-template-columns: minmax(min(240px, 100vw - 48px), min(480px, 100vw - 48px));
    overflow: hidden;
    content: '';
  }
  .pgw {
    container: pgw / inline-size;
    position: relative;
  }
  .pgw:lang(ta),
  .pgw:lang(th) {
    line-height: 1.6;
  }
  .frame {
    position: relative;
    overflow: clip;
    max-width: 816px;
    margin-inline: auto;
    border: 1px solid var(--_pgw-border);
    border-radius: var(--_pgw-radius-frame);
    background: var(--_pgw-bg);
    overflow-wrap: anywhere;
    --_pgw-pad: calc(5 * var(--_pgw-space));
  }
  h2,
  p,
  dl,
  dd,
  fieldset,
  legend {
    margin: 0;
    padding: 0;
    border: 0;
    min-width: 0;
    font: inherit;
  }
  .summary,
  .body,
  .footer {
    padding: var(--_pgw-pad);
  }
  .summary {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_pgw-space) calc(4 * var(--_pgw-space));
    justify-content: space-between;
    align-items: end;
    border-block-end: 1px solid var(--_pgw-border);
    background: var(--_pgw-surface);
  }
  .amount-label,
  .order {
    color: var(--_pgw-text-muted);
    font-size: 0.875em;
  }
  .amount {
    font-size: 2em;
    font-weight: 600;
    line-height: 1.2;
  }
  .currency {
    margin-inline-end: 0.1em;
    color: var(--_pgw-text-muted);
    font-size: 0.625em;
    font-weight: 500;
  }
  .order-details {
    flex-grow: 1;
    text-align: end;
    padding-block-end: 3px;
  }
  .merchant {
    font-size: 0.9375em;
    font-weight: 500;
    line-height: 1.4;
  }
  .money,
  .reference {
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  .amount .money {
    white-space: normal;
    font-variant-numeric: normal;
  }
  .footer {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_pgw-space) calc(4 * var(--_pgw-space));
    align-items: center;
    justify-content: space-between;
    padding-block: calc(3 * var(--_pgw-space));
    min-height: 45px;
    border-block-start: 1px solid var(--_pgw-border);
    color: var(--_pgw-text-muted);
    font-size: 0.8125em;
  }
  .gateway {
    display: flex;
    gap: calc(2 * var(--_pgw-space));
    align-items: center;
  }
  slot[name='footer']::slotted(*) {
    margin-inline-start: auto;
    color: inherit;
  }
  .icon {
    flex: none;
    width: 1.25em;
    height: 1.25em;
    fill: none;
    stroke: currentcolor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  /* Browsers without :focus-visible ignore this rule and show their own outline. */
  :focus:not(:focus-visible) {
    outline: none;
  }
  :focus-visible {
    outline: 2px solid var(--_pgw-focus);
    outline-offset: 2px;
  }
  h2:focus,
  .names:focus {
    outline: none;
  }
  button,
  input,
  label,
  a,
  .error,
  .notice {
    scroll-margin: 16px;
  }
  :host([frame='none']) .frame {
    border: 0;
    border-radius: 0;
    --_pgw-pad: 0px;
  }
  :host([frame='none']) .footer {
    padding-block: calc(3 * var(--_pgw-space)) 0;
    margin-block-start: calc(5 * var(--_pgw-space));
  }
  @container pgw (width < 320px) {
    .frame {
      --_pgw-pad: calc(4 * var(--_pgw-space));
    }
    .summary {
      display: block;
    }
    .order-details {
      text-align: start;
    }
  }
  @container pgw (width >= 640px) {
    .frame {
      --_pgw-pad: calc(7 * var(--_pgw-space));
    }
    .footer {
      padding-block: calc(3 * var(--_pgw-space));
    }
  }
`;
