import { css } from 'lit';

/** Screens that say one thing: outcomes, failures, the way to the bank, and what stands in until the list is here. */
export const screens = css`
  .screen {
    display: flex;
    flex-direction: column;
    align-items: center;
    padding-block: calc(9 * var(--space)) calc(7 * var(--space));
    text-align: center;
    animation: appear 160ms var(--ease);
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
  .screen > * {
    max-width: 400px;
  }
  .sign {
    display: grid;
    place-items: center;
    width: 64px;
    height: 64px;
    border-radius: 50%;
    background: var(--tint);
    color: var(--tone);
  }
  .sign .icon {
    width: 28px;
    height: 28px;
  }
  .sign.calm {
    --tone: var(--accent);
    --tint: var(--accent-tint);
  }
  .sign.success {
    --tone: var(--success);
    --tint: var(--success-tint);
  }
  .sign.failed {
    --tone: var(--danger);
    --tint: var(--danger-tint);
  }
  .sign.expired {
    --tone: var(--warning);
    --tint: var(--warning-tint);
  }
  .sign.cancelled,
  .sign.neutral {
    --tone: var(--text-muted);
    --tint: var(--surface);
    border: 1px solid var(--border);
  }
  .spinner.large {
    width: 64px;
    height: 64px;
    border-width: 4px;
    color: var(--accent);
  }
  .screen-title {
    margin-block-start: calc(4 * var(--space));
    font-size: 1.375em;
    font-weight: 600;
    line-height: 1.35;
    text-wrap: balance;
  }
  .screen-text {
    margin-block-start: calc(1.5 * var(--space));
    color: var(--text-muted);
    text-wrap: pretty;
  }
  slot[name='success-actions'] {
    display: block;
    width: 100%;
  }
  .buttons {
    display: grid;
    gap: calc(2 * var(--space));
    width: 100%;
    margin-block-start: calc(6 * var(--space));
  }
  .facts {
    width: 100%;
    margin-block-start: calc(6 * var(--space));
    padding-inline: calc(4 * var(--space));
    border: 1px solid var(--border);
    border-radius: var(--radius);
    background: var(--surface);
    font-size: 0.875em;
    text-align: start;
  }
  .facts > div {
    min-height: 46px;
    padding-block: var(--space);
  }
  .facts > div + div {
    border-block-start: 1px solid var(--border);
  }
  .facts dt {
    color: var(--text-muted);
  }
  .facts dd {
    display: flex;
    align-items: center;
    margin-inline-start: auto;
    font-weight: 500;
    text-align: end;
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
    border-radius: var(--radius-control);
    background: none;
    color: var(--text-muted);
    font: inherit;
    cursor: pointer;
    margin-block: calc(-1 * var(--space));
    margin-inline-end: -14px;
  }
  .progress {
    position: absolute;
    inset-block-start: 0;
    inset-inline: 0;
    height: 3px;
    overflow: clip;
    background: var(--border);
  }
  .progress::after {
    position: absolute;
    inset-block: 0;
    width: 45%;
    background: var(--accent);
    animation: slide 1.6s var(--ease) infinite;
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
    gap: calc(4 * var(--space));
    align-items: center;
  }
  .stop {
    padding: 9px;
    border: 1px solid var(--border);
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
    background: var(--accent);
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
    padding-block-start: calc(6 * var(--space));
  }
  .stuck {
    min-height: 1.5em;
    margin-block-end: calc(4 * var(--space));
    color: var(--text-muted);
    font-size: 0.875em;
  }
  .block {
    display: block;
    height: 0.75em;
    border-radius: 6px;
    background: var(--skeleton);
    animation: pulse 1.6s ease-in-out infinite;
  }
  @keyframes pulse {
    50% {
      opacity: 0.5;
    }
  }
  .block-search {
    height: var(--pgw-control-height, 48px);
    margin-block-end: calc(3 * var(--space));
    border-radius: var(--radius-control);
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
    margin-block-end: calc(4 * var(--space));
  }
  .block-label {
    width: 100px;
    margin-block-end: calc(2.5 * var(--space));
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
    margin-block-start: calc(5 * var(--space));
    border-radius: 12px;
  }
`;
