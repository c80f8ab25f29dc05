import type { PgwCheckout, PgwPaymentStatus } from '@pgw/checkout';
import type { PgwCheckoutElement, PgwPaymentStatusElement } from '@pgw/checkout/react';

// What frameworks are told holds for the elements themselves.

export const checkout = (element: PgwCheckout): PgwCheckoutElement => element;
export const status = (element: PgwPaymentStatus): PgwPaymentStatusElement => element;
