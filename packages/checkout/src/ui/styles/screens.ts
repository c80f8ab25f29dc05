import { css, type CSSResult } from 'lit';

/** Styles of a screen with one message: an icon, a title, a sentence and buttons. */
export const screenStyles: CSSResult = css`
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
  .screen > * {
    max-width: 400px;
  }
  .screen-icon {
    display: grid;
    place-items: center;
    width: 64px;
    height: 64px;
    border-radius: 50%;
    background: var(--_pgw-tint);
    color: var(--_pgw-tone);
  }
  .screen-icon .icon {
    width: 28px;
    height: 28px;
  }
  .screen-icon.neutral,
  .screen-icon.canceled {
    --_pgw-tone: var(--_pgw-text-muted);
    --_pgw-tint: var(--_pgw-surface);
    border: 1px solid var(--_pgw-border);
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
  .buttons {
    display: grid;
    gap: calc(2 * var(--_pgw-space));
    width: 100%;
    margin-block-start: calc(6 * var(--_pgw-space));
  }
`;
