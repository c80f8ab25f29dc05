import type { PgwCheckout, PgwPaymentStatus } from '@pgw/checkout';
import type { PgwCheckoutElement, PgwPaymentStatusElement } from '@pgw/checkout/react';

// Checks at compile time that the types for frameworks match the classes of the elements.

export const checkout = (element: PgwCheckout): PgwCheckoutElement => element;
export const status = (element: PgwPaymentStatus): PgwPaymentStatusElement => element;
