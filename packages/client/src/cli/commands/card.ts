import { authType, paymentStatus, PgwError, Redacted } from '@pgw/protocol';
import { Option, type Command } from 'commander';
import { z } from 'zod';
import { minorUnits } from '../arguments.ts';
import { answerOf, type Register } from '../context.ts';
import { list } from '../table.ts';
import { readStdin } from '../terminal.ts';

const types = {
  'pre-auth': authType.preAuth,
  full: authType.fullPayment,
  partial: authType.partialPayment,
  verify: authType.verify,
} as const;

interface CardOptions {
  readonly type: keyof typeof types;
  readonly amount?: number;
  readonly cardStdin?: boolean;
  readonly save?: boolean;
  readonly last?: boolean;
}

/** `pgw card`: processes a card. Its number comes by the standard input, never by the command line, which others see. */
export const card: Register = (program, contextOf) => {
  program
    .command('card')
    .description('Authorise, charge, capture or verify a card on an existing transaction.')
    .argument('<transaction>', 'transaction number')
    .addOption(new Option('--type <type>', 'what to do').choices(Object.keys(types)).makeOptionMandatory())
    .option('--amount <minor>', 'amount in minor units', minorUnits)
    .option(
      '--card-stdin',
      'read {cardNumber, expiryMonth, expiryYear, holderName, securityCode} as JSON from the standard input',
    )
    .option('--save', 'keep the card for later payments')
    .option('--last', 'the last of several partial payments')
    .action(async (transactionNumber: string, options: CardOptions, command: Command) => {
      const context = contextOf(command);
      const { signal } = context.terminal;
      const details = options.cardStdin === true ? parseCard(await readStdin(context.terminal)) : {};
      const input = {
        transactionNumber,
        amount: options.amount,
        channelDetails: { ...details, AuthType: types[options.type] },
        savePayment: options.save,
        LastPayment: options.last,
      };
      const result = answerOf(
        await context.withGateway((gateway) => gateway.attempt.processPayment(input, { signal })),
      );
      const { name, outcome } = paymentStatus(result.status);
      context.print(result, () =>
        list([
          ['transaction', result.transactionNumber],
          ['part', result.partialTransactionNumber],
          ['status', `${result.status} ${name}: ${outcome}`],
          ['amount', result.amount == null ? undefined : `${result.amount} minor units`],
        ]),
      );
    });
};

const hidden = z
  .string()
  .transform((text) => new Redacted(text))
  .exactOptional();

const cardDetails = z.strictObject({
  cardNumber: hidden,
  expiryMonth: hidden,
  expiryYear: hidden,
  holderName: hidden,
  securityCode: hidden,
});

function parseCard(text: string): z.output<typeof cardDetails> {
  try {
    return cardDetails.parse(JSON.parse(text));
  } catch {
    // Neither the parser's error nor the schema's may quote a card.
    const names = Object.keys(cardDetails.shape).join(', ');
    throw new PgwError(
      'invalid-configuration',
      `The card on the standard input must be a JSON object of texts: ${names}.`,
    );
  }
}
