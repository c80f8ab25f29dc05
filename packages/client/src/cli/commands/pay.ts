import { redirectionType } from '@pgw/protocol';
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

interface PayOptions {
  readonly amount: number;
  readonly currency: string;
  readonly reference: string;
  readonly ip: string;
  readonly returnUrl: string;
  readonly callbackUrl?: string;
  readonly channel?: number;
  readonly bank?: string;
  readonly description?: string;
  readonly userAgent?: string;
  readonly tenantId?: number;
  readonly fields?: string;
}

/** Adds the options of `pay` and `session` to a command. */
function addPaymentOptions(command: Command): Command {
  const commandWithOptions = command
    .usage(
      '--amount <minor> --currency <code> --reference <text> --ip <address> --return-url <url> [options]',
    )
    .requiredOption('--amount <minor>', 'amount in minor units: 12345 means 123.45', parseMinorUnits)
    .requiredOption('--currency <code>', '3-letter code, such as MYR')
    .requiredOption('--reference <text>', 'your reference of the order, not used before')
    .requiredOption('--ip <address>', 'IP address of the customer', parseIpAddress)
    .requiredOption('--return-url <url>', "URL to which the customer's browser returns", parseUrl)
    .option('--callback-url <url>', 'URL to which the gateway sends callbacks', parseUrl)
    .option('--channel <id>', 'channel (default: the customer chooses on the hosted page)', parseInteger)
    .option('--bank <id>', 'bank, for a channel that requires one (see banks)')
    .option('--description <text>', 'description of the payment')
    .option('--user-agent <text>', "user agent of the customer's browser");
  const example = `'{"savePayment":true,"subMerchant":{"uniqueId":"S1","name":"Kedai"}}'`;
  return addFieldsOption(addTenantOption(commandWithOptions), example);
}

function inputOf(options: PayOptions) {
  const { amount, currency, reference, ip, returnUrl, callbackUrl, channel, bank, description } = options;
  const { userAgent, tenantId } = options;
  return {
    amount,
    currencyCode: currency,
    referenceCode: reference,
    ipAddress: ip,
    returnUrl,
    callbackUrl,
    channelId: channel,
    providerChannelId: bank,
    description,
    userAgent,
    tenantId,
  };
}

/** Registers `pgw pay`, which requests a payment. */
export const registerPay: RegisterCommand = (program, contextOf) => {
  addPaymentOptions(
    program.command('pay').description('Request a payment and print the redirect for the shopper.'),
  ).action(async (options: PayOptions, command: Command) => {
    const context = contextOf(command);
    const { signal } = context.terminal;
    const input = await withFields(inputOf(options), options.fields, context.terminal);
    const checkout = responseOf(
      await context.withGateway((gateway) => gateway.attempt.requestPayment(input, { signal })),
    );
    const isScript = checkout.redirectionType === redirectionType.script;
    context.print(checkout, () =>
      formatList([
        ['transaction', checkout.transactionNumber],
        ['amount', formatMoney(checkout.amount, checkout.currencyCode)],
        ['redirect to', checkout.redirectUrl],
        ['redirect script', isScript ? 'in clientScript (see --json)' : undefined],
        ['pay before', checkout.transactionExpired],
      ]),
    );
  });
};

/** Registers `pgw session`, which starts a hosted session. */
export const registerSession: RegisterCommand = (program, contextOf) => {
  addPaymentOptions(
    program.command('session').description('Start a hosted session, in which the customer can try again.'),
  )
    .option('--minutes <n>', 'minutes until it expires', parseInteger)
    .action(async (options: PayOptions & { readonly minutes?: number }, command: Command) => {
      const context = contextOf(command);
      const { signal } = context.terminal;
      const sessionInput = { ...inputOf(options), expiredInMinutes: options.minutes };
      const input = await withFields(sessionInput, options.fields, context.terminal);
      const session = responseOf(
        await context.withGateway((gateway) => gateway.attempt.initialSession(input, { signal })),
      );
      context.print(session, () =>
        formatList([
          ['session', session.sessionNumber],
          ['redirect to', session.redirectUrl],
        ]),
      );
    });
};
