import { css } from 'lit';

/** What the shopper's own settings ask for: less motion, forced colours. */
export const preferences = css`
  [dir='rtl'] .icon-arrow,
  [dir='rtl'] .icon-back {
    transform: scaleX(-1);
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before,
    ::after {
      transition: none;
      animation: none;
    }
    .spinner {
      animation: pulse 2s ease-in-out infinite;
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
    .logo,
    .spinner {
      forced-color-adjust: none;
    }
    .spinner.large {
      color: CanvasText;
    }
    .block,
    .dots i,
    .progress::after {
      background: GrayText;
    }
  }
`;
