import { css, type CSSResult } from 'lit';

/** Styles for the settings of the shopper's system: reduced motion, more contrast and forced colors. */
export const preferenceStyles: CSSResult = css`
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before,
    ::after {
      /* !important, because these declarations must override the rules of every class. */
      transition: none !important;
      animation: none !important;
    }
    .spinner {
      animation: pulse 2s ease-in-out infinite !important;
    }
  }
  @media (prefers-contrast: more) {
    .pgw {
      --_pgw-text-muted: var(--_pgw-text);
      --_pgw-border: var(--_pgw-text-muted);
      --_pgw-border-control: var(--_pgw-text-muted);
    }
  }
  @media (forced-colors: active) {
    .tile.chosen:not(:has(:focus-visible)),
    .bank.chosen:not(:has(:focus-visible)) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
    input[type='radio'] {
      appearance: auto;
    }
    .disabled,
    .disabled .hint {
      color: GrayText;
    }
    .primary {
      border: 2px solid ButtonText;
      background: ButtonText;
      color: ButtonFace;
      forced-color-adjust: none;
    }
    .primary.blocked {
      border-color: GrayText;
      background: ButtonFace;
      color: GrayText;
    }
    .screen-icon {
      border: 2px solid;
    }
    .dots i,
    .progress::after {
      background: GrayText;
    }
    .logo,
    .spinner {
      forced-color-adjust: none;
    }
    .notice .icon {
      color: CanvasText;
    }
    .block {
      border: 1px solid GrayText;
      background: Canvas;
    }
  }
`;
