import type { JSX } from 'react';
import { products } from '../orders.ts';

export default function Catalogue(): JSX.Element {
  return (
    <>
      <h1>Two Mugs</h1>
      <form method="post" action="/orders">
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
