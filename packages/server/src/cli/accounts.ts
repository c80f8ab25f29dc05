import { toPrintable } from '@pgw/protocol/internal';
import { isWrongAccount, type StoredAccount } from '../model/ports/account-store.ts';
import { exitCodes, UsageError, type AccountArguments } from './arguments.ts';
import type { Shop, Terminal } from './reconcile.ts';

/** Shows the accounts of the store of a checkout. `add` then adds the account of this checkout. */
export async function runAccounts(
  { accounts: command, isConfirmed }: AccountArguments,
  { checkout }: Shop,
  { stdout, confirm }: Terminal,
): Promise<number> {
  // A store of other accounts refuses the checkout, and can be listed. A new file that is refused because of another one has none.
  const refusal = await checkout.ready.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (refusal !== undefined && !(isWrongAccount(refusal) && 'merchantId' in refusal.ids)) throw refusal;
  const accounts = await checkout.operator.accounts.list();
  stdout.write(`The accounts of the store, and their open work:\n${accounts.map(format).join('')}`);
  if (refusal === undefined) {
    if (command === 'add') stdout.write('The store has the account of this checkout.\n');
    return exitCodes.success;
  }
  const { merchantId, gatewayOrigin } = refusal.ids;
  const own = toPrintable(`merchant ${merchantId} at ${gatewayOrigin}`);
  stdout.write(`${command === 'list' ? toPrintable(refusal.message) : `This checkout is ${own}.`}\n`);
  if (command === 'list') return exitCodes.failed;
  if (!isConfirmed && confirm === undefined)
    throw new UsageError('Without a terminal, accounts add needs --yes.');
  const question = `Add ${own} to this store? Its payments are kept apart from the others. [y/N] `;
  if (!isConfirmed && !(await confirm?.(question))) return exitCodes.failed;
  await checkout.operator.accounts.add();
  stdout.write('The account was added. Start the shop again.\n');
  return exitCodes.success;
}

function format({ merchantId, origin, environment, sweptAt, ...work }: StoredAccount): string {
  const mark = environment === 'staging' ? ' (test, no real money)' : '';
  const name = merchantId === null ? 'no owner yet' : `merchant ${merchantId} at ${origin ?? ''}${mark}`;
  const swept = sweptAt === null ? 'never swept' : `last swept ${new Date(sweptAt).toISOString()}`;
  const { id, openPayments, openOperations, dueCalls } = work;
  return (
    `  ${id}. ${toPrintable(name)}: open payments: ${openPayments}, open refunds, captures and payouts: ${openOperations}, ` +
    `due callbacks and hooks: ${dueCalls}; ${swept}\n`
  );
}
