import type { PgwCheckout, PgwPaymentStatus } from '@pgw/checkout';
import type { PgwCheckoutElement, PgwPaymentStatusElement } from '@pgw/checkout/react';

// The types for frameworks match the elements.

export const checkout = (element: PgwCheckout): PgwCheckoutElement => element;
export const status = (element: PgwPaymentStatus): PgwPaymentStatusElement => element;
