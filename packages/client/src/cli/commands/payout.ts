import type { Command } from 'commander';
import {
  parseInteger,
  parseIpAddress,
  parseMinorUnits,
  formatMoney,
  addTenantOption,
  parseUrl,
} from '../arguments.ts';
import { responseOf, type RegisterCommand } from '../context.ts';
import { addFieldsOption, withFields } from '../extra-fields.ts';
import { formatList } from '../table.ts';

interface PayoutOptions {
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
  readonly method: string;
  readonly ip: string;
  readonly returnUrl: string;
  readonly callbackUrl?: string;
  readonly name?: string;
  readonly mobile?: string;
  readonly account?: string;
  readonly email?: string;
  readonly citizen: boolean;
  readonly staging?: boolean;
  readonly channel?: number;
  readonly description?: string;
  readonly userAgent?: string;
  readonly tenantId?: number;
  readonly fields?: string;
}

/** Registers `pgw payout`, which sends money from the payout wallet. */
export const registerPayout: RegisterCommand = (program, contextOf) => {
  createPayoutCommand(program).action(async (options: PayoutOptions, command: Command) => {
    const context = contextOf(command);
    const { signal } = context.terminal;
    const { production, staging } = context.configuration.profile.payoutChannelId;
    const channelId = options.channel ?? (options.staging === true ? staging : production);
    const input = await withFields({ ...inputOf(options), channelId }, options.fields, context.terminal);
    const payout = responseOf(
      await context.withGateway((gateway) => gateway.attempt.payout(input, { signal })),
    );
    context.print(payout, () =>
      formatList([
        ['transaction', payout.transactionNumber],
        ['amount', formatMoney(payout.amount, payout.currencyCode)],
        ['redirect to', payout.redirectUrl],
      ]),
    );
  });
};

function createPayoutCommand(program: Command): Command {
  const commandWithOptions = program
    .command('payout')
    .description('Send money to a bank account or to a proxy identifier.')
    .usage(
      '--amount <minor> --currency <code> --reference <text> --method <code> --ip <address> --return-url <url> [options]',
    )
    .requiredOption('--amount <minor>', 'amount in minor units: 12345 means 123.45', parseMinorUnits)
    .requiredOption('--currency <code>', '3-letter code, such as MYR')
    .requiredOption('--reference <text>', 'your reference, not used before')
    .requiredOption('--method <code>', "code of the beneficiary's bank, or a proxy (MBNO, NRIC, BREG)")
    .requiredOption('--ip <address>', 'IP address of the customer', parseIpAddress)
    .requiredOption('--return-url <url>', 'URL to which the customer returns after the receipt', parseUrl)
    .option('--callback-url <url>', 'URL to which the gateway sends callbacks', parseUrl)
    .option('--name <text>', 'name of the account holder; required for a bank transfer')
    .option('--mobile <number>', 'mobile number; required for the proxy MBNO')
    .option('--account <number>', 'bank account, national ID or business registration number')
    .option('--email <address>', 'e-mail of the beneficiary')
    .option('--no-citizen', 'the beneficiary is not Malaysian')
    .option('--staging', 'use the payout channel of staging')
    .option('--channel <id>', 'use this payout channel', parseInteger)
    .option('--description <text>', 'description of the payout')
    .option('--user-agent <text>', "user agent of the customer's browser");
  return addFieldsOption(
    addTenantOption(commandWithOptions),
    `'{"customer":{"identificationNumber":"…","identificationType":1}}'`,
  );
}

function inputOf(options: PayoutOptions) {
  const { amount, currency, reference, method, ip, returnUrl, callbackUrl, description } = options;
  const { name, mobile, account, email, citizen, userAgent, tenantId } = options;
  return {
    amount,
    currencyCode: currency,
    referenceCode: reference,
    providerChannelId: method,
    ipAddress: ip,
    returnUrl,
    callbackUrl,
    description,
    userAgent,
    tenantId,
    customer: { name, mobileNo: mobile, username: account, email },
    localCitizen: citizen,
  };
}
