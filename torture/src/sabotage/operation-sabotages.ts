import type { Catcher, Sabotage } from './sabotage.ts';

const source = 'packages/server/src';
const tests = 'packages/server/test';

const selectTest = (file: string, title: string): Catcher => ({ file: `${tests}/${file}`, title });

/** The planted bugs in refunds, payouts, reversals and hooks. */
export const operationSabotages: Readonly<Record<string, Sabotage>> = {
  'set-back-clock-blocks': {
    what: 'comparisons are blocked after the clock was set back',
    edits: [
      {
        file: `${source}/model/schedule.ts`,
        find: 'return at <= now && now - at < ms;',
        replace: 'return now - at < ms;',
      },
    ],
    caughtBy: selectTest(
      'sync/discrepancies.test.ts',
      'cause a comparison also after the clock was set back',
    ),
  },
  'uncaptured-amount-compared': {
    what: 'the settlement comparison takes the authorized amount of a payment that was captured in part',
    edits: [
      {
        file: `${source}/reconciliation/compare-records.ts`,
        find: 'amount: capturedAmount ?? amount,',
        replace: 'amount: capturedAmount === null ? amount : amount,',
      },
    ],
    caughtBy: selectTest(
      'reconciliation/compare-records.test.ts',
      'compares the captured amount of a payment that was captured in part',
    ),
  },
  'second-refunded-while-disputed': {
    what: 'a second payment is refunded although the gateway contradicts the first one',
    edits: [
      {
        file: `${source}/sync/second-payment.ts`,
        find: "|| payment.state === 'review' || isDisputed(payment);",
        replace: "|| payment.state === 'review' || (isDisputed(payment) && payment.state !== 'paid');",
      },
    ],
    caughtBy: selectTest(
      'operations/second-payment-refund.test.ts',
      'a second payment is not refunded while the gateway contradicts the first one',
    ),
  },
  'recheck-without-refunds': {
    what: 'a payment that is compared again is compared without its refunds',
    edits: [
      {
        file: `${source}/background/sweep.ts`,
        find: "return isEndedState(state) ? 'record' : 'all';",
        replace: "return isEndedState(state) ? 'record' : 'record';",
      },
    ],
    caughtBy: selectTest('background/rechecks.test.ts', 'a partial refund at day 2, at day 3'),
  },
  'no-rechecks': {
    what: 'payments that have an outcome are not compared again',
    edits: [
      {
        file: `${source}/background/sweep.ts`,
        find: 'if (ages.length === 0 || limit',
        replace: 'if (ages.length >= 0 || limit',
      },
    ],
    caughtBy: {
      file: 'torture/test/commands.nightly.test.ts',
      title: 'books: ',
      nightly: 'packages/server/test/background/rechecks.test.ts catches it in every run',
    },
  },
  'hook-of-other-process-dropped': {
    what: 'a process without a hook stores no calls of it, although another process has it',
    edits: [
      {
        file: `${source}/stores/sql/statements/hook-registry.ts`,
        find: 'return at >= registeredSince ? [hook] : [];',
        replace: 'return at >= registeredSince + Infinity ? [hook] : [];',
      },
    ],
    caughtBy: selectTest(
      'hooks/hook-registry.test.ts',
      'an ending in a process without the hook is called once',
    ),
  },
  'requested-amount-stored': {
    what: 'the requested amount of a refund is stored in place of the returned one',
    edits: [
      {
        file: `${source}/sync/decisions/refund-change.ts`,
        find: '  return { amount, charge };',
        replace:
          '  return amount === requestedAmount ? { amount, charge } : { amount: requestedAmount, charge };',
      },
    ],
    caughtBy: selectTest(
      'operations/reconcile-operations.test.ts',
      'the stored amount is the returned one, and the discrepancy is listed',
    ),
  },
  'refund-adopted-twice': {
    what: 'two unknown refunds adopt one refund of the gateway',
    edits: [
      {
        file: `${source}/sync/decisions/match-refunds.ts`,
        find: 'const isOnlyCandidate = otherCandidates.length === 0 && otherReports.length === 0;',
        replace:
          'for (const candidate of otherCandidates) matched.set(candidate, report);\n' +
          '  const isOnlyCandidate = otherReports.length === 0;',
      },
    ],
    caughtBy: selectTest(
      'sync/decisions/match-refunds.test.ts',
      'when a report without a reason can belong to two refunds, a person decides',
    ),
  },
  'unstable-refund-key': {
    what: 'each try of the automatic refund of a second payment has a new key',
    edits: [
      {
        file: `${source}/operations/second-payment-refund.ts`,
        find: 'await createRefund(context, call.hook.key, {',
        replace: 'await createRefund(context, `${call.hook.key}${context.now()}`, {',
      },
    ],
    caughtBy: selectTest(
      'operations/second-payment-refund.test.ts',
      'a refund of a second payment that is refused is tried again with the next id',
    ),
  },
  'query-age-limit': {
    what: 'an operation that is older than a week is never queried again',
    edits: [
      {
        file: `${source}/operations/sync-operation.ts`,
        find: '  const isQueriedLater = isOpen(operation) || isRepeated;',
        replace:
          '  const isOld = now() - operation.createdAt > 604_800_000;\n' +
          '  const isQueriedLater = !isOld && (isOpen(operation) || isRepeated);',
      },
    ],
    caughtBy: selectTest(
      'operations/reconcile-operations.test.ts',
      'a refund in processing is queried after 30 days',
    ),
  },
  'reversal-ignored': {
    what: 'a paid payment stays paid when the gateway takes the money back',
    edits: [
      {
        file: `${source}/sync/decisions/payment.ts`,
        find: '    return decideReversal(payment, record, now);',
        replace: '    return { state };',
      },
    ],
    caughtBy: selectTest('sync/discrepancies.test.ts', 'is reversed after two agreeing queries'),
  },
  'payout-is-payment': {
    what: 'a payout with the reference of a payment counts as this payment',
    edits: [
      {
        file: `${source}/sync/read.ts`,
        find: 'if (isPayoutChannel(context, record)) return',
        replace: 'if (record.status < 0) return',
      },
    ],
    caughtBy: selectTest(
      'operations/payouts.test.ts',
      'does not pay the payment with its reference, and the difference needs attention',
    ),
  },
  'hook-outside-transaction': {
    what: 'the hook of a refund becomes due in a transaction of its own, before the refund is changed',
    edits: [
      {
        file: `${source}/stores/sql/commit.ts`,
        find: '  return isOneChange(plan) ? ',
        replace:
          '  await connection.run((own) => insertHooks(own, hooks?.insert ?? []));\n' +
          '  return isOneChange(plan) ? ',
      },
      {
        file: `${source}/stores/sql/commit.ts`,
        find: '    await insertHooks(db, hooks?.insert ?? []);\n',
        replace: '',
      },
    ],
    caughtBy: selectTest(
      'stores/contract.test.ts',
      'a comparison writes all of its imports and changes, or nothing when a row has changed',
    ),
  },
  'refund-while-unknown': {
    what: 'a refund is sent while the outcome of an earlier one is unknown',
    edits: [
      {
        file: `${source}/operations/kinds/refund.ts`,
        find: 'const openRefund = earlierRefunds.find(isOpen);',
        replace: 'const openRefund = earlierRefunds.find((refund) => isOpen(refund) && refund.amount < 0);',
      },
    ],
    caughtBy: selectTest(
      'operations/create-refund.test.ts',
      'after a refund that never reached the gateway, another one is possible only after an operator’s decision',
    ),
  },
  'no-query-before-refund': {
    what: 'a refund is sent without a query for refunds that were made elsewhere',
    edits: [
      {
        file: `${source}/operations/kinds/refund.ts`,
        find: "const synced = await storeReports(context, storedPayment, { source: 'refund', reads: 'refunds' });",
        replace:
          "const operations = await store.list('operations', storedPayment.reference);\n" +
          '    const synced = { payment: storedPayment, operations, isQueryable: true };',
      },
    ],
    caughtBy: selectTest(
      'operations/reconcile-operations.test.ts',
      'no refund is sent when the gateway does not respond to the refund query',
    ),
  },
  'decimal-amount-accepted': {
    what: 'an amount with decimals is scaled to minor units',
    edits: [
      {
        file: `${source}/sync/decisions/payment.ts`,
        find: "  return record.amount === payment.amount ? undefined : 'payment-amount';",
        replace:
          '  const isScaled = Math.round(record.amount * 100) === payment.amount;\n' +
          "  return isScaled || record.amount === payment.amount ? undefined : 'payment-amount';",
      },
    ],
    caughtBy: selectTest('sync/discrepancies.test.ts', 'is queried again after seconds'),
  },
  'ended-order-not-open': {
    what: 'onEnded does not know the other open payments of its order',
    edits: [
      {
        file: `${source}/stores/sql/statements/orders.ts`,
        find: 'isPaid, hasOpenPayments }]),',
        replace: 'isPaid, hasOpenPayments: hasOpenPayments && isPaid }]),',
      },
    ],
    caughtBy: selectTest(
      'hooks/hooks.test.ts',
      'finds the order open while another payment of it is open, and paid after it is paid',
    ),
  },
  'hook-order-ignored': {
    what: 'a hook is called although an earlier hook of the payment has not succeeded yet',
    edits: [
      {
        file: `${source}/hooks/order.ts`,
        find: "  return isBlocked ? 'wait' : 'call';",
        replace: "  return isBlocked && call.attempts < 0 ? 'wait' : 'call';",
      },
    ],
    caughtBy: selectTest(
      'hooks/hook-order.test.ts',
      'are called in their order when the first one has failed',
    ),
  },
  'waiting-hook-kept': {
    what: 'a hook that has waited for another one keeps its time, so it is called a minute later',
    edits: [
      {
        file: `${source}/hooks/order.ts`,
        find: 'change: { nextAttemptAt: at }',
        replace: 'change: { nextAttemptAt: hook.nextAttemptAt }',
      },
    ],
    caughtBy: selectTest(
      'hooks/hook-order.test.ts',
      'are called without a pause after a call that they have waited for',
    ),
  },
};
