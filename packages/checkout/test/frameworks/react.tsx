import { useRef } from 'react';
import type { PgwCheckoutElement } from '@pgw/checkout/react';

// A shop in React. It is only compiled, to check the types for React.

export function Shop(): React.JSX.Element {
  const checkout = useRef<PgwCheckoutElement>(null);
  return (
    <div onClick={() => checkout.current?.pay()}>
      <pgw-checkout
        ref={checkout}
        order="A123"
        theme="dark"
        channels="1,3"
        heading-level={3}
        texts={{ 'view-order': 'Back to Rimba Coffee' }}
        onpgw-result={({ detail }) => detail.state === 'paid'}
        onpgw-before-pay={(event) => event.detail.waitUntil(Promise.resolve())}
      />
      <pgw-payment-status payment="pay_1" texts={{ 'view-order': 'Back to Rimba Coffee' }} />
      {/* @ts-expect-error there is no such text */}
      <pgw-payment-status texts={{ nothing: 'Nothing' }} />
      {/* @ts-expect-error the order is required */}
      <pgw-checkout theme="light" />
      {/* @ts-expect-error there is no such theme */}
      <pgw-checkout order="A123" theme="sepia" />
    </div>
  );
}
