import { css, type CSSResult } from 'lit';

/** Styles of the placeholders that are shown until the list is loaded. */
export const skeletonStyles: CSSResult = css`
  .block {
    display: block;
    height: 0.75em;
    border-radius: 6px;
    background: var(--_pgw-skeleton);
    animation: pulse 1.6s ease-in-out infinite;
  }
  .invisible {
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
    margin-block: calc(4 * var(--_pgw-space)) var(--_pgw-space);
    margin-inline: calc(3.5 * var(--_pgw-space));
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
