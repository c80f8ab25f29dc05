import type {} from '@pgw/checkout/react';
import { useEffect, useState, type JSX } from 'react';
import {
  buy,
  readCurrentPage,
  fetchOrder,
  fetchProducts,
  formatPrice,
  isReturnFromPayment,
  type Order,
  type Product,
} from './shop-api.ts';

export function App(): JSX.Element {
  const { name, orderId } = readCurrentPage();
  if (name === 'checkout') return <pgw-checkout order={orderId} />;
  if (name === 'orders') return <OrderPage id={orderId} />;
  return <Catalogue />;
}

function Catalogue(): JSX.Element {
  const [products, setProducts] = useState<Product[]>([]);
  useEffect(() => {
    void fetchProducts().then(setProducts);
  }, []);
  return (
    <>
      <h1>Two Mugs</h1>
      <ul>
        {products.map((product) => (
          <li key={product.id}>
            {product.name}, {formatPrice(product.price)}{' '}
            <button onClick={() => void buy(product)}>Buy</button>
          </li>
        ))}
      </ul>
    </>
  );
}

function OrderPage({ id }: { readonly id: string }): JSX.Element {
  const [order, setOrder] = useState<Order | null>();
  const load = (): void => void fetchOrder(id).then((found) => setOrder(found ?? null));
  useEffect(load, [id]);
  return (
    <>
      {order && (
        <h1>
          {order.product}: {order.state}
        </h1>
      )}
      {order === null && !isReturnFromPayment() && <p>There is no such order in this browser.</p>}
      {isReturnFromPayment() && <pgw-payment-status onpgw-result={load} />}
      {!isReturnFromPayment() && order?.state === 'Not paid yet' && <pgw-checkout order={order.id} />}
    </>
  );
}
