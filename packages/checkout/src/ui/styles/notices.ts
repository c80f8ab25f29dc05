import { css, type CSSResult } from 'lit';

/** Styles of the notices inside the form. The first `bdi` of `Localize.rich` is bold. */
export const noticeStyles: CSSResult = css`
  .notice {
    display: flex;
    gap: calc(2.5 * var(--_pgw-space));
    margin-block-start: calc(4 * var(--_pgw-space));
    padding: calc(3 * var(--_pgw-space)) calc(3.5 * var(--_pgw-space));
    border: 1px solid var(--_pgw-border);
    border-radius: var(--_pgw-radius-control);
    background: var(--_pgw-tint);
    font-size: 0.875em;
  }
  @supports (color: color-mix(in srgb, #000, #000)) {
    .notice {
      border-color: color-mix(in srgb, var(--_pgw-tone) 35%, transparent);
    }
  }
  .notice:first-child {
    margin-block: 0 calc(4 * var(--_pgw-space));
  }
  .notice[tabindex]:focus {
    outline: 2px solid var(--_pgw-focus);
    outline-offset: 2px;
    border-radius: var(--_pgw-radius-control);
  }
  .notice .icon {
    margin-block-start: 0.1em;
    color: var(--_pgw-tone);
  }
  .notice b,
  .notice bdi:first-of-type {
    font-weight: 600;
  }
  .notice .secondary {
    margin-block-start: calc(2 * var(--_pgw-space));
  }
  .warning {
    --_pgw-tone: var(--_pgw-warning);
    --_pgw-tint: var(--_pgw-warning-tint);
  }
  .danger {
    --_pgw-tone: var(--_pgw-danger);
    --_pgw-tint: var(--_pgw-danger-tint);
  }
  .info {
    --_pgw-tone: var(--_pgw-info);
    --_pgw-tint: var(--_pgw-info-tint);
  }
`;
