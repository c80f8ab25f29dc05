import type { HTMLAttributes } from 'vue';
import type {
  PgwCheckoutAttributes,
  PgwCheckoutElement,
  PgwListeners,
  PgwPaymentStatusAttributes,
  PgwPaymentStatusElement,
} from './elements.d.ts';

/** Converts `pgw-ready` to `pgwReady`: the listener `@pgw-ready` is the property `onPgwReady` in Vue. */
type CamelCase<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text;
type Listeners = {
  [
    Name in keyof PgwListeners<'on'> as Name extends `on${infer Event}`
      ? `on${Capitalize<CamelCase<Event>>}`
      : never
  ]: PgwListeners<'on'>[Name];
};

type Component<Attributes> = new () => { $props: HTMLAttributes & Listeners & Attributes };

declare module 'vue' {
  interface GlobalComponents {
    'pgw-checkout': Component<PgwCheckoutAttributes>;
    'pgw-payment-status': Component<PgwPaymentStatusAttributes>;
  }
}

export type { PgwCheckoutElement, PgwPaymentStatusElement };
