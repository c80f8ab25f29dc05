import { css } from 'lit';

/** Screens that say one thing: outcomes, failures, the way to the bank, and what stands in until the list is here. */
export const screens = css`
  .screen {
    display: flex;
    flex-direction: column;
    align-items: center;
    padding-block: calc(9 * var(--_pgw-space)) calc(7 * var(--_pgw-space));
    text-align: center;
    animation: appear 160ms var(--_pgw-ease);
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
  .screen > *,
  slot[name='success-actions'] {
    max-width: 400px;
  }
  .sign {
    display: grid;
    place-items: center;
    width: 64px;
    height: 64px;
    border-radius: 50%;
    background: var(--_pgw-tint);
    color: var(--_pgw-tone);
  }
  .sign .icon {
    width: 28px;
    height: 28px;
  }
  .sign.calm {
    --_pgw-tone: var(--_pgw-accent);
    --_pgw-tint: var(--_pgw-accent-tint);
  }
  .sign.success {
    --_pgw-tone: var(--_pgw-success);
    --_pgw-tint: var(--_pgw-success-tint);
  }
  .sign.failed {
    --_pgw-tone: var(--_pgw-danger);
    --_pgw-tint: var(--_pgw-danger-tint);
  }
  .sign.expired {
    --_pgw-tone: var(--_pgw-warning);
    --_pgw-tint: var(--_pgw-warning-tint);
  }
  .sign.cancelled,
  .sign.neutral {
    --_pgw-tone: var(--_pgw-text-muted);
    --_pgw-tint: var(--_pgw-surface);
    border: 1px solid var(--_pgw-border);
  }
  .spinner.large {
    width: 64px;
    height: 64px;
    border-width: 4px;
    color: var(--_pgw-accent);
  }
  .screen-title {
    margin-block-start: calc(4 * var(--_pgw-space));
    font-size: 1.375em;
    font-weight: 600;
    line-height: 1.35;
    text-wrap: balance;
  }
  .screen-text {
    margin-block-start: calc(1.5 * var(--_pgw-space));
    color: var(--_pgw-text-muted);
    text-wrap: pretty;
  }
  slot[name='success-actions'] {
    display: block;
    width: 100%;
  }
  .buttons {
    display: grid;
    gap: calc(2 * var(--_pgw-space));
    width: 100%;
    margin-block-start: calc(6 * var(--_pgw-space));
  }
  .facts {
    width: 100%;
    margin-block-start: calc(6 * var(--_pgw-space));
    padding-inline: calc(4 * var(--_pgw-space));
    border: 1px solid var(--_pgw-border);
    border-radius: var(--_pgw-radius);
    background: var(--_pgw-surface);
    font-size: 0.875em;
    text-align: start;
  }
  .facts > div {
    min-height: 46px;
    padding-block: var(--_pgw-space);
  }
  .facts > div + div {
    border-block-start: 1px solid var(--_pgw-border);
  }
  .facts dt {
    color: var(--_pgw-text-muted);
  }
  .facts dd {
    display: flex;
    align-items: center;
    margin-inline-start: auto;
    font-weight: 500;
    text-align: end;
  }
  .facts dd:has(.copied) {
    display: grid;
    grid-template-columns: 1fr auto;
  }
  .copied {
    grid-column: 1 / -1;
    width: 0;
    min-width: 100%;
    padding-block-end: 3px;
    color: var(--_pgw-text-muted);
    font-weight: 400;
  }
  .reference {
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .copy {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    padding: 0;
    border: 0;
    border-radius: var(--_pgw-radius-control);
    background: none;
    color: var(--_pgw-text-muted);
    font: inherit;
    cursor: pointer;
    margin-block: calc(-1 * var(--_pgw-space));
    margin-inline-end: -14px;
  }
  .progress {
    position: absolute;
    inset-block-start: 0;
    inset-inline: 0;
    height: 3px;
    overflow: clip;
    background: var(--_pgw-border);
  }
  .progress::after {
    position: absolute;
    inset-block: 0;
    width: 45%;
    background: var(--_pgw-accent);
    animation: slide 1.6s var(--_pgw-ease) infinite;
    content: '';
  }
  @keyframes slide {
    from {
      inset-inline-start: -45%;
    }
    to {
      inset-inline-start: 100%;
    }
  }
  .hop {
    display: flex;
    gap: calc(4 * var(--_pgw-space));
    align-items: center;
  }
  .stop {
    padding: 9px;
    border: 1px solid var(--_pgw-border);
    border-radius: 18px;
  }
  .stop .logo {
    width: 48px;
    height: 48px;
    border-radius: 10px;
    font-size: 1.375em;
  }
  .dots {
    display: flex;
    gap: 7px;
  }
  .dots i {
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--_pgw-accent);
    animation: wink 1.2s infinite;
  }
  .dots i:nth-child(2) {
    animation-delay: 0.15s;
  }
  .dots i:nth-child(3) {
    animation-delay: 0.3s;
  }
  @keyframes wink {
    0%,
    60%,
    100% {
      opacity: 0.3;
    }
    30% {
      opacity: 1;
    }
  }
  .way-out {
    width: 100%;
    min-height: 132px;
    padding-block-start: calc(6 * var(--_pgw-space));
  }
  .stuck {
    min-height: 1.5em;
    margin-block-end: calc(4 * var(--_pgw-space));
    color: var(--_pgw-text-muted);
    font-size: 0.875em;
  }
  .block {
    display: block;
    height: 0.75em;
    border-radius: 6px;
    background: var(--_pgw-skeleton);
    animation: pulse 1.6s ease-in-out infinite;
  }
  @keyframes pulse {
    50% {
      opacity: 0.5;
    }
  }
  .block-search {
    height: var(--pgw-control-height, 48px);
    margin-block-end: calc(3 * var(--_pgw-space));
    border-radius: var(--_pgw-radius-control);
  }
  .unseen {
    visibility: hidden;
  }
  .block-amount {
    width: 4.5em;
    height: 0.9em;
    margin-block: 0.15em;
  }
  .block-title {
    width: 60%;
    height: 1.3em;
    margin-block-end: calc(4 * var(--_pgw-space));
  }
  .block-label {
    width: 100px;
    margin-block-end: calc(2.5 * var(--_pgw-space));
  }
  .block-dot {
    flex: none;
    width: 20px;
    height: 20px;
    border-radius: 50%;
  }
  .block-logo {
    flex: none;
    width: 36px;
    height: 36px;
    border-radius: 9px;
  }
  .block-name {
    width: 55%;
  }
  .block-hint {
    width: 75%;
    height: 0.6em;
    margin-block-start: 8px;
  }
  .block-pay {
    height: var(--pgw-pay-height, 52px);
    margin-block-start: calc(5 * var(--_pgw-space));
    border-radius: 12px;
  }
`;
