import type { CheckoutOptions } from '@pgw/express' with { 'resolution-mode': 'import' };

// Compiled, not run: CommonJS reads the types by their resolution mode, and loads the packages with import().

export type Merchant = CheckoutOptions<unknown>['merchant'];

export const load = async (): Promise<string> => typeof (await import('@pgw/express')).createCheckout;
