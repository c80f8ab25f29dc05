import { headers } from 'next/headers';
import type { JSX } from 'react';
import { products } from '../orders.ts';

export default async function Catalogue(): Promise<JSX.Element> {
  const token = (await headers()).get('x-form-token') ?? '';
  return (
    <>
      <h1>Two Mugs</h1>
      <form method="post" action="/orders">
        <input type="hidden" name="token" value={token} />
        <ul>
          {products.map(({ id, name, price }) => (
            <li key={id}>
              {name}, RM {(price / 100).toFixed(2)}{' '}
              <button name="product" value={id}>
                Buy
              </button>
            </li>
          ))}
        </ul>
      </form>
    </>
  );
}
