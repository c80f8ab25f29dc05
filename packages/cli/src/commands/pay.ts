import { redirectionType } from '@pgw/protocol';
import type { Command } from 'commander';
import { formatMoney, parseInteger } from '../arguments.ts';
import type { DefineCommand } from '../context.ts';
import { addFieldsOption, addFields } from '../extra-fields.ts';
import { addOrderOptions, toOrderFields, type OrderOptions } from '../order-options.ts';
import { formatList } from '../table.ts';

interface PayOptions extends OrderOptions {
  readonly channel?: number | undefined;
  readonly bank?: string | undefined;
  readonly fields?: string | undefined;
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

function toInput({ channel, bank, ...options }: PayOptions) {
  return { ...toOrderFields(options), channelId: channel, providerChannelId: bank };
}

/** Defines `pgw pay`, which requests a payment. */
export const definePay: DefineCommand = (command, createContext) => {
  addPaymentOptions(command).action(async (options: PayOptions) => {
    const context = createContext();
    const input = await addFields(toInput(options), options.fields, context.terminal);
    const payment = await context.requireResponse(({ attempt }, callOptions) =>
      attempt.requestPayment(input, callOptions),
    );
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

/** Defines `pgw session`, which starts a hosted session. */
export const defineSession: DefineCommand = (command, createContext) => {
  addPaymentOptions(command)
    .option('--minutes <n>', 'minutes until it expires', parseInteger)
    .action(async (options: PayOptions & { readonly minutes?: number }) => {
      const context = createContext();
      const sessionInput = { ...toInput(options), expiredInMinutes: options.minutes };
      const input = await addFields(sessionInput, options.fields, context.terminal);
      const session = await context.requireResponse(({ attempt }, callOptions) =>
        attempt.initialSession(input, callOptions),
      );
      context.print(session, () =>
        formatList([
          ['session', session.sessionNumber],
          ['redirect to', session.redirectUrl],
        ]),
      );
    });
};
