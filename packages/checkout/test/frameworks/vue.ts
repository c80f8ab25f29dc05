import type { GlobalComponents } from 'vue';
import type { PgwCheckoutElement } from '@pgw/checkout/vue';

// A shop in Vue. It is only compiled, to check the types for Vue.

type Props = InstanceType<GlobalComponents['pgw-checkout']>['$props'];

export const props: Props = {
  order: 'A123',
  class: 'pay',
  texts: { 'view-order': 'Back to Rimba Coffee' },
  onPgwResult: ({ detail }) => detail.state === 'paid',
};
// @ts-expect-error the order is required
export const withoutOrder: Props = { theme: 'dark' };

export const pay = (element: PgwCheckoutElement): void => element.pay();
