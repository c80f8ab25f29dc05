import { css } from 'lit';

/** Channels and banks: tiles, rows, radios, logos. */
export const choices = css`
  .legend {
    margin-block-end: calc(3 * var(--space));
    font-size: 1.125em;
    font-weight: 600;
    line-height: 1.4;
  }
  .group + .group {
    margin-block-start: calc(4 * var(--space));
  }
  .group > legend,
  .bank-group {
    margin-block-end: calc(2 * var(--space));
    color: var(--text-muted);
    font-size: 0.875em;
    font-weight: 500;
  }
  .tiles {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: calc(2 * var(--space));
  }
  .item {
    border-radius: var(--radius);
  }
  .tile,
  .bank,
  .single {
    display: flex;
    gap: calc(3 * var(--space));
    align-items: center;
  }
  .tile {
    position: relative;
    min-height: 62px;
    padding: calc(2.5 * var(--space)) calc(3.5 * var(--space));
    border: 1px solid var(--border);
    border-radius: var(--radius);
    background: var(--bg);
    transition:
      background-color 120ms var(--ease),
      border-color 120ms var(--ease);
  }
  label {
    cursor: pointer;
  }
  .out {
    cursor: not-allowed;
    color: var(--disabled-text);
  }
  .tile.out {
    background: var(--surface);
  }
  @media (hover: hover) {
    .tile:not(.out, .chosen):hover {
      border-color: var(--border-control);
    }
    .bank:not(.out, .chosen):hover {
      background: var(--surface);
    }
  }
  .tile.chosen {
    border-color: var(--accent);
    box-shadow: inset 0 0 0 1px var(--accent);
    background: var(--accent-tint);
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
    color: var(--text-muted);
    font-size: 0.8125em;
    line-height: 1.45;
  }
  .out .hint {
    color: inherit;
  }
  input[type='radio'] {
    flex: none;
    appearance: none;
    width: 20px;
    height: 20px;
    margin: 0;
    border: 1px solid var(--border-control);
    border-radius: 50%;
    background: var(--field);
    cursor: inherit;
  }
  input[type='radio']:checked {
    border: 6px solid var(--accent);
    background: var(--on-accent);
  }
  input[type='radio']:disabled:not(:checked) {
    border-color: var(--border);
    background: var(--surface);
  }
  input[type='radio'][aria-invalid] {
    border-color: var(--danger);
  }
  .tile:has(:focus-visible),
  .bank:has(:focus-visible) {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }
  .bank:has(:focus-visible) {
    outline-offset: -3px;
    border-radius: var(--radius-control);
  }
  .tile:has(:focus-visible) input,
  .bank:has(:focus-visible) input {
    outline: none;
  }
  .logo {
    position: relative;
    display: grid;
    flex: none;
    place-items: center;
    width: var(--pgw-logo-width, 36px);
    height: var(--pgw-logo-height, 36px);
    overflow: hidden;
    border-radius: 9px;
    color: #fff;
    font-weight: 600;
    background: var(--tone);
    user-select: none;
  }
  .logo:has(img:not([data-broken])) {
    background: light-dark(transparent, #fff);
  }
  .logo img {
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
  .logo img[data-broken] {
    position: absolute;
    opacity: 0;
  }
  .logo img:not([data-broken]) + .monogram {
    display: none;
  }
  .tone-0 {
    --tone: #1f5c8d;
  }
  .tone-1 {
    --tone: #8a3b12;
  }
  .tone-2 {
    --tone: #2f6b2c;
  }
  .tone-3 {
    --tone: #6a3fb5;
  }
  .tone-4 {
    --tone: #a82158;
  }
  .tone-5 {
    --tone: #3d4a66;
  }
  .out .logo {
    filter: grayscale(1);
    opacity: 0.6;
  }
  .single {
    margin-block-end: calc(4 * var(--space));
  }
  .error {
    display: flex;
    gap: calc(1.5 * var(--space));
    margin-block-end: calc(3 * var(--space));
    color: var(--danger);
    font-size: 0.875em;
    font-weight: 500;
  }
  .error .icon {
    margin-block-start: 0.1em;
  }
`;
