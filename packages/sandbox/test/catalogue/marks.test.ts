import { expect, it } from 'vitest';
import { banks, channels } from '../../src/index.ts';
import { renderMark, type Mark } from '../../src/catalogue/marks.ts';

const marks: [string, Mark][] = [...channels, ...banks].map(({ name, mark }) => [name, mark]);

it.each(marks)('the logo of %s is well-formed SVG', (_name, mark) => {
  const svg = renderMark(mark);
  const openTags: string[] = [];
  for (const [, isEnd, name = '', attributes = '', isEmpty] of svg.matchAll(
    /<(\/?)([a-z]+)((?:\s[\w:-]+="[^"]*")*)\s*(\/?)>/g,
  )) {
    const names = [...attributes.matchAll(/\s([\w:-]+)=/g)].map((match) => match[1]);
    expect(new Set(names).size, svg).toBe(names.length);
    if (isEnd === '/') expect(openTags.pop()).toBe(name);
    else if (isEmpty !== '/') openTags.push(name);
  }
  expect(openTags).toStrictEqual([]);
  expect(svg.replaceAll(/<\/?[a-z]+(?:\s[\w:-]+="[^"]*")*\s*\/?>/g, '')).toMatch(/^[A-Z]?$/);
});

it.each(marks)('the logo of %s has enough contrast with white', (_name, { colour }) => {
  const channel = (start: number) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
  expect(1.05 / (luminance + 0.05)).toBeGreaterThan(3);
});
