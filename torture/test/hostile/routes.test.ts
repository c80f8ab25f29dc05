import { expect, test } from 'vitest';
import { listRoutes } from '../../src/hostile/routes.ts';

test('listRoutes returns each path of the checkout with its method', () => {
  const routes = listRoutes().map(({ method, path }) => `${method} ${path}`);
  expect(routes).toEqual(
    expect.arrayContaining([
      'POST /callback',
      'POST /payments',
      'GET /payments/:reference/qr',
      'GET /checkout.mjs',
    ]),
  );
});
