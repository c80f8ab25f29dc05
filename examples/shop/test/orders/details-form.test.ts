import { expect, test } from 'vitest';
import { languages } from '../../src/languages/index.ts';
import { sampleDetails } from '../../src/orders/details.ts';
import { cameronAmount, cameronForm } from '../open-shop.ts';
import { setUpShop } from '../set-up-shop.ts';

const shop = setUpShop();

test('invalid details are listed above the form and at their fields, and the form keeps the values', async () => {
  const buyer = shop.createVisitor();
  await buyer.post('/bag/lines', cameronForm);
  const { status, text } = await buyer.post('/checkout', {
    ...sampleDetails,
    email: 'aisyah',
    postcode: '1',
  });
  expect(status).toBe(422);
  expect(text).toContain('Check 2 fields');
  expect(text).toContain('<a href="#email">');
  expect(text).toMatch(
    /id="email"[^>]*value="aisyah"[^>]*aria-invalid="true"[^>]*aria-describedby="email-hint email-error"/,
  );
  expect((await buyer.get('/checkout')).text).toContain('value="aisyah"');
  expect(shop.database.prepare('SELECT count(*) AS orders FROM orders').get()).toEqual({ orders: 0 });
});

test('the entered details are escaped on every page', async () => {
  const buyer = shop.createVisitor();
  await buyer.post('/bag/lines', cameronForm);
  const attack = '"><script>alert(1)</script>';
  const form = await buyer.post('/checkout', { ...sampleDetails, name: attack, postcode: '1' });
  expect(form.text).not.toContain('<script>alert');
  const { location } = await buyer.post('/checkout', { ...sampleDetails, address: attack, name: attack });
  expect((await buyer.get(location)).text).not.toContain('<script>alert');
  shop.fulfillOrder(location.replace('/checkout/', ''), cameronAmount);
  expect((await buyer.get(location.replace('checkout', 'orders'))).text).not.toContain('<script>alert');
});

test.each(languages)(
  'in $name, each error above the form names its field and links to it',
  async ({ tag, texts: { details, fieldErrors } }) => {
    const buyer = shop.createVisitor();
    await buyer.post('/bag/lines', cameronForm);
    const tooLong = 'x'.repeat(101);
    const form = {
      name: tooLong,
      email: '',
      phone: '',
      address: tooLong,
      area: tooLong,
      postcode: '',
      city: '',
    };
    const { text } = await buyer.post('/checkout', form, { 'accept-language': tag });
    const summary = /id="errors".*?<\/ul>/s.exec(text)?.[0] ?? '';
    const lines = [...summary.matchAll(/<a href="#(\w+)">([^<]+)</g)].map(([, name, line]) => [name, line]);
    const separator = tag.startsWith('zh') ? '：' : ': ';
    expect(lines).toEqual(
      (['name', 'email', 'phone', 'address', 'area', 'postcode', 'city', 'state'] as const).map((name) => {
        const error = ['name', 'address', 'area'].includes(name) ? 'tooLong' : name;
        // The type is safe, because these keys are in `fieldErrors`.
        return [name, details[name] + separator + fieldErrors[error as keyof typeof fieldErrors]];
      }),
    );
  },
);
