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

interface PayoutOptions extends OrderOptions {
  readonly method: string;
  readonly name?: string | undefined;
  readonly mobile?: string | undefined;
  readonly accountNumber?: string | undefined;
  readonly email?: string | undefined;
  readonly citizen: boolean;
  readonly staging?: boolean | undefined;
  readonly channel?: number | undefined;
}

export const definePayout: DefineCommand = (command, createContext) => {
  addPayoutOptions(command).action(async (options: PayoutOptions) => {
    const context = createContext();
    const { production, staging } = context.configuration.profile.payoutChannelId;
    const {
      method,
      name,
      mobile,
      accountNumber,
      email,
      citizen,
      channel,
      staging: isStaging,
      ...order
    } = options;
    const fields = {
      channelId: channel ?? (isStaging === true ? staging : production),
      providerChannelId: method,
      customer: { name, mobileNo: mobile, username: accountNumber, email },
      localCitizen: citizen,
    };
    const payout = await context.request('payout', await readOrder(order, fields, context.terminal));
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
    .option('--account-number <number>', 'bank account, national ID or business registration number')
    .option('--email <address>', 'e-mail of the beneficiary')
    .option('--no-citizen', 'the beneficiary is not Malaysian')
    .option('--staging', 'use the payout channel of staging')
    .option('--channel <id>', 'use this payout channel', parseInteger);
  return addFieldsOption(
    commandWithOptions,
    `'{"customer":{"identificationNumber":"…","identificationType":1}}'`,
  );
}
