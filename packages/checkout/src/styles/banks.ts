import { css } from 'lit';

/** The bank picker, inside its tile when narrow, under it with a notch when wide. */
export const banks = css`
  .panel {
    height: auto;
    overflow: clip;
    overflow-clip-margin: 10px;
    transition:
      height 180ms var(--_pgw-ease),
      opacity 180ms var(--_pgw-ease);
    interpolate-size: allow-keywords;
  }
  @starting-style {
    .panel {
      height: 0;
      opacity: 0;
    }
  }
  .kinds {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(7.5em, 100%), 1fr));
    margin-block-end: calc(3 * var(--_pgw-space));
    border: 1px solid var(--_pgw-border-control);
    border-radius: var(--_pgw-radius-control);
  }
  .kind {
    display: flex;
    gap: calc(2.5 * var(--_pgw-space));
    align-items: center;
    min-height: 46px;
    padding: var(--_pgw-space) calc(3 * var(--_pgw-space));
    border-radius: var(--_pgw-radius-control);
    font-size: 0.9375em;
  }
  .kind:has(:checked) {
    background: var(--_pgw-accent-tint);
    font-weight: 500;
  }
  .open {
    border: 1px solid var(--_pgw-accent);
    box-shadow: inset 0 0 0 1px var(--_pgw-accent);
  }
  .open .tile {
    border-color: transparent;
    border-block-end-color: color-mix(in srgb, var(--_pgw-accent) 35%, var(--_pgw-bg));
    border-radius: calc(var(--_pgw-radius) - 1px) calc(var(--_pgw-radius) - 1px) 0 0;
    box-shadow: none;
    background-clip: padding-box;
  }
  .item .panel {
    padding: calc(4 * var(--_pgw-space));
  }
  .bank-label {
    margin-block-end: calc(2 * var(--_pgw-space));
    font-size: 0.9375em;
    font-weight: 600;
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
  }
  /* No room is kept for the button that clears while there is nothing to clear: Tamil needs it. */
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
  }
  .clear {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 2px;
    margin-block: auto;
  }
  .bank-group {
    display: flex;
    justify-content: space-between;
  }
  .bank-box {
    contain: content;
    overflow: clip;
    border: 1px solid var(--_pgw-border);
    border-radius: var(--_pgw-radius-control);
  }
  .bank-box + .bank-group {
    margin-block-start: calc(3 * var(--_pgw-space));
  }
  .recent:has(.chosen) {
    border-color: color-mix(in srgb, var(--_pgw-accent) 70%, var(--_pgw-bg));
  }
  .bank-list {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    max-height: min(18rem, 60vh);
    overflow-y: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
  .waiting {
    min-height: min(18rem, 60vh);
    align-content: start;
  }
  .long:not([data-end]) {
    mask-image: linear-gradient(#000 calc(100% - 44px), #0002);
  }
  .bank {
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
  .no-match,
  .banks-failed {
    padding: calc(4 * var(--_pgw-space)) calc(3 * var(--_pgw-space));
    color: var(--_pgw-text-muted);
    text-align: center;
  }
  .banks-failed p {
    margin-block-end: calc(3 * var(--_pgw-space));
  }
  @container pgw (width >= 640px) {
    .tiles {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      grid-auto-flow: row dense;
    }
    .item {
      display: contents;
    }
    .item:only-child .tile,
    .panel {
      grid-column: 1 / -1;
    }
    .item:only-child .names {
      display: grid;
      grid-template-columns: 1fr auto;
      column-gap: calc(4 * var(--_pgw-space));
      align-items: center;
    }
    .item:only-child .names > * {
      grid-column: 1;
    }
    .item:only-child .names > .fee {
      grid-area: 1 / 2 / span 2;
    }
    .open .tile {
      border-color: var(--_pgw-accent);
      border-radius: var(--_pgw-radius);
      box-shadow: inset 0 0 0 1px var(--_pgw-accent);
    }
    .item .panel {
      position: relative;
      margin-block-start: var(--_pgw-space);
      padding: calc(5 * var(--_pgw-space));
      border: 1px solid color-mix(in srgb, var(--_pgw-accent) 70%, var(--_pgw-bg));
      border-radius: var(--_pgw-radius);
    }
    .item .panel::before {
      position: absolute;
      inset-block-start: -7px;
      inset-inline-start: 48px;
      width: 12px;
      height: 12px;
      border: inherit;
      border-right-color: transparent;
      border-bottom-color: transparent;
      border-radius: 2px;
      background: linear-gradient(135deg, var(--_pgw-bg) 50%, transparent 50%);
      transform: rotate(45deg);
      content: '';
    }
    .item:nth-child(even) .panel::before {
      inset-inline-start: calc(50% + 52px);
    }
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
