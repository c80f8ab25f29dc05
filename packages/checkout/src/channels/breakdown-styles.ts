import { css, type CSSResult } from 'lit';

/**
 * Styles of the order amount, the fee and the total. The total has the font size of the element, because
 * 1.0667 × 0.9375 is 1.
 */
export const breakdownStyles: CSSResult = css`
  .breakdown {
    margin-block-start: calc(5 * var(--_pgw-space));
    padding-block-start: calc(4 * var(--_pgw-space));
    border-block-start: 1px solid var(--_pgw-border);
    color: var(--_pgw-text-muted);
    font-size: 0.9375em;
  }
  .breakdown > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 calc(4 * var(--_pgw-space));
    align-items: center;
    justify-content: space-between;
    padding-block: 2px;
  }
  .breakdown .total {
    margin-block-start: var(--_pgw-space);
    color: var(--_pgw-text);
    font-size: 1.0667em;
    font-weight: 600;
  }
`;
