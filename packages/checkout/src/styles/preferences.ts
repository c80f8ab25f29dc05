import { css } from './css.ts';

/** What the shopper's own settings ask for at once; for contrast and forced colours each part brings what it draws. */
export const preferences = css`
  @media (prefers-reduced-motion: reduce) {
    *,
    ::before,
    ::after {
      /* Stronger than any class, or what moves would go on moving. */
      transition: none !important;
      animation: none !important;
    }
    .spinner {
      animation: pulse 2s ease-in-out infinite !important;
    }
  }
`;
