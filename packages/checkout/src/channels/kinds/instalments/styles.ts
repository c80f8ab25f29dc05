import { css, type CSSResult } from 'lit';

/** Styles of the plan picker. */
export const planStyles: CSSResult = css`
  .plan {
    align-items: start;
    padding-block: calc(3 * var(--_pgw-space));
  }
  .plan + .plan {
    border-block-start: 1px solid var(--_pgw-border);
  }
  .plan .names {
    display: grid;
    gap: 2px calc(4 * var(--_pgw-space));
  }
  .plan-payments {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .plan .hint {
    display: flex;
    flex-wrap: wrap;
    gap: 0 calc(4 * var(--_pgw-space));
  }
  @container pgw (width >= 640px) {
    .plan .names {
      grid-template-columns: 1fr auto;
    }
    .plan .hint {
      grid-column: 1 / -1;
    }
  }
`;
