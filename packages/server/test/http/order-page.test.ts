import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addReference } from '../../src/http/storefront-payment.ts';

it.each([
  ['/o', '/o?payment=A1-X'],
  ['/o?tab=1', '/o?tab=1&payment=A1-X'],
  ['/o?', '/o?payment=A1-X'],
  ['/o?tab=1&', '/o?tab=1&payment=A1-X'],
  ['/o#top', '/o?payment=A1-X#top'],
  ['/o#/orders/1#top', '/o?payment=A1-X#/orders/1#top'],
  ['/o#/orders?tab=1', '/o?payment=A1-X#/orders?tab=1'],
  ['/o?payment=card', '/o?payment=card&pgw-payment=A1-X'],
  ['/o?a=1&payment=#x', '/o?a=1&payment=&pgw-payment=A1-X#x'],
  ['/o?%70ayment=card', '/o?%70ayment=card&pgw-payment=A1-X'],
  ['/o?ReferenceCode=INV-7', '/o?ReferenceCode=INV-7&payment=A1-X'],
  ['/o?payment=1&ReferenceCode=2', '/o?payment=1&ReferenceCode=2&pgw-payment=A1-X'],
  ['/o?pgw-payment=1', '/o?pgw-payment=1&pgw-payment=A1-X'],
  ['/o?pgw-payment=1&payment=2', '/o?pgw-payment=1&payment=2&pgw-payment=A1-X'],
  ['/o#?payment=card', '/o?payment=A1-X#?payment=card'],
])('the reference is added to the order page %s', (orderUrl, expected) => {
  expect(addReference(orderUrl, 'A1-X')).toBe(expected);
});

/** Queries of the shop, which often have the names of the checkout's own parameters. */
const queries = fc.oneof(
  fc.webQueryParameters(),
  fc
    .array(
      fc.tuple(
        fc.constantFrom('payment', 'pgw-payment', 'ReferenceCode', 'tab'),
        fc.constantFrom('', 'INV-7'),
      ),
    )
    .map((parameters) => new URLSearchParams(parameters).toString()),
);

it('every part of the order page is kept, and the page reads the reference', () => {
  const parts = fc.record({
    path: fc.webPath(),
    query: fc.option(queries, { nil: undefined }),
    fragment: fc.option(fc.string(), { nil: undefined }),
  });
  fc.assert(
    fc.property(parts, fc.stringMatching(/^[A-Za-z0-9/-]{1,50}$/), ({ path, query, fragment }, reference) => {
      const orderUrl = `${path}${query === undefined ? '' : `?${query}`}${fragment === undefined ? '' : `#${fragment}`}`;
      const changed = addReference(orderUrl, reference);
      const changedQuery = (changed.split('#', 1)[0] ?? '').split('?').slice(1).join('?');
      const parameters = new URLSearchParams(changedQuery);
      // The same expression as in <pgw-payment-status>.
      const found = parameters.getAll('pgw-payment').pop() || parameters.getAll('payment').pop();
      expect(found).toBe(reference);
      expect(changed.startsWith(path)).toBe(true);
      expect(fragment === undefined || changed.endsWith(`#${fragment}`)).toBe(true);
    }),
  );
});
