import { css, type CSSResult } from 'lit';

/** Styles of the bank picker. */
export const bankStyles: CSSResult = css`
  .bank-group {
    display: flex;
    justify-content: space-between;
    margin-block-end: calc(2 * var(--_pgw-space));
    color: var(--_pgw-text-muted);
    font-size: 0.875em;
    font-weight: 500;
  }
  .categories {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(7.5em, 100%), 1fr));
    margin-block-end: calc(3 * var(--_pgw-space));
    border: 1px solid var(--_pgw-border-control);
    border-radius: var(--_pgw-radius-control);
  }
  .category {
    display: flex;
    gap: calc(2.5 * var(--_pgw-space));
    align-items: center;
    min-height: 46px;
    padding: var(--_pgw-space) calc(3 * var(--_pgw-space));
    border-radius: var(--_pgw-radius-control);
    font-size: 0.9375em;
  }
  .category:has(:checked) {
    background: var(--_pgw-accent-tint);
    font-weight: 500;
  }
  .search {
    position: relative;
    margin-block-end: calc(3 * var(--_pgw-space));
  }
  .search > .icon {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0.9em;
    margin-block: auto;
    color: var(--_pgw-text-muted);
    pointer-events: none;
  }
  input[type='search'] {
    appearance: none;
    width: 100%;
    min-height: var(--pgw-control-height, 48px);
    margin: 0;
    padding-block: 8px;
    padding-inline: 2.75em;
    border: 1px solid var(--_pgw-border-control);
    border-radius: var(--_pgw-radius-control);
    background: var(--_pgw-field);
    color: var(--_pgw-text);
    font: inherit;
    /* Phones enlarge the page when a field with smaller letters gets the focus. */
    font-size: max(16px, 1em);
  }
  /* An empty field has no clear button, so a long placeholder can use the space of the button. */
  input[type='search']:placeholder-shown {
    padding-inline-end: 0.75em;
  }
  input[type='search']::placeholder {
    color: var(--_pgw-text-muted);
    opacity: 1;
  }
  input[type='search']::-webkit-search-cancel-button {
    display: none;
  }
  .clear {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 2px;
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    margin-block: auto;
    padding: 0;
    border: 0;
    border-radius: var(--_pgw-radius-control);
    background: none;
    color: var(--_pgw-text-muted);
    font: inherit;
    cursor: pointer;
  }
  .bank-box + .bank-group {
    margin-block-start: calc(3 * var(--_pgw-space));
  }
  .scrollable:not([data-end]) {
    mask-image: linear-gradient(#000 calc(100% - 64px), #0001);
  }
  /* An arrow that points down is shown until the list is scrolled to its end. */
  .bank-box:has(> .scrollable:not([data-end]))::after {
    position: absolute;
    inset-block-end: 10px;
    inset-inline-start: calc(50% - 6px);
    width: 12px;
    height: 12px;
    border: solid var(--_pgw-text-muted);
    border-width: 0 2px 2px 0;
    transform: rotate(45deg);
    content: '';
    pointer-events: none;
  }
  .bank-status {
    display: flex;
    gap: 5px;
    align-items: center;
    font-size: 0.8125em;
  }
  .bank-status .icon {
    width: 1em;
    height: 1em;
  }
  mark {
    background: none;
    color: inherit;
    font-weight: 600;
    text-decoration: underline 2px var(--_pgw-accent);
    text-underline-offset: 3px;
  }
  .no-match {
    padding: calc(4 * var(--_pgw-space)) calc(3 * var(--_pgw-space));
    color: var(--_pgw-text-muted);
    text-align: center;
  }
  @media (prefers-contrast: more) {
    mark {
      text-decoration-color: currentcolor;
    }
  }
  @media (forced-colors: active) {
    mark {
      background: Mark;
      color: MarkText;
    }
  }
`;
