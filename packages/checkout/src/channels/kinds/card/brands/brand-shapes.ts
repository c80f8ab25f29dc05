import type { CardBrand } from '@pgw/protocol';

/** An SVG path in a view box of 34 × 22, and its color. */
export type Shape = readonly [path: string, color: string];

const background = 'M3 3h28v16H3z';

/** Small drawings that suggest the brands. They are not the logos of the card networks. */
export const brandShapes: Readonly<Partial<Record<CardBrand, readonly Shape[]>>> = {
  visa: [
    [background, '#1a4ba0'],
    ['M11 6h3l3 7 3-7h3l-4.700 10h-2.600z', '#fff'],
  ],
  mastercard: [
    ['M13.500 5a6 6 0 1 0 .1 0z', '#e0001b'],
    ['M20.500 5a6 6 0 1 0 .1 0z', '#f79e1b'],
    ['M17 6a6 6 0 0 1 0 10 6 6 0 0 1 0-10z', '#ff5f00'],
  ],
  amex: [
    [background, '#1f6fc4'],
    ['M9 6h3l3.500 10h-2.500l-.6-2h-3.800l-.6 2h-2.500zm.1 6h2.800l-1.400-4z', '#fff'],
    ['M17 6h3l2 3.200 2-3.200h3l-3.500 5 3.500 5h-3l-2-3.200-2 3.200h-3l3.500-5z', '#fff'],
  ],
  jcb: [
    ['M6 4h6v11q0 3-3 3H6z', '#1459a5'],
    ['M14 4h6v11q0 3-3 3h-3z', '#c8102e'],
    ['M22 4h6v11q0 3-3 3h-3z', '#0b8a43'],
  ],
  diners: [
    ['M17 3a8 8 0 1 0 .1 0z', '#0a4a86'],
    ['M15.500 6v10a5.300 5.300 0 0 1 0-10z', '#fff'],
    ['M18.500 6v10a5.300 5.300 0 0 0 0-10z', '#fff'],
  ],
  unionpay: [
    ['M8 4h7l-3 14H5z', '#d10429'],
    ['M15 4h7l-3 14h-7z', '#02508b'],
    ['M22 4h7l-3 14h-7z', '#007b84'],
  ],
};
