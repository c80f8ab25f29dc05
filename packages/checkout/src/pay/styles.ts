import { css, type CSSResult } from 'lit';

/** Styles of the countdown. */
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
`;
