import type { CheckoutOptions } from '@pgw/express' with { 'resolution-mode': 'import' };

// A CommonJS module imports types with a resolution mode, and loads the packages with import(). The test
// compiles this file and does not run it.

export type Merchant = CheckoutOptions<unknown>['merchant'];

export const load = async (): Promise<string> => typeof (await import('@pgw/express')).createCheckout;
