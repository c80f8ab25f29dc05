import { css, type CSSResult } from 'lit';

/** Styles of the card form. Two fields share a row where their labels fit. */
export const cardStyles: CSSResult = css`
  .fields {
    display: flex;
    flex-wrap: wrap;
    gap: calc(4 * var(--_pgw-space));
  }
  .field {
    flex: 1 1 6.5em;
    min-width: fit-content;
  }
  .cc-number,
  .cc-name {
    flex-basis: 100%;
  }
  .field > label {
    display: block;
    margin-block-end: calc(1.5 * var(--_pgw-space));
    font-size: 0.875em;
    font-weight: 500;
  }
  /* The width of a field depends on its label, not on the hint or the error below it. */
  .field > :not(label) {
    width: 0;
    min-width: 100%;
  }
  .control {
    position: relative;
  }
  .control input {
    width: 100%;
    min-height: var(--pgw-control-height, 48px);
    margin: 0;
    padding: 8px 0.875em;
    border: 1px solid var(--_pgw-border-control);
    border-radius: var(--_pgw-radius-control);
    background: var(--_pgw-field);
    color: var(--_pgw-text);
    font: inherit;
    /* Phones enlarge the page when a field with smaller letters gets the focus. */
    font-size: max(16px, 1em);
    font-variant-numeric: tabular-nums;
    text-align: start;
    appearance: none;
  }
  .cc-number input {
    padding-inline-end: 56px;
    letter-spacing: 0.02em;
  }
  .cc-csc input {
    padding-inline-end: 2.75em;
  }
  /* Digits are written from left to right in every language. They start at the same side as their label. */
  [dir='rtl'] .control input[dir='ltr'] {
    text-align: right;
  }
  [dir='rtl'] .cc-number input {
    padding-inline: 56px 0.875em;
  }
  [dir='rtl'] .cc-csc input {
    padding-inline: 2.75em 0.875em;
  }
  .control input::placeholder {
    color: var(--_pgw-text-muted);
    opacity: 1;
  }
  .control input[aria-invalid] {
    border-color: var(--_pgw-danger);
    box-shadow: inset 0 0 0 1px var(--_pgw-danger);
  }
  .control input:read-only {
    background: var(--_pgw-surface);
  }
  .field-end {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 0.875em;
    display: flex;
    align-items: center;
    color: var(--_pgw-text-muted);
    pointer-events: none;
  }
  .brand-box {
    display: grid;
    flex: none;
    place-items: center;
    width: 34px;
    height: 22px;
  }
  .brand-box .icon {
    max-width: 100%;
  }
  .brand-mark {
    display: block;
    width: 34px;
    height: 22px;
  }
  .field .hint,
  .field .error {
    margin-block: calc(1.5 * var(--_pgw-space)) 0;
  }
  .field .error {
    font-size: 0.8125em;
  }
  .save-card {
    display: flex;
    gap: calc(3 * var(--_pgw-space));
    min-height: 44px;
    margin-block-start: calc(3 * var(--_pgw-space));
    padding-block: calc(2 * var(--_pgw-space));
  }
  .save-card input {
    flex: none;
    width: 20px;
    height: 20px;
    margin: 2px 0 0;
    accent-color: var(--_pgw-accent);
  }
  .saved-cards {
    overflow: clip;
    margin-block-end: calc(4 * var(--_pgw-space));
    border: 1px solid var(--_pgw-border);
    border-radius: var(--_pgw-radius-control);
  }
  /* The masked card number may break into two lines, because the font may be very large. */
  .saved-cards .money {
    white-space: normal;
  }
  .saved-cards .bank + .bank {
    border-block-start: 1px solid var(--_pgw-border);
  }
  .card-panel .notice {
    margin-block: 0 calc(4 * var(--_pgw-space));
  }
  .card-panel .test-cards {
    display: block;
  }
  .test-cards summary {
    display: flex;
    gap: calc(2 * var(--_pgw-space));
    align-items: center;
    /* The shopper can click the whole row of the notice. */
    margin: calc(-3 * var(--_pgw-space)) calc(-3.5 * var(--_pgw-space));
    padding: calc(3 * var(--_pgw-space)) calc(3.5 * var(--_pgw-space));
    font-weight: 600;
    list-style: none;
    cursor: pointer;
  }
  .test-cards summary::-webkit-details-marker {
    display: none;
  }
  .test-cards summary .icon:last-child {
    margin-inline-start: auto;
  }
  .test-cards[open] summary .icon:last-child {
    transform: rotate(180deg);
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: calc(2 * var(--_pgw-space));
    margin-block-start: calc(2 * var(--_pgw-space));
  }
  .chip {
    min-width: 44px;
    min-height: 44px;
    padding: 4px calc(2.5 * var(--_pgw-space));
    border: 1px solid var(--_pgw-border-control);
    border-radius: var(--_pgw-radius-control);
    background: var(--_pgw-bg);
    color: var(--_pgw-text);
    font: inherit;
    cursor: pointer;
  }
  .chip[aria-pressed='true'] {
    border-color: var(--_pgw-accent);
    box-shadow: inset 0 0 0 1px var(--_pgw-accent);
    font-weight: 500;
  }
  /* With this padding, sixteen digits and the brand fit into one line. */
  @container pgw (width < 320px) {
    .cc-number input {
      padding-inline: 0.625em 44px;
      letter-spacing: 0;
    }
    .cc-number .field-end {
      inset-inline-end: 6px;
    }
  }
  @container pgw (width >= 640px) {
    .field {
      flex-basis: 24%;
    }
    .cc-number {
      flex-basis: 100%;
    }
    .cc-name {
      flex: 1.5 0 38%;
    }
  }
`;
