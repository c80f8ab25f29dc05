import { operationSabotages } from './operation-sabotages.ts';
import { pageSabotages } from './page-sabotages.ts';
import type { Catcher, Sabotage } from './sabotage.ts';

const source = 'packages/server/src';
const contract = 'packages/server/test/stores/contract.test.ts';
const selectCommandTest = (name: string): Catcher => ({
  file: 'torture/test/commands.test.ts',
  title: `${name}: `,
});

/** The planted bugs by name. If a commit changes the code of an edit, adapt the edit in the same commit. */
export const sabotages: Readonly<Record<string, Sabotage>> = {
  'acknowledge-first': {
    what: 'a callback is acknowledged before it is stored',
    edits: [
      {
        file: `${source}/http/handlers/callback.ts`,
        find:
          '      const receipt = await paymentContext.store.receiveCallback(callback, { callbackUrl, dueAt });\n' +
          '      if (receipt !== undefined) return acceptCallback(receipt);\n',
        replace:
          '      void paymentContext.store\n' +
          '        .receiveCallback(callback, { callbackUrl, dueAt })\n' +
          '        .then((receipt) => receipt && acceptCallback(receipt), () => undefined);\n' +
          '      return acknowledgement;\n',
      },
    ],
    caughtBy: {
      file: 'packages/server/test/http/handlers/callback.test.ts',
      title: 'a callback that the store cannot write is not acknowledged',
    },
  },
  'no-version-check': {
    what: 'an update is written although the payment changed after it was read',
    edits: [
      {
        file: `${source}/stores/sql/batching/plan-writer.ts`,
        find: 'if (version === readVersion && ',
        replace: 'if (version !== undefined && ',
      },
    ],
    caughtBy: {
      file: contract,
      title: 'an update of a payment that has changed is not written and reserves no order',
    },
  },
  'account-missing-in-updates': {
    what: 'built updates change the rows of every account',
    edits: [
      {
        file: `${source}/stores/sql/account.ts`,
        find: '  if (UpdateQueryNode.is(node)) return isShared(node.table) ? node : QueryNode.cloneWithWhere(node, isOwn);\n',
        replace: '  if (UpdateQueryNode.is(node)) return node;\n',
      },
    ],
    caughtBy: { file: contract, title: 'a saved card is listed when it has a token' },
  },
  'account-missing-in-look-ups': {
    what: 'look-ups, locks and bulk updates find the rows of every account',
    edits: [
      {
        file: `${source}/stores/sql/rows/bulk-statement.ts`,
        find: '`${of}.account = ${account}`',
        replace: '`${account} = ${account}`',
      },
    ],
    caughtBy: {
      file: contract,
      title: 'the payments of an order are listed newest first',
    },
  },
  'account-missing-for-all': {
    what: 'the sweep and health of several accounts find the work of one account for each of them',
    edits: [
      {
        file: `${source}/stores/sql/statements/all-accounts.ts`,
        find: 'where account = pgw_accounts.id and ${condition})`',
        replace: 'where ${condition})`',
      },
    ],
    caughtBy: {
      file: 'packages/server/test/stores/all-accounts.test.ts',
      title: 'is found by its result or its rows',
    },
  },
  'wrong-account-opens': {
    what: 'a store of another account is opened',
    edits: [
      {
        file: `${source}/stores/sql/statements/accounts.ts`,
        find: '  if (found !== undefined) {\n',
        replace:
          '  if (stored[0] !== undefined && stored[0].origin !== null) return stored[0].id;\n  if (found !== undefined) {\n',
      },
    ],
    caughtBy: {
      file: 'packages/server/test/accounts/accounts.test.ts',
      title: 'production on the store of the test phase is refused',
    },
  },
  'mark-outside-transaction': {
    what: 'a payment is marked fulfilled in a separate transaction, before the handler runs',
    edits: [
      {
        file: `${source}/stores/sql/statements/hooks.ts`,
        find: '    const payment = await endCall(db, hook, locked.payment);\n',
        replace: '    const { payment } = locked;\n',
      },
      {
        file: `${source}/stores/sql/statements/hooks.ts`,
        find:
          '  return connection.transaction(async (db, runningTransaction) => {\n' +
          '    const locked = await lockCall(connection, db, hook);\n',
        replace:
          '  const locked = await connection.transaction(async (own) => {\n' +
          '    const call = await lockCall(connection, own, hook);\n' +
          '    return call && { ...call, payment: await endCall(own, hook, call.payment) };\n' +
          '  });\n' +
          '  return connection.transaction(async (db, runningTransaction) => {\n',
      },
    ],
    caughtBy: { file: contract, title: 'work that throws leaves the fulfillment due' },
  },
  'one-of-300-dropped': {
    what: 'one callback of 300 is acknowledged and not stored',
    edits: [
      {
        file: `${source}/http/handlers/callback.ts`,
        find: '    if (callbackUrl !== undefined) {\n      const callback',
        replace:
          '    if ((dropped += 1) % 300 === 0) return acknowledgement;\n' +
          '    if (callbackUrl !== undefined) {\n      const callback',
      },
      {
        file: `${source}/http/handlers/callback.ts`,
        find: 'const acknowledgement = ',
        replace: 'let dropped = 0;\nconst acknowledgement = ',
      },
    ],
    caughtBy: {
      file: 'packages/server/test/http/handlers/callback.test.ts',
      title: 'all acknowledged and stored',
    },
  },
  'sweep-without-due-check': {
    what: 'the sweep fulfills payments whose next attempt is not due',
    edits: [
      {
        file: `${source}/hooks/queue.ts`,
        find: 'const request = { now: at, ',
        replace: 'const request = { now: at + 86_400_000, ',
      },
    ],
    caughtBy: {
      file: 'packages/server/test/hooks/fulfill.test.ts',
      title: 'not called again before its next attempt is due',
    },
  },
  'order-reservation-ignored': {
    what: 'the reservation of an order by another payment is ignored',
    edits: [
      {
        file: `${source}/stores/sql/batching/locked-plan.ts`,
        find: 'if (reservation !== undefined && reservations.get(read.orderId) !== getReferenceKey(item)) {',
        replace: 'if (reservation !== undefined && reservations.size < 0) {',
      },
    ],
    caughtBy: { file: contract, title: 'that are paid at the same time: one is due' },
  },
  'amount-not-compared': {
    what: "the gateway's amount is not compared with the stored one",
    edits: [
      {
        file: `${source}/sync/decisions/payment.ts`,
        find: "  return record.amount === payment.amount ? undefined : 'payment-amount';",
        replace: '  return undefined;',
      },
    ],
    caughtBy: {
      file: 'packages/server/test/http/handlers/callback.test.ts',
      title: 'a gateway record with another amount',
    },
  },
  'synchronous-off': {
    what: 'the embedded store does not wait until a commit is on disk',
    edits: [
      {
        file: `${source}/stores/sqlite-store.ts`,
        find: 'pragma synchronous = full',
        replace: 'pragma synchronous = off',
      },
    ],
    caughtBy: {
      file: 'packages/server/test/stores/durability.test.ts',
      title: 'has synchronized commits, read back from SQLite',
    },
  },
  'remaining-callbacks-ignored': {
    what: 'callbacks that a killed process did not sync are never synced',
    edits: [
      {
        file: `${source}/sync/inbox.ts`,
        find: 'until: now + leaseMs, limit: maxQueries });',
        replace: 'until: now + leaseMs, limit: 0 });',
      },
    ],
    caughtBy: {
      file: 'packages/server/test/sync/inbox.test.ts',
      title: 'syncs all remaining callbacks',
    },
  },
  'sweep-without-hooks': {
    what: 'a sweep that a scheduled request runs does not call the hooks that are due',
    edits: [
      {
        file: `${source}/background/background.ts`,
        find: '      await workload.drainHooks();\n',
        replace: '',
      },
    ],
    caughtBy: { file: 'packages/server/test/hooks/hooks.test.ts' },
  },
  'mark-of-other-shop-ignored': {
    what: 'a transaction with the mark of another shop is treated as unknown',
    edits: [
      {
        file: `${source}/engine/references.ts`,
        find: 'return this.#marksOfOtherShops.has(mark) ? mark : undefined;',
        replace: 'return this.#marksOfOtherShops.size < 0 ? mark : undefined;',
      },
    ],
    caughtBy: selectCommandTest('other-shop'),
  },
  'senders-kept': {
    what: 'the memory keeps the sender of each limited request',
    edits: [
      {
        file: `${source}/limits/limiter.ts`,
        find: '  #warnedAt = Number.NEGATIVE_INFINITY;\n',
        replace: '  #warnedAt = Number.NEGATIVE_INFINITY;\n  readonly #kept: unknown[] = [];\n',
      },
      {
        file: `${source}/limits/limiter.ts`,
        find: '    const result = await store.countUses(',
        replace: '    this.#kept.push(values);\n    const result = await store.countUses(',
      },
    ],
    caughtBy: {
      file: 'torture/test/commands.nightly.test.ts',
      title: 'visitors: ',
      nightly: 'The memory of a shop grows only with thousands of visitors.',
    },
  },
  'pending-is-paid': {
    what: 'a pending payment counts as paid',
    edits: [
      {
        file: 'packages/protocol/src/gateway/payment-status.ts',
        find: "0: { name: 'Pending', outcome: 'pending' }",
        replace: "0: { name: 'Pending', outcome: 'paid' }",
      },
    ],
    caughtBy: { file: 'packages/protocol/test/gateway/payment-status.test.ts' },
  },
  'payment-read-again': {
    what: 'a start reads its payment again after it has stored it',
    edits: [
      {
        file: `${source}/start/start.ts`,
        find: "if (await context.store.insert('payment', { payment, note }))",
        replace:
          "if ((await context.store.insert('payment', { payment, note })) && (await context.store.find('payment', payment.reference)))",
      },
    ],
    caughtBy: { file: 'packages/server/test/cost/cost.test.ts' },
  },
  ...operationSabotages,
  ...pageSabotages,
};
