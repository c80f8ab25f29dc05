import { expect, test } from 'vitest';
import { findItemName } from '../src/catalogue/item-name.ts';
import { languages } from '../src/languages/index.ts';
import { plural } from '../src/languages/plural.ts';
import { cameronForm, mugForm } from './open-shop.ts';
import { setUpShop } from './set-up-shop.ts';

const shop = setUpShop();

/** Returns all texts of a language by their path. Calls functions with sample values. */
function flatten(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  if (typeof value === 'function') return new Map([[path, String(value('7', '8', '9'))]]);
  return new Map(
    Object.entries(value ?? {}).flatMap(([key, inner]) => [...flatten(inner, `${path}.${key}`)]),
  );
}

test.each(languages.slice(1))(
  '$name has the same keys as English, and each text contains the same values',
  ({ texts }) => {
    const english = flatten(languages[0]?.texts);
    const translated = flatten(texts);
    expect([...translated.keys()]).toEqual([...english.keys()]);
    for (const [path, text] of translated) {
      expect(text.trim(), path).not.toBe('');
      const findValues = (content = ''): string[] =>
        ['7', '8', '9'].filter((value) => content.includes(value));
      if (!path.startsWith('.products'))
        expect(findValues(text), path).toEqual(findValues(english.get(path)));
    }
  },
);

test('a page is in the language of the browser, or in English', async () => {
  const buyer = shop.createVisitor();
  for (const [accepted, tag, title] of [
    ['en-GB,en;q=0.9', 'en-MY', 'Your bag'],
    ['ms-MY,en;q=0.5', 'ms-MY', 'Beg anda'],
    ['zh-CN,zh;q=0.9', 'zh-Hans-MY', '购物袋'],
    ['ta', 'ta-MY', 'உங்கள் பை'],
    ['fr-FR', 'en-MY', 'Your bag'],
  ] as const) {
    const { text, headers } = await buyer.send('/bag', { headers: { 'accept-language': accepted } });
    expect(text).toContain(`<html lang="${tag}">`);
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(headers.get('content-language')).toBe(tag);
  }
});

test('a chosen language is saved, has priority over the browser’s language, and redirects to the same page', async () => {
  const buyer = shop.createVisitor();
  const { status, location, headers } = await buyer.post('/language', {
    language: 'ms',
    page: '/products/enamel-mug?x',
  });
  expect([status, location]).toEqual([303, '/products/enamel-mug?x']);
  expect(headers.getSetCookie().join()).toMatch(/^rimba_language=ms;.*HttpOnly; SameSite=Lax/);
  const { text } = await buyer.send('/bag', { headers: { 'accept-language': 'ta' } });
  expect(text).toContain('<html lang="ms-MY">');
});

test('the choice of a language never redirects to another site, and an unknown language is ignored', async () => {
  const buyer = shop.createVisitor();
  for (const page of ['https://evil.example/', '//evil.example', '/\\evil.example', ''])
    expect((await buyer.post('/language', { language: 'ta', page })).location).toBe('/');
  await buyer.post('/language', { language: 'xx', page: '/' });
  expect((await buyer.get('/')).text).toContain('<html lang="ta-MY">');
});

test('items have names in the language of the page, and the stored order has English names', async () => {
  const buyer = shop.createVisitor();
  await buyer.post('/language', { language: 'zh', page: '/' });
  const id = await buyer.placeOrder(cameronForm, mugForm);
  expect((await buyer.get(`/orders/${id}`)).text).toContain('搪瓷杯');
  await buyer.post('/language', { language: 'ms', page: '/' });
  const { text } = await buyer.get(`/checkout/${id}`);
  expect(text).toContain('Kole enamel');
  expect(text).toContain('Pesanan anda (3 item)');
  // The back office is English.
  const titles = shop.database.prepare('SELECT title FROM order_lines ORDER BY rowid').all();
  expect(titles.map(({ title }) => title)).toEqual(['Cameron Dark, 250 g', 'Enamel mug']);
});

test('the summary says "1 item" for one item and "2 items" for two', async () => {
  const buyer = shop.createVisitor();
  await buyer.post('/bag/lines', mugForm);
  expect((await buyer.get('/checkout')).text).toContain('Your order (1 item)');
  await buyer.post('/bag/lines', mugForm);
  expect((await buyer.get('/checkout')).text).toContain('Your order (2 items)');
});

test('findItemName returns undefined for an item that the catalogue no longer contains', () => {
  for (const { texts } of languages) {
    expect(findItemName(texts, 'robusta.250g')).toBeUndefined();
    expect(findItemName(texts, 'enamel-mug.pink')).toBeUndefined();
    expect(findItemName(texts, 'constructor')).toBeUndefined();
  }
});

test('plural selects the form for a number', () => {
  const formatItemCount = plural('en', { one: '{n} item', other: '{n} items' });
  expect([0, 1, 2].map(formatItemCount)).toEqual(['0 items', '1 item', '2 items']);
});

/** A Latin punctuation mark beside a Chinese character. */
const latinMark = /\p{Script=Han}\s*[.,;:?!()]|[,;:?!()]\s*\p{Script=Han}/u;

test('the Chinese pages and texts have Chinese punctuation marks only', async () => {
  const chinese = languages.find(({ id }) => id === 'zh');
  for (const [path, text] of flatten(chinese?.texts ?? expect.fail('Chinese is missing.')))
    expect(text, path).not.toMatch(latinMark);
  const buyer = shop.createVisitor();
  await buyer.placeOrder(cameronForm);
  for (const path of ['/', '/bag', '/checkout', '/orders', '/products/clay-dripper']) {
    const { text } = await buyer.send(path, { headers: { 'accept-language': 'zh' } });
    // Without the number of items in the bag.
    const words = text.replace(/<[^>]+>/g, '').replace(/\(\d+\)/g, '');
    expect(words, path).toContain('沙盒。');
    expect(latinMark.exec(words)?.[0], path).toBeUndefined();
  }
});
