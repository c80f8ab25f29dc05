import { css, type CSSResult } from 'lit';

/** Styles of the list of channels: rows, radio buttons, logos. */
export const channelStyles: CSSResult = css`
  .legend {
    margin-block-end: calc(3 * var(--_pgw-space));
    font-size: 1.125em;
    font-weight: 600;
    line-height: 1.4;
  }
  .list {
    overflow: clip;
    border: 1px solid var(--_pgw-border);
    border-radius: var(--_pgw-radius);
  }
  .group + .group > legend:not(.visually-hidden),
  .item + .item {
    border-block-start: 1px solid var(--_pgw-border);
  }
  .group > legend:not(.visually-hidden) {
    width: 100%;
    padding: calc(3 * var(--_pgw-space)) calc(3.5 * var(--_pgw-space)) 0;
    color: var(--_pgw-text-muted);
    font-size: 0.8125em;
    font-weight: 500;
  }
  .folded .item {
    border: 0;
  }
  .others {
    display: flex;
    gap: calc(3 * var(--_pgw-space));
    align-items: center;
    justify-content: space-between;
    width: 100%;
    min-height: 52px;
    padding: calc(2 * var(--_pgw-space)) calc(3.5 * var(--_pgw-space));
    border: 0;
    border-block-start: 1px solid var(--_pgw-border);
    background: none;
    color: inherit;
    font: inherit;
    font-size: 0.9375em;
    text-align: start;
    cursor: pointer;
  }
  .others:focus-visible {
    outline-offset: -3px;
    border-radius: var(--_pgw-radius);
  }
  .others:disabled {
    cursor: default;
    color: var(--_pgw-disabled-text);
  }
  .tile,
  .single {
    display: flex;
    gap: calc(3 * var(--_pgw-space));
    align-items: center;
  }
  .tile {
    position: relative;
    min-height: 60px;
    padding: calc(2.5 * var(--_pgw-space)) calc(3.5 * var(--_pgw-space));
    transition: background-color 120ms var(--_pgw-ease);
  }
  label {
    cursor: pointer;
  }
  .disabled {
    cursor: not-allowed;
    color: var(--_pgw-disabled-text);
  }
  @media (hover: hover) {
    .tile:not(.disabled, .chosen):hover,
    .others:enabled:hover {
      background: var(--_pgw-surface);
    }
  }
  .tile.chosen {
    background: var(--_pgw-accent-tint);
  }
  .names {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .channel-name {
    display: block;
    font-size: 1em;
    font-weight: 500;
    line-height: 1.4;
  }
  .hint {
    display: block;
    color: var(--_pgw-text-muted);
    font-size: 0.8125em;
    line-height: 1.45;
  }
  .disabled .hint {
    color: inherit;
  }
  .marks {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    gap: var(--_pgw-space);
    margin-block-start: var(--_pgw-space);
  }
  .marks i {
    width: 27px;
    height: 18px;
  }
  .marks svg {
    display: block;
    width: 100%;
    height: 100%;
  }
  input[type='radio'] {
    flex: none;
    appearance: none;
    width: 20px;
    height: 20px;
    margin: 0;
    border: 1px solid var(--_pgw-border-control);
    border-radius: 50%;
    background: var(--_pgw-field);
    cursor: inherit;
  }
  input[type='radio']:checked {
    border: 6px solid var(--_pgw-accent);
    background: var(--_pgw-on-accent);
  }
  input[type='radio']:disabled:not(:checked) {
    border-color: var(--_pgw-border);
    background: var(--_pgw-surface);
  }
  input[type='radio'][aria-invalid] {
    border-color: var(--_pgw-danger);
  }
  :is(.tile, .bank, .category):has(:focus-visible) {
    outline: 2px solid var(--_pgw-focus);
    outline-offset: -3px;
    border-radius: var(--_pgw-radius);
  }
  :is(.tile, .bank, .category):has(:focus-visible) input {
    outline: none;
  }
  .logo {
    position: relative;
    display: flex;
    flex: none;
    align-items: center;
    justify-content: center;
    width: var(--pgw-logo-width, 36px);
    height: var(--pgw-logo-height, 36px);
    overflow: hidden;
    border-radius: 9px;
    color: var(--_pgw-text);
    font-weight: 600;
    background: var(--_pgw-skeleton);
    user-select: none;
  }
  .logo:not([data-bare]) {
    background: light-dark(transparent, #fff);
  }
  .logo[data-bare]::before {
    content: attr(data-letter);
  }
  .logo img {
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
  .logo[data-bare] img {
    position: absolute;
    opacity: 0;
  }
  .disabled .logo {
    filter: grayscale(1);
    opacity: 0.6;
  }
  .single {
    margin-block-end: calc(4 * var(--_pgw-space));
  }
  .error {
    display: flex;
    gap: calc(1.5 * var(--_pgw-space));
    margin-block-end: calc(3 * var(--_pgw-space));
    color: var(--_pgw-danger);
    font-size: 0.875em;
    font-weight: 500;
  }
  .error .icon {
    margin-block-start: 0.1em;
  }
  @container pgw (width >= 640px) {
    .tile .names {
      display: grid;
      grid-template-columns: 1fr auto;
      column-gap: calc(4 * var(--_pgw-space));
      align-items: center;
    }
    .tile .names > * {
      grid-column: 1;
    }
    .tile .names > .fee {
      grid-area: 1 / 2 / span 2;
    }
  }
`;
