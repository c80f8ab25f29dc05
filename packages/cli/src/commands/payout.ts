import type { Command } from 'commander';
import { formatMoney, parseInteger } from '../arguments.ts';
import type { DefineCommand } from '../context.ts';
import { addFieldsOption, addFields } from '../extra-fields.ts';
import { addOrderOptions, toOrderFields, type OrderOptions } from '../order-options.ts';
import { formatList } from '../table.ts';

interface PayoutOptions extends OrderOptions {
  readonly method: string;
  readonly name?: string | undefined;
  readonly mobile?: string | undefined;
  readonly account?: string | undefined;
  readonly email?: string | undefined;
  readonly citizen: boolean;
  readonly staging?: boolean | undefined;
  readonly channel?: number | undefined;
  readonly fields?: string | undefined;
}

/** Defines `pgw payout`, which sends money from the payout wallet. */
export const definePayout: DefineCommand = (command, createContext) => {
  addPayoutOptions(command).action(async (options: PayoutOptions) => {
    const context = createContext();
    const { production, staging } = context.configuration.profile.payoutChannelId;
    const channelId = options.channel ?? (options.staging === true ? staging : production);
    const input = await addFields({ ...toInput(options), channelId }, options.fields, context.terminal);
    const payout = await context.requireResponse(({ attempt }, callOptions) =>
      attempt.payout(input, callOptions),
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

function addPayoutOptions(command: Command): Command {
  command.usage(
    '--amount <minor> --currency <code> --reference <text> --method <code> --ip <address> --return-url <url> [options]',
  );
  const commandWithOptions = addOrderOptions(command)
    .requiredOption(
      '--method <code>',
      "code of the beneficiary's bank; or MBNO (mobile number), NRIC (national ID), BREG (business registration)",
    )
    .option('--name <text>', 'name of the account holder; required for a bank transfer')
    .option('--mobile <number>', 'mobile number; required for MBNO')
    .option('--account <number>', 'bank account, national ID or business registration number')
    .option('--email <address>', 'e-mail of the beneficiary')
    .option('--no-citizen', 'the beneficiary is not Malaysian')
    .option('--staging', 'use the payout channel of staging')
    .option('--channel <id>', 'use this payout channel', parseInteger);
  return addFieldsOption(
    commandWithOptions,
    `'{"customer":{"identificationNumber":"…","identificationType":1}}'`,
  );
}

function toInput({ method, name, mobile, account, email, citizen, ...options }: PayoutOptions) {
  return {
    ...toOrderFields(options),
    providerChannelId: method,
    customer: { name, mobileNo: mobile, username: account, email },
    localCitizen: citizen,
  };
}
