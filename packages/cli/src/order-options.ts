import type { Command } from 'commander';
import { addTenantOption, parseIpAddress, parseMinorUnits, parseUrl } from './arguments.ts';

/** The options that `pay`, `session` and `payout` have in common. */
export interface OrderOptions {
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
  readonly ip: string;
  readonly returnUrl: string;
  readonly callbackUrl?: string | undefined;
  readonly description?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly tenantId?: number | undefined;
}

/** Adds the options of {@link OrderOptions} to a command. */
export function addOrderOptions(command: Command): Command {
  const commandWithOptions = command
    .requiredOption('--amount <minor>', 'amount in minor units: 12345 means 123.45', parseMinorUnits)
    .requiredOption('--currency <code>', '3-letter code, such as MYR')
    .requiredOption('--reference <text>', 'a new reference for each payment or payout')
    .requiredOption('--ip <address>', 'IP address of the shopper', parseIpAddress)
    .requiredOption('--return-url <url>', 'URL to which the browser returns from the gateway', parseUrl)
    .option('--callback-url <url>', 'URL to which the gateway sends callbacks', parseUrl)
    .option('--description <text>', 'description of the payment or payout')
    .option('--user-agent <text>', "user agent of the shopper's browser");
  return addTenantOption(commandWithOptions);
}

/** Converts the options to the fields of a request. */
export function toOrderFields({ currency, reference, ip, ...options }: OrderOptions) {
  const { amount, returnUrl, callbackUrl, description, userAgent, tenantId } = options;
  return {
    amount,
    currencyCode: currency,
    referenceCode: reference,
    ipAddress: ip,
    returnUrl,
    callbackUrl,
    description,
    userAgent,
    tenantId,
  };
}
