import { css } from 'lit';

/** The bank picker, inside its tile when narrow, under it with a notch when wide. */
export const banks = css`
  .panel {
    animation: open 180ms var(--ease);
  }
  @keyframes open {
    from {
      opacity: 0;
      transform: translateY(-6px);
    }
  }
  .open {
    border: 1px solid var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent);
  }
  .open .tile {
    border-color: transparent;
    border-block-end-color: color-mix(in srgb, var(--accent) 35%, var(--bg));
    border-radius: calc(var(--radius) - 1px) calc(var(--radius) - 1px) 0 0;
    box-shadow: none;
    background-clip: padding-box;
  }
  .item .panel {
    padding: calc(4 * var(--space));
  }
  .bank-label {
    margin-block-end: calc(2 * var(--space));
    font-size: 0.9375em;
    font-weight: 600;
  }
  .search {
    position: relative;
    margin-block-end: calc(3 * var(--space));
  }
  .search > .icon {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0.9em;
    margin-block: auto;
    color: var(--text-muted);
    pointer-events: none;
  }
  input[type='search'] {
    appearance: none;
    width: 100%;
    min-height: var(--pgw-control-height, 48px);
    margin: 0;
    padding-block: 8px;
    padding-inline: 2.75em;
    border: 1px solid var(--border-control);
    border-radius: var(--radius-control);
    background: var(--field);
    color: var(--text);
    font: inherit;
  }
  input[type='search']::placeholder {
    color: var(--text-muted);
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
    border-radius: var(--radius-control);
    background: none;
    color: var(--text-muted);
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
    overflow: clip;
    border: 1px solid var(--border);
    border-radius: var(--radius-control);
  }
  .bank-box + .bank-group {
    margin-block-start: calc(3 * var(--space));
  }
  .recent:has(.chosen) {
    border-color: color-mix(in srgb, var(--accent) 70%, var(--bg));
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
    padding: calc(2 * var(--space)) calc(3 * var(--space));
    background: var(--bg);
    scroll-margin-block: 8px 40px;
  }
  .bank-list .bank {
    box-shadow: 0 -1px var(--border);
  }
  .bank.chosen {
    background: var(--accent-tint);
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
    text-decoration: underline 2px var(--accent);
    text-underline-offset: 3px;
  }
  .no-match,
  .banks-failed {
    padding: calc(4 * var(--space)) calc(3 * var(--space));
    color: var(--text-muted);
    text-align: center;
  }
  .banks-failed p {
    margin-block-end: calc(3 * var(--space));
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
      column-gap: calc(4 * var(--space));
      align-items: center;
    }
    .item:only-child .names > * {
      grid-column: 1;
    }
    .item:only-child .names > .fee {
      grid-area: 1 / 2 / span 2;
    }
    .open .tile {
      border-color: var(--accent);
      border-radius: var(--radius);
      box-shadow: inset 0 0 0 1px var(--accent);
    }
    .item .panel {
      position: relative;
      margin-block-start: var(--space);
      padding: calc(5 * var(--space));
      border: 1px solid color-mix(in srgb, var(--accent) 70%, var(--bg));
      border-radius: var(--radius);
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
      background: linear-gradient(135deg, var(--bg) 50%, transparent 50%);
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
        0 -1px var(--border),
        -1px 0 var(--border);
    }
  }
`;
