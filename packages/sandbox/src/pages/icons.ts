import { trusted, type Html } from './html.ts';

const paths = {
  lock: '<rect x="4" y="9" width="12" height="8" rx="2"/><path d="M6.500 9V6.500a3.500 3.500 0 0 1 7 0V9"/>',
  back: '<path d="M16 10H4.500M9 5l-5 5 5 5"/>',
  next: '<path d="m8 5 5 5-5 5"/>',
  warning: '<circle cx="10" cy="10" r="7.500"/><path d="M10 6v5M10 13.800v.200"/>',
  tick: '<path d="m4.500 10.500 4 4 7-8.500"/>',
  cross: '<path d="m5.500 5.500 9 9M14.500 5.500l-9 9"/>',
  bar: '<path d="M5 10h10"/>',
  card: '<rect x="3" y="5" width="14" height="10" rx="2"/><path d="M3 8.500h14"/>',
  question:
    '<circle cx="10" cy="10" r="7.500"/><path d="M8 8a2 2 0 1 1 2.500 2c-.500.200-.500.700-.500 1M10 13.800v.200"/>',
  clock: '<circle cx="10" cy="10" r="7.500"/><path d="M10 6v4.300l3 1.700"/>',
} as const;

/** A line icon in the colour of its text; words beside it say the same. */
export function icon(name: keyof typeof paths): Html {
  return trusted(
    `<svg class="icon icon-${name}" viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.600" stroke-linecap="round" stroke-linejoin="round">${paths[name]}</svg>`,
  );
}
