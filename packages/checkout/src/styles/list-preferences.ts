import { css } from './css.ts';

/** More contrast, forced colours: for the list and what opens in it. */
export const listPreferences = css`
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
    .out,
    .out .hint {
      color: GrayText;
    }
    .pay {
      border: 2px solid ButtonText;
      background: ButtonText;
      color: ButtonFace;
      forced-color-adjust: none;
    }
    .pay.idle {
      border-color: GrayText;
      background: ButtonFace;
      color: GrayText;
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
