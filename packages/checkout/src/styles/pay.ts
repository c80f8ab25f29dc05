import { css } from 'lit';

/** From the sum to the button, and every other button. */
export const pay = css`
  .breakdown {
    margin-block-start: calc(5 * var(--_pgw-space));
    padding-block-start: calc(4 * var(--_pgw-space));
    border-block-start: 1px solid var(--_pgw-border);
    color: var(--_pgw-text-muted);
    font-size: 0.9375em;
  }
  .breakdown > div,
  .facts > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 calc(4 * var(--_pgw-space));
    align-items: center;
    justify-content: space-between;
  }
  .breakdown > div {
    padding-block: 2px;
  }
  .breakdown .total {
    margin-block-start: var(--_pgw-space);
    color: var(--_pgw-text);
    font-size: 1.0667em;
    font-weight: 600;
  }
  .pay-area {
    margin-block-start: calc(5 * var(--_pgw-space));
  }
  .pay,
  .secondary {
    display: flex;
    gap: calc(2.5 * var(--_pgw-space));
    align-items: center;
    justify-content: center;
    width: 100%;
    padding: calc(2.5 * var(--_pgw-space)) calc(4 * var(--_pgw-space));
    border: 1px solid transparent;
    border-radius: 12px;
    font: inherit;
    text-align: center;
    text-decoration: none;
    cursor: pointer;
    transition: background-color 120ms var(--_pgw-ease);
  }
  .pay {
    min-height: var(--pgw-pay-height, 52px);
    background: var(--_pgw-accent);
    color: var(--_pgw-on-accent);
    font-size: 1.0625em;
    font-weight: 600;
  }
  .pay:hover,
  .pay:active {
    background: var(--_pgw-accent-hover);
  }
  .pay[aria-disabled] {
    cursor: default;
    background: var(--_pgw-accent);
  }
  .pay.idle {
    border-color: var(--_pgw-border);
    background: var(--_pgw-surface);
    color: var(--_pgw-disabled-text);
  }
  .secondary {
    min-height: 48px;
    border-color: var(--_pgw-border-control);
    background: var(--_pgw-bg);
    color: var(--_pgw-text);
    font-weight: 500;
  }
  .secondary:hover {
    background: var(--_pgw-surface);
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
  .pay-note {
    min-height: 1.5em;
    margin-block-start: calc(2.5 * var(--_pgw-space));
    color: var(--_pgw-text-muted);
    font-size: 0.875em;
    text-align: center;
    text-wrap: balance;
  }
  .notice {
    display: flex;
    gap: calc(2.5 * var(--_pgw-space));
    margin-block-start: calc(4 * var(--_pgw-space));
    padding: calc(3 * var(--_pgw-space)) calc(3.5 * var(--_pgw-space));
    border: 1px solid color-mix(in srgb, var(--_pgw-tone) 35%, transparent);
    border-radius: var(--_pgw-radius-control);
    background: var(--_pgw-tint);
    font-size: 0.875em;
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
  .spinner {
    flex: none;
    width: 1.25em;
    height: 1.25em;
    border: 2px solid color-mix(in srgb, currentcolor 30%, transparent);
    border-block-start-color: currentcolor;
    border-radius: 50%;
    animation: turn 900ms linear infinite;
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  @keyframes pulse {
    50% {
      opacity: 0.5;
    }
  }
`;
