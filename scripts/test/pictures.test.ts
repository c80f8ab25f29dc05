import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// docs/screens.md shows pictures of the product. `npm run pictures` takes them, with the texts on each.

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const pictures: Readonly<Record<string, readonly string[]>> = JSON.parse(
  read('docs/pictures/screens/texts.json'),
);
const shown = [...read('docs/screens.md').matchAll(/pictures\/screens\/([\w-]+)\.png/g)].map(
  ([, name = '']) => name,
);

/** The texts of the product, as they are in its sources. */
const sources = [
  'packages/checkout/src/locales',
  'examples/shop/src',
  'packages/office/src',
  'packages/sandbox/src',
]
  .flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => read(`${folder}/${file}`)),
  )
  .join('\n')
  .replaceAll(/\s+/g, ' ');

/** Values of the demo and of the gallery, which replace the names in texts. */
const values =
  /(?<=[.?]) |RM\s?[\d,.]+|RC-\d+|\d+|Aisyah|Rimba Coffee|Sandbox Gateway|KilatPay|Bank Seri|FPX online banking|DuitNow QR|Bintang Rewards|[·“”]/;

it.each(shown)('the picture %s has only texts that the product has', (name) => {
  const texts = pictures[name];
  expect(texts, `npm run pictures has taken no picture ${name}`).toBeDefined();
  for (const text of texts ?? [])
    for (const part of text
      .split(values)
      .map((piece) => piece.trim())
      .filter((piece) => piece.length > 7))
      expect(sources, `${name}: ${text}`).toContain(part);
});
