import { expect, it } from 'vitest';
import { banks, channels } from '../../src/index.ts';
import { renderMark, type Mark } from '../../src/catalogue/marks.ts';

const marks: [string, Mark][] = [...channels, ...banks].map(({ name, mark }) => [name, mark]);

/** Matches a tag with its groups: slash of an end tag, name, attributes, and slash of an empty element. */
const tagPattern = /<(\/?)([a-z]+)((?:\s[\w:-]+="[^"]*")*)\s*(\/?)>/g;

it.each(marks)('the logo of %s is well-formed SVG', (_name, mark) => {
  const svg = renderMark(mark);
  const openTags: string[] = [];
  for (const [, endSlash, name = '', attributes = '', emptySlash] of svg.matchAll(tagPattern)) {
    const attributeNames = [...attributes.matchAll(/\s([\w:-]+)=/g)].map((match) => match[1]);
    expect(new Set(attributeNames).size, svg).toBe(attributeNames.length);
    if (endSlash === '/') expect(openTags.pop()).toBe(name);
    else if (emptySlash !== '/') openTags.push(name);
  }
  expect(openTags).toStrictEqual([]);
  const text = svg.replaceAll(tagPattern, '');
  // A logo contains no text, or one letter.
  expect(text).toMatch(/^[A-Z]?$/);
});

// The formulas are those of WCAG 2, “relative luminance” and “contrast ratio”.
it.each(marks)('the glyph of the logo of %s has a contrast of at least 3 to 1', (_name, mark) => {
  const luminances = [computeLuminance(mark.color), computeLuminance(mark.ink ?? '#FFFFFF')];
  const contrast = (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
  expect(contrast).toBeGreaterThan(3);
});

function computeLuminance(color: string): number {
  const computeColorChannel = (start: number): number => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * computeColorChannel(1) + 0.7152 * computeColorChannel(3) + 0.0722 * computeColorChannel(5);
}
