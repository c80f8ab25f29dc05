import { trustedHtml, type Html } from '@pgw/protocol/html';

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
  list: '<path d="M7.500 5.500H16M7.500 10H16M7.500 14.500H16M4 5.500h.010M4 10h.010M4 14.500h.010"/>',
  menu: '<path d="M3.500 5.500h13M3.500 10h13M3.500 14.500h13"/>',
  link: '<path d="M8.500 11.500a3 3 0 0 0 4.300 0l2.700-2.700a3 3 0 0 0-4.300-4.300l-.800.800M11.500 8.500a3 3 0 0 0-4.300 0l-2.700 2.700a3 3 0 0 0 4.300 4.300l.800-.800"/>',
  return: '<path d="M7.500 5 4 8.500 7.500 12M4 8.500h8a4 4 0 0 1 0 7.500H9"/>',
  wallet:
    '<path d="M4.500 5.500H14v2.500M4.500 5.500A1.500 1.500 0 0 0 3 7v8.500h14V8H4.500A1.500 1.500 0 0 1 3 6.500M13.500 12h.010"/>',
  send: '<path d="M17 3 8.500 11.500M17 3l-5.500 14-3-5.500L3 8.500z"/>',
  gear: '<circle cx="10" cy="10" r="2.500"/><path d="M10 3v2.500M10 14.500V17M3 10h2.500M14.500 10H17M5 5l1.800 1.800M13.200 13.200 15 15M15 5l-1.800 1.800M6.800 13.200 5 15"/>',
} as const;

/** A decorative icon in the color of the text: a text next to it has the same meaning. */
export function renderIcon(name: keyof typeof paths): Html {
  return trustedHtml(
    `<svg class="icon icon-${name}" viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.600" stroke-linecap="round" stroke-linejoin="round">${paths[name]}</svg>`,
  );
}
