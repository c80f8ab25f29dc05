import { css } from './css.ts';
import { declare } from './tokens.ts';

/** What only the screens of an outcome and the way to the bank need. */
export const resultStyles: string = css`
  ${declare([
    ['success', '#17703c', '#6fd08f'],
    ['success-tint', '#eaf6ee', '#14301f'],
    ['warning', '#805300', '#ebbe66'],
    ['warning-tint', '#fff5e0', '#33280f'],
    ['danger-tint', '#fef1ef', '#3a1a17'],
  ])}
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
  .spinner.large {
    width: 64px;
    height: 64px;
    border-width: 4px;
    color: var(--_pgw-accent);
  }
  slot[name='success-actions'] {
    max-width: 400px;
  }
  slot[name='success-actions'] {
    display: block;
    width: 100%;
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
    display: flex;
    flex-wrap: wrap;
    gap: 0 calc(4 * var(--_pgw-space));
    align-items: center;
    justify-content: space-between;
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
  .timer {
    display: flex;
    gap: 6px;
    align-items: center;
    width: fit-content;
    margin-block-start: -9px;
    margin-inline-start: auto;
    padding: 1px 10px;
    border-radius: 99px;
    background: var(--_pgw-warning-tint);
    color: var(--_pgw-warning);
    font-size: 0.875em;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  @container pgw (width < 320px) {
    .timer {
      margin-block: 3px;
      margin-inline-start: 0;
    }
  }
  [dir='rtl'] .icon-arrow,
  [dir='rtl'] .icon-back {
    transform: scaleX(-1);
  }
  @media (prefers-contrast: more) {
    .pgw {
      --_pgw-text-muted: var(--_pgw-text);
      --_pgw-border: var(--_pgw-text-muted);
      --_pgw-border-control: var(--_pgw-text-muted);
    }
  }
  @media (forced-colors: active) {
    .pay {
      border: 2px solid ButtonText;
      background: ButtonText;
      color: ButtonFace;
      forced-color-adjust: none;
    }
    .pay.idle {
      border-color: GrayText;
      background: ButtonFace;
      color: GrayText;
    }
    .sign {
      border: 2px solid;
    }
    .logo,
    .spinner {
      forced-color-adjust: none;
    }
    .spinner.large {
      color: CanvasText;
    }
    .dots i,
    .progress::after {
      background: GrayText;
    }
  }
`;
