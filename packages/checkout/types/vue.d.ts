import type { HTMLAttributes } from 'vue';
import type {
  PgwCheckoutAttributes,
  PgwCheckoutElement,
  PgwListeners,
  PgwPaymentStatusAttributes,
  PgwPaymentStatusElement,
} from './elements.d.ts';

/** `@pgw-ready` is a property `onPgwReady` to Vue. */
type Camel<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Text;
type Listeners = {
  [
    Name in keyof PgwListeners<'on'> as Name extends `on${infer Event}`
      ? `on${Capitalize<Camel<Event>>}`
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
