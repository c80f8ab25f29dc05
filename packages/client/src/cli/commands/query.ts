import { paymentStatus } from '@pgw/protocol';
import { money } from '../arguments.ts';
import type { Register } from '../context.ts';
import { list } from '../table.ts';

/** `pgw query`: a payment as the gateway knows it. */
export const query: Register = (program, contextOf) => {
  program
    .command('query')
    .description('Ask for a payment by its transaction number, or by the number of its session.')
    .argument('<number>', 'transaction number')
    .option('--session', 'the number is that of a session')
    .action(async (number: string, options: { readonly session?: boolean }, command) => {
      const context = contextOf(command);
      const { signal } = context.terminal;
      const input = options.session === true ? { sessionNumber: number } : { transactionNumber: number };
      const record = await context.withGateway((gateway) => gateway.queryPayment(input, { signal }));
      const { name, outcome } = paymentStatus(record.status);
      context.print(record, () =>
        list([
          ['transaction', record.transactionNumber],
          ['session', record.paymentSessionNumber],
          ['reference', record.referenceCode],
          ['status', `${record.status} ${name}: ${outcome}`],
          ['amount', money(record.amount, record.currencyCode)],
          ['channel', record.channelId],
          ['bank', record.providerChannelId],
          ['method', record.providerPaymentMethod],
          ['provider number', record.providerTransactionNumber],
          ['created', record.creationTime],
          ['remark', record.remark],
          ['provider says', record.providerErrorMessage],
        ]),
      );
    });
};
