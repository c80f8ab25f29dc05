import { redirectionType } from '@pgw/protocol';
import type { Command } from 'commander';
import {
  addFieldsOption,
  addOrderOptions,
  parseInteger,
  readOrder,
  type OrderOptions,
} from '../arguments.ts';
import type { DefineCommand } from '../context.ts';
import { formatList, formatMoney } from '../table.ts';

interface PayOptions extends OrderOptions {
  readonly channel?: number | undefined;
  readonly bank?: string | undefined;
}

/** Adds the options of `pay` and `session` to a command. */
function addPaymentOptions(command: Command): Command {
  const commandWithOptions = addOrderOptions(
    command.usage(
      '--amount <minor> --currency <code> --reference <text> --ip <address> --return-url <url> [options]',
    ),
  )
    .option('--channel <id>', 'channel (default: the shopper chooses on the hosted page)', parseInteger)
    .option('--bank <id>', 'bank, for a channel that requires one (see pgw banks)');
  const example = `'{"savePayment":true,"subMerchant":{"uniqueId":"S1","name":"Kedai"}}'`;
  return addFieldsOption(commandWithOptions, example);
}

export const definePay: DefineCommand = (command, createContext) => {
  addPaymentOptions(command).action(async ({ channel, bank, ...order }: PayOptions) => {
    const context = createContext();
    const fields = { channelId: channel, providerChannelId: bank };
    const payment = await context.request('requestPayment', await readOrder(order, fields, context.terminal));
    const isScript = payment.redirectionType === redirectionType.script;
    context.print(payment, () =>
      formatList([
        ['transaction', payment.transactionNumber],
        ['amount', formatMoney(payment.amount, payment.currencyCode)],
        ['redirect to', payment.redirectUrl],
        ['redirect script', isScript ? 'in clientScript (see --json)' : undefined],
        ['pay before', payment.transactionExpired],
      ]),
    );
  });
};

export const defineSession: DefineCommand = (command, createContext) => {
  addPaymentOptions(command)
    .option('--minutes <n>', 'minutes until it expires', parseInteger)
    .action(async ({ channel, bank, minutes, ...order }: PayOptions & { readonly minutes?: number }) => {
      const context = createContext();
      const fields = { channelId: channel, providerChannelId: bank, expiredInMinutes: minutes };
      const session = await context.request(
        'initialSession',
        await readOrder(order, fields, context.terminal),
      );
      context.print(session, () =>
        formatList([
          ['session', session.sessionNumber],
          ['redirect to', session.redirectUrl],
        ]),
      );
    });
};
