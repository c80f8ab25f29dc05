import { css, type CSSResult } from 'lit';

/** Styles of the countdown and of the redirect screen. */
export const payStyles: CSSResult = css`
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
`;
