import { css, type CSSResult } from 'lit';

/** While a payment is being started, Pay keeps its color. Before that, a disabled Pay is `blocked` and gray. */
export const buttonStyles: CSSResult = css`
  .pay-area {
    margin-block-start: calc(5 * var(--_pgw-space));
  }
  .pay-buttons {
    display: flex;
    gap: calc(2 * var(--_pgw-space));
  }
  .primary,
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
    text-wrap: balance;
    cursor: pointer;
    transition: background-color 120ms var(--_pgw-ease);
  }
  .primary {
    min-height: var(--pgw-pay-height, 52px);
    background: var(--_pgw-accent);
    color: var(--_pgw-on-accent);
    font-size: 1.0625em;
    font-weight: 600;
  }
  .primary:hover,
  .primary:active {
    background: var(--_pgw-accent-hover);
  }
  .primary[aria-disabled] {
    cursor: default;
    background: var(--_pgw-accent);
  }
  .primary.blocked {
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
  .phone {
    display: none;
  }
  @media (hover: hover) and (pointer: fine) and (min-width: 720px) {
    .phone {
      display: flex;
    }
  }
  .pay-buttons .phone {
    flex: 1 0 max-content;
    width: auto;
  }
  .phone[aria-disabled] {
    cursor: default;
    color: var(--_pgw-disabled-text);
  }
  @container pgw (width < 480px) {
    .phone {
      display: none;
    }
  }
  @media (scripting: none) {
    .phone {
      display: none;
    }
  }
  .secondary:hover {
    background: var(--_pgw-surface);
  }
  .pay-note {
    min-height: 1.5em;
    margin-block-start: calc(2.5 * var(--_pgw-space));
    color: var(--_pgw-text-muted);
    font-size: 0.875em;
    text-align: center;
    text-wrap: balance;
  }
  .pay-note a {
    color: inherit;
  }
  .spinner {
    flex: none;
    width: 1.25em;
    height: 1.25em;
    border: 2px solid transparent;
    border-color: color-mix(in srgb, currentcolor 30%, transparent);
    border-block-start-color: currentcolor;
    border-radius: 50%;
    animation: spin 900ms linear infinite;
  }
  @keyframes spin {
    to {
      transform: rotate(1turn);
    }
  }
  @keyframes pulse {
    50% {
      opacity: 0.5;
    }
  }
  .text-button {
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
  .text-button:hover {
    text-decoration: underline;
  }
  [dir='rtl'] .icon-arrow,
  [dir='rtl'] .icon-back {
    transform: scaleX(-1);
  }
`;
