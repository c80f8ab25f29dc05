import { Argument } from 'commander';
import type { Context, DefineCommand } from '../context.ts';
import { parseJsonObject } from '../extra-fields.ts';
import { readStdin } from '../terminal.ts';

type Fields = Readonly<Record<string, unknown>>;
/** Sends a request with fields that the client validates by the schema of the endpoint. */
type Send = (context: Context, fields: never) => Promise<unknown>;

/** Sends a request that changes nothing at the gateway. */
function read(name: 'queryPayment' | 'queryRefund' | 'inquiryWallet' | 'queryWalletHistory'): Send {
  return (context, fields) =>
    context.callGateway<unknown>((gateway, options) => gateway[name](fields, options));
}

const requests = {
  requestPayment: (context, fields) =>
    context.requireResponse(({ attempt }, options) => attempt.requestPayment(fields, options)),
  initialSession: (context, fields) =>
    context.requireResponse(({ attempt }, options) => attempt.initialSession(fields, options)),
  queryPayment: read('queryPayment'),
  getChannels: (context) => context.callGateway((gateway, options) => gateway.getChannels(options)),
  getProviderChannels: (context, fields) =>
    context.callGateway((gateway, options) => gateway.getProviderChannels(fields, options)),
  getPayoutBanks: (context, fields) =>
    context.callGateway((gateway, options) => gateway.getPayoutBanks(fields, options)),
  refundPayment: (context, fields) =>
    context.requireResponse(({ attempt }, options) => attempt.refundPayment(fields, options)),
  queryRefund: read('queryRefund'),
  payout: (context, fields) =>
    context.requireResponse(({ attempt }, options) => attempt.payout(fields, options)),
  inquiryWallet: read('inquiryWallet'),
  queryWalletHistory: read('queryWalletHistory'),
} as const satisfies Record<string, Send>;

/**
 * Defines `pgw request`, which sends the fields of a request to an endpoint. The client signs the request and sets a
 * new timestamp. Cards are processed by `pgw card`, which reads the card from the standard input.
 */
export const defineRequest: DefineCommand = (command, createContext) => {
  command
    .addArgument(new Argument('<endpoint>', 'name of the endpoint').choices(Object.keys(requests)))
    .option('--data <json>', 'the fields as a JSON object; without it, they are read from the standard input')
    .action(async (endpoint: keyof typeof requests, { data }: { readonly data?: string }) => {
      const context = createContext();
      const { timestamp: _old, ...fields }: Fields = parseJsonObject(
        data ?? (await readStdin(context.terminal)),
        '--data',
      );
      const send: Send = requests[endpoint];
      // The client validates every field with the schema of the endpoint.
      const response = await send(context, fields as never);
      context.print(response, () => JSON.stringify(response, null, 2));
    });
};
