import { css } from 'lit';

/** From the sum to the button, and every other button. */
export const pay = css`
  .breakdown {
    margin-block-start: calc(5 * var(--space));
    padding-block-start: calc(4 * var(--space));
    border-block-start: 1px solid var(--border);
    color: var(--text-muted);
    font-size: 0.9375em;
  }
  .breakdown > div,
  .facts > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 calc(4 * var(--space));
    align-items: center;
    justify-content: space-between;
  }
  .breakdown > div {
    padding-block: 2px;
  }
  .breakdown .total {
    margin-block-start: var(--space);
    color: var(--text);
    font-size: 1.0667em;
    font-weight: 600;
  }
  .pay-area {
    margin-block-start: calc(5 * var(--space));
  }
  .pay,
  .secondary {
    display: flex;
    gap: calc(2.5 * var(--space));
    align-items: center;
    justify-content: center;
    width: 100%;
    padding: calc(2.5 * var(--space)) calc(4 * var(--space));
    border: 1px solid transparent;
    border-radius: 12px;
    font: inherit;
    text-align: center;
    text-decoration: none;
    cursor: pointer;
    transition: background-color 120ms var(--ease);
  }
  .pay {
    min-height: var(--pgw-pay-height, 52px);
    background: var(--accent);
    color: var(--on-accent);
    font-size: 1.0625em;
    font-weight: 600;
  }
  .pay:hover,
  .pay:active {
    background: var(--accent-hover);
  }
  .pay[aria-disabled] {
    cursor: default;
    background: var(--accent);
  }
  .pay.idle {
    border-color: var(--border);
    background: var(--surface);
    color: var(--disabled-text);
  }
  .secondary {
    min-height: 48px;
    border-color: var(--border-control);
    background: var(--bg);
    color: var(--text);
    font-weight: 500;
  }
  .secondary:hover {
    background: var(--surface);
  }
  .text {
    min-height: 44px;
    padding: 0 calc(3 * var(--space));
    border: 0;
    border-radius: var(--radius-control);
    background: none;
    color: var(--accent);
    font: inherit;
    font-weight: 500;
    cursor: pointer;
  }
  .text:hover {
    text-decoration: underline;
  }
  .pay-note {
    min-height: 1.5em;
    margin-block-start: calc(2.5 * var(--space));
    color: var(--text-muted);
    font-size: 0.875em;
    text-align: center;
    text-wrap: balance;
  }
  .notice {
    display: flex;
    gap: calc(2.5 * var(--space));
    margin-block-start: calc(4 * var(--space));
    padding: calc(3 * var(--space)) calc(3.5 * var(--space));
    border: 1px solid color-mix(in srgb, var(--tone) 35%, transparent);
    border-radius: var(--radius-control);
    background: var(--tint);
    font-size: 0.875em;
  }
  .notice:first-child {
    margin-block: 0 calc(4 * var(--space));
  }
  .notice[tabindex]:focus {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
    border-radius: var(--radius-control);
  }
  .notice .icon {
    margin-block-start: 0.1em;
    color: var(--tone);
  }
  .notice b,
  .notice bdi:first-of-type {
    font-weight: 600;
  }
  .notice .secondary {
    margin-block-start: calc(2 * var(--space));
  }
  .warning {
    --tone: var(--warning);
    --tint: var(--warning-tint);
  }
  .danger {
    --tone: var(--danger);
    --tint: var(--danger-tint);
  }
  .info {
    --tone: var(--info);
    --tint: var(--info-tint);
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
`;
