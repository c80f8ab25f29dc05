import type { CallName } from '@pgw/client';
import { Argument } from 'commander';
import { parseJsonObject } from '../arguments.ts';
import type { DefineCommand } from '../context.ts';
import { readStdin } from '../terminal.ts';

/** The endpoints of `pgw request`. Cards are sent by `pgw card`, which reads the card from the standard input. */
const names: readonly CallName[] = [
  'requestPayment',
  'initialSession',
  'queryPayment',
  'getChannels',
  'getProviderChannels',
  'getPayoutBanks',
  'refundPayment',
  'queryRefund',
  'payout',
  'inquiryWallet',
  'queryWalletHistory',
];

export const defineRequest: DefineCommand = (command, createContext) => {
  command
    .addArgument(new Argument('<endpoint>', 'name of the endpoint').choices(names))
    .option('--data <json>', 'the fields as a JSON object; without it, they are read from the standard input')
    .action(async (endpoint: CallName, { data }: { readonly data?: string }) => {
      const context = createContext();
      const text = data ?? (await readStdin(context.terminal));
      // The client sets a new timestamp, and validates every field with the schema of the endpoint.
      const { timestamp: _old, ...fields } = parseJsonObject(text, '--data');
      const response = await context.request(endpoint, fields);
      context.print(response, () => JSON.stringify(response, null, 2));
    });
};
