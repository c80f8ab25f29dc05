/** A generated logo: a glyph or letter on a square. */
export interface Mark {
  readonly color: string;
  /** The color of the glyph. Default: white. */
  readonly ink?: string;
  /** A key of the glyph table, or one capital letter. */
  readonly glyph: string;
}

/** The logo of a way to pay that is not a brand. */
export function createNeutralMark(glyph: string): Mark {
  return { color: '#E9EDEC', ink: '#13201F', glyph };
}

const lineAttributes = 'fill="none" stroke="#fff" stroke-linecap="round" stroke-linejoin="round"';

/** SVG content of the glyphs, drawn in a square of 48 by 48. */
const glyphs: Readonly<Record<string, string>> = {
  bank: '<path d="M24 11 37 18v3H11v-3zM14 23h4v9h-4zM22 23h4v9h-4zM30 23h4v9h-4zM11 34h26v3H11z"/>',
  qr: '<path d="M12 12h10v10H12zm3 3v4h4v-4zM26 12h10v10H26zm3 3v4h4v-4zM12 26h10v10H12zm3 3v4h4v-4zM26 26h4v4h-4zM32 26h4v3h-4zM26 32h3v4h-3zM31 31h5v5h-5z" fill-rule="evenodd"/>',
  card: '<rect x="10" y="15" width="28" height="19" rx="3.5"/><path d="M10 19h28v4H10z" fill="#9AA3B5"/><path d="M14 28h7v2h-7z" fill="#9AA3B5"/>',
  wallet:
    '<path d="M12 15h21a3 3 0 0 1 3 3v2h-8a4 4 0 0 0 0 8h8v2a3 3 0 0 1-3 3H12a2 2 0 0 1-2-2V17a2 2 0 0 1 2-2zm16 7h10v4H28a2 2 0 0 1 0-4z"/>',
  bolt: '<path d="M27 9 13 27h9l-2 12 15-19h-9z"/>',
  touch:
    '<path d="M10 25c6-10 22-10 28 0" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"/><path d="M17 26c3-4 11-4 14 0l-5 2 1 6h-6l1-6z"/>',
  bag: '<path d="M14 19h20l2 19H12z"/><path d="M19 22v-5a5 5 0 0 1 10 0v5" fill="none" stroke="#fff" stroke-width="3"/>',
  leap: `<path d="M10 34c4-24 9-24 14-6 5-18 10-18 14 6" ${lineAttributes} stroke-width="4"/>`,
  ring: '<path d="M24 10a14 14 0 1 0 14 14h-6a8 8 0 1 1-8-8z"/><path d="M28 10.600A14 14 0 0 1 37.400 20l-5.900 1.200A8 8 0 0 0 26.800 16.500z" opacity=".55"/>',
  star: '<path d="m24 10 4.200 9 9.800 1.200-7.200 6.800 1.900 9.700L24 31.900l-8.700 4.800 1.900-9.700L10 20.200l9.800-1.200z"/>',
  shield: '<path d="M24 10c4 3 8 4 12 4 0 12-3 19-12 24-9-5-12-12-12-24 4 0 8-1 12-4z"/>',
  flower:
    '<g><circle cx="24" cy="15" r="5.500"/><circle cx="32.600" cy="21.200" r="5.500"/><circle cx="29.300" cy="31.300" r="5.500"/><circle cx="18.700" cy="31.300" r="5.500"/><circle cx="15.400" cy="21.200" r="5.500"/><circle cx="24" cy="24" r="4"/></g>',
  mountain: '<path d="m9 36 10-18 5 8 4-6 11 16z"/>',
  pearl:
    '<circle cx="24" cy="24" r="12"/><path d="M17 21a8 8 0 0 1 5-5" fill="none" stroke="#0003" stroke-width="3" stroke-linecap="round"/>',
  chevrons: `<path d="m12 24 12-10 12 10M12 36l12-10 12 10" ${lineAttributes} stroke-width="4.500"/>`,
  trees: '<path d="m9 35 8-15 5 9 5-11 12 17z"/>',
  waves: `<path d="M10 17c4-4 6-4 9 0s6 4 9 0 6-4 10 0M10 25c4-4 6-4 9 0s6 4 9 0 6-4 10 0M10 33c4-4 6-4 9 0s6 4 9 0 6-4 10 0" ${lineAttributes} stroke-width="3"/>`,
  lotus:
    '<path d="M24 11c5 7 5 15 0 24-5-9-5-17 0-24zM11 19c6 1 9 6 10 15-7-2-10-7-10-15zM37 19c0 8-3 13-10 15 1-9 4-14 10-15z"/>',
  islands:
    '<ellipse cx="18" cy="19" rx="7" ry="5"/><ellipse cx="31" cy="24" rx="5.500" ry="4"/><ellipse cx="20" cy="32" rx="5" ry="3.500"/>',
  leaf: '<path d="M37 11C20 11 11 18 13 31l-3 6 3 1 3-5c13 1 21-6 21-22zM17 31c3-6 8-10 14-13-5 4-9 8-11 13z" fill-rule="evenodd"/>',
};

/** An SVG of 48 by 48. It contains only text of the source code, never input of a request. */
export function renderMark({ color, glyph, ink = '#fff' }: Mark): string {
  const glyphMarkup = glyphs[glyph] ?? renderLetter(glyph);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48"><rect width="48" height="48" rx="12" fill="${color}"/><g fill="${ink}">${glyphMarkup}</g></svg>`;
}

function renderLetter(glyph: string): string {
  return `<text x="24" y="34" text-anchor="middle" font-family="system-ui, sans-serif" font-size="28" font-weight="700">${glyph}</text>`;
}
