import { css } from './css.ts';
import { declare } from './tokens.ts';

/** What makes up the sum, and what is said inside the form. */
export const notices: string = css`
  ${declare([
    ['warning', '#805300', '#ebbe66'],
    ['warning-tint', '#fff5e0', '#33280f'],
    ['danger-tint', '#fef1ef', '#3a1a17'],
    ['info', '#2a4e9b', '#9db9f5'],
    ['info-tint', '#eff3fc', '#1a2540'],
  ])}
  .breakdown {
    margin-block-start: calc(5 * var(--_pgw-space));
    padding-block-start: calc(4 * var(--_pgw-space));
    border-block-start: 1px solid var(--_pgw-border);
    color: var(--_pgw-text-muted);
    font-size: 0.9375em;
  }
  .breakdown > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 calc(4 * var(--_pgw-space));
    align-items: center;
    justify-content: space-between;
    padding-block: 2px;
  }
  .breakdown .total {
    margin-block-start: var(--_pgw-space);
    color: var(--_pgw-text);
    font-size: 1.0667em;
    font-weight: 600;
  }
  .notice {
    display: flex;
    gap: calc(2.5 * var(--_pgw-space));
    margin-block-start: calc(4 * var(--_pgw-space));
    padding: calc(3 * var(--_pgw-space)) calc(3.5 * var(--_pgw-space));
    border: 1px solid var(--_pgw-border);
    border-radius: var(--_pgw-radius-control);
    background: var(--_pgw-tint);
    font-size: 0.875em;
  }
  @supports (color: color-mix(in srgb, #000, #000)) {
    .notice {
      border-color: color-mix(in srgb, var(--_pgw-tone) 35%, transparent);
    }
  }
  .notice:first-child {
    margin-block: 0 calc(4 * var(--_pgw-space));
  }
  .notice[tabindex]:focus {
    outline: 2px solid var(--_pgw-focus);
    outline-offset: 2px;
    border-radius: var(--_pgw-radius-control);
  }
  .notice .icon {
    margin-block-start: 0.1em;
    color: var(--_pgw-tone);
  }
  .notice b,
  .notice bdi:first-of-type {
    font-weight: 600;
  }
  .notice .secondary {
    margin-block-start: calc(2 * var(--_pgw-space));
  }
  .warning {
    --_pgw-tone: var(--_pgw-warning);
    --_pgw-tint: var(--_pgw-warning-tint);
  }
  .danger {
    --_pgw-tone: var(--_pgw-danger);
    --_pgw-tint: var(--_pgw-danger-tint);
  }
  .info {
    --_pgw-tone: var(--_pgw-info);
    --_pgw-tint: var(--_pgw-info-tint);
  }
  .text {
    min-height: 44px;
    padding: 0 calc(3 * var(--_pgw-space));
    border: 0;
    border-radius: var(--_pgw-radius-control);
    background: none;
    color: var(--_pgw-accent);
    font: inherit;
    font-weight: 500;
    cursor: pointer;
  }
  .text:hover {
    text-decoration: underline;
  }
`;
