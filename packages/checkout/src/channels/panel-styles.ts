import { css, type CSSResult } from 'lit';

/** Styles of the panel below the chosen channel, and of the rows in it. */
export const panelStyles: CSSResult = css`
  /* Only the opacity is animated: with the final height, the chosen row can keep its place on the screen. */
  .panel {
    transition: opacity 180ms var(--_pgw-ease);
  }
  @starting-style {
    .panel {
      opacity: 0;
    }
  }
  .item .panel {
    padding: calc(4 * var(--_pgw-space)) calc(3.5 * var(--_pgw-space));
  }
  .bank-label {
    margin-block-end: calc(2 * var(--_pgw-space));
    font-size: 0.9375em;
    font-weight: 600;
  }
  .bank-box {
    contain: content;
    overflow: clip;
    border: 1px solid var(--_pgw-border);
    border-radius: var(--_pgw-radius-control);
  }
  .bank-list {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    max-height: min(18em, 60vh);
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
  .loading {
    min-height: min(18em, 60vh);
    align-content: start;
  }
  .bank {
    display: flex;
    gap: calc(3 * var(--_pgw-space));
    align-items: center;
    min-height: 52px;
    padding: calc(2 * var(--_pgw-space)) calc(3 * var(--_pgw-space));
    background: var(--_pgw-bg);
    scroll-margin-block: 8px 40px;
  }
  .bank-list .bank {
    box-shadow: 0 -1px var(--_pgw-border);
  }
  .bank.chosen {
    background: var(--_pgw-accent-tint);
  }
  .bank .logo {
    width: 32px;
    height: 32px;
    border-radius: 8px;
  }
  .bank-name {
    display: block;
    font-size: 0.9375em;
    font-weight: 500;
    line-height: 1.4;
  }
  .panel-failed {
    padding: calc(4 * var(--_pgw-space)) calc(3 * var(--_pgw-space));
    color: var(--_pgw-text-muted);
    text-align: center;
  }
  .panel-failed p {
    margin-block-end: calc(3 * var(--_pgw-space));
  }
  .bank:has(:focus-visible) {
    border-radius: var(--_pgw-radius-control);
  }
  @media (hover: hover) {
    .bank:not(.disabled, .chosen):hover {
      background: var(--_pgw-surface);
    }
  }
  .block-search {
    height: var(--pgw-control-height, 48px);
    margin-block-end: calc(3 * var(--_pgw-space));
    border-radius: var(--_pgw-radius-control);
  }
  @container pgw (width >= 640px) {
    .bank-list {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
    .bank-list .bank {
      box-shadow:
        0 -1px var(--_pgw-border),
        -1px 0 var(--_pgw-border);
    }
  }
`;
