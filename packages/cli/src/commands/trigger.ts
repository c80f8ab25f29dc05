import { PgwError } from '@pgw/protocol';
import { Argument } from 'commander';
import * as z from '@pgw/protocol/zod';
import { formatList } from '../table.ts';
import type { DefineCommand } from '../context.ts';
import { createNoSandboxError, fetchSandbox } from '../sandbox-connection.ts';

/** The events that a sandbox can make happen. The sandbox has the same list. */
const events = [
  'payment.paid',
  'payment.authorized',
  'payment.declined',
  'payment.canceled',
  'payment.expired',
  'payment.reversed',
  'refund.made',
  'callback.sent',
];

const responseSchema = z.union([
  z.object({ transactionNumber: z.string(), status: z.number(), text: z.string() }),
  z.object({ error: z.string() }),
]);

export const defineTrigger: DefineCommand = (command, createContext) => {
  command
    .addArgument(new Argument('<event>', 'what happens').choices(events))
    .requiredOption(
      '--order <reference>',
      'the reference or transaction number of a payment, or an order of the shop',
    )
    .action(async (event: string, { order }: { readonly order: string }) => {
      const context = createContext();
      const response = await fetchSandbox(context.configuration, '/dashboard/trigger', {
        method: 'POST',
        body: new URLSearchParams({ event, order }),
        signal: context.terminal.signal,
      });
      const result = responseSchema.safeParse(await response.json().catch(() => undefined));
      if (!result.success) throw createNoSandboxError(context.configuration, response.status);
      if ('error' in result.data) throw new PgwError('invalid-request', result.data.error);
      const { transactionNumber, status, text } = result.data;
      context.print(result.data, () =>
        formatList([
          ['transaction', transactionNumber],
          ['status', String(status)],
          ['done', text],
        ]),
      );
    });
};
