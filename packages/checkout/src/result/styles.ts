import { css, type CSSResult } from 'lit';
import { declareColors } from '../ui/styles/tokens.ts';

/** Styles of the redirect screen, of the outcomes and of the return page. */
export const resultStyles: CSSResult = css`
  ${declareColors([
    ['success', '#17703c', '#6fd08f'],
    ['success-tint', '#eaf6ee', '#14301f'],
  ])}
  .screen-icon.info {
    --_pgw-tone: var(--_pgw-accent);
    --_pgw-tint: var(--_pgw-accent-tint);
  }
  .screen-icon.success {
    --_pgw-tone: var(--_pgw-success);
    --_pgw-tint: var(--_pgw-success-tint);
  }
  /* The line of the tick is shorter than 20 units. */
  .screen-icon.success .icon-check {
    stroke-dasharray: 20;
    animation: draw 300ms var(--_pgw-ease) both;
  }
  @keyframes draw {
    from {
      stroke-dashoffset: 20;
    }
  }
  .screen-icon.failed {
    --_pgw-tone: var(--_pgw-danger);
    --_pgw-tint: var(--_pgw-danger-tint);
  }
  .screen-icon.expired {
    --_pgw-tone: var(--_pgw-warning);
    --_pgw-tint: var(--_pgw-warning-tint);
  }
  .money-sentence {
    color: var(--_pgw-text);
    font-weight: 500;
  }
  .spinner.large {
    width: 64px;
    height: 64px;
    border-width: 4px;
    color: var(--_pgw-accent);
  }
  slot[name='success-actions'] {
    max-width: 400px;
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
  .code {
    width: 200px;
    height: 200px;
    margin-block: calc(5 * var(--_pgw-space)) var(--_pgw-space);
    border-radius: var(--_pgw-radius);
    background: #fff;
    forced-color-adjust: none;
  }
  .phone-screen .timer {
    margin: calc(2 * var(--_pgw-space)) 0 0;
  }
  .waiting {
    display: flex;
    gap: calc(2.5 * var(--_pgw-space));
    align-items: center;
    margin-block-start: calc(3 * var(--_pgw-space));
    color: var(--_pgw-text-muted);
    font-size: 0.875em;
    text-align: start;
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
  .redirect-logos {
    display: flex;
    gap: calc(4 * var(--_pgw-space));
    align-items: center;
  }
  .logo-frame {
    padding: 9px;
    border: 1px solid var(--_pgw-border);
    border-radius: 18px;
  }
  .logo-frame .logo {
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
    animation: blink 1.2s infinite;
  }
  .dots i:nth-child(2) {
    animation-delay: 0.15s;
  }
  .dots i:nth-child(3) {
    animation-delay: 0.3s;
  }
  @keyframes blink {
    0%,
    60%,
    100% {
      opacity: 0.3;
    }
    30% {
      opacity: 1;
    }
  }
  /* Reserves the height of the text and the link, which appear later. */
  .redirect-help {
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
  @media (forced-colors: active) {
    .spinner.large {
      color: CanvasText;
    }
  }
`;
