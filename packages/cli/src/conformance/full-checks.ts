import { authType } from '@pgw/protocol';
import {
  asDescribed,
  describeError,
  differs,
  failed,
  isWithoutResponse,
  judgeFault,
  notChecked,
  type Check,
  type CheckResult,
  type Findings,
} from './check.ts';
import { unknownNumber } from './find-profile.ts';
import type { GatewayUnderTest, Variation } from './gateway-under-test.ts';

/** The amount of each payment and payout, in minor units. */
const amount = 1_000;
const reason = 'Test of the gateway';

/** Returns the required fields of a payment. Its addresses are reserved for documents. */
function createOrder({ channels }: Findings) {
  const currencies = channels?.flatMap(({ currencyList }) => currencyList ?? []) ?? [];
  return {
    amount,
    currencyCode: currencies[0]?.acceptedCurrencyCode ?? 'MYR',
    referenceCode: `PGW-${crypto.randomUUID()}`,
    ipAddress: '203.0.113.7',
    returnUrl: 'https://shop.example/return',
    description: reason,
  };
}

/** Creates the function of a check that needs the payment of an earlier one. */
function withPayment(
  run: (
    gateway: GatewayUnderTest,
    payment: NonNullable<Findings['payment']>,
    findings: Findings,
  ) => Promise<CheckResult>,
): Check['run'] {
  return async (gateway, findings) => {
    const { payment } = findings;
    return payment === undefined ? notChecked('no payment was created') : run(gateway, payment, findings);
  };
}

/** The checks that create payments or send money, in their order. They run after the checks that only read. */
export const fullChecks: readonly Check[] = [
  {
    id: 'request-payment',
    sentence: 'A payment without a channel is created, in minor units, with a redirection.',
    async run(gateway, findings) {
      const order = createOrder(findings);
      const { response, error } = await gateway.call('requestPayment', order);
      if (error !== undefined) return failed(error, 'profile.paths.requestPayment');
      const { transactionNumber, redirectionType } = response;
      findings.payment = { transactionNumber, referenceCode: order.referenceCode };
      if (response.amount !== amount) return differs(`the amount is ${response.amount} instead of ${amount}`);
      return asDescribed(
        `a number of ${transactionNumber.length} characters, redirectionType ${redirectionType}`,
      );
    },
  },
  {
    id: 'query-payment',
    sentence:
      'The record of a payment has its reference, its amount in minor units, and a status from 0 to 18.',
    run: withPayment(async (gateway, { transactionNumber, referenceCode }) => {
      const { response, error } = await gateway.call('queryPayment', { transactionNumber });
      if (error !== undefined) return failed(error);
      const { status } = response;
      if (response.amount !== amount) return differs(`the amount is ${response.amount} instead of ${amount}`);
      if (response.referenceCode !== referenceCode) return differs('the record has another reference');
      return status >= 0 && status <= 18 ? asDescribed(`status ${status}`) : differs(`status ${status}`);
    }),
  },
  {
    id: 'duplicate-reference',
    sentence: 'A second payment with the same reference is refused with code 2009.',
    run: withPayment(async (gateway, { referenceCode }, findings) => {
      const order = { ...createOrder(findings), referenceCode };
      return judgeFault(await gateway.call('requestPayment', order), [2009]);
    }),
  },
  {
    id: 'session',
    sentence: 'A hosted session is created, and a query before an attempt to pay is refused with code 2010.',
    async run(gateway, findings) {
      const input = { ...createOrder(findings), expiredInMinutes: 5 };
      const { response, error } = await gateway.call('initialSession', input);
      if (error !== undefined) return failed(error, 'profile.paths.initialSession');
      const { sessionNumber } = response;
      const reply = await gateway.call('queryPayment', { sessionNumber });
      return judgeFault(reply, [2010], 'profile.queryParameters.sessionNumber');
    },
  },
  {
    id: 'card',
    sentence: 'The verification of a card, with AuthType, is refused for an unknown transaction.',
    async run(gateway) {
      const fields = { transactionNumber: unknownNumber, channelDetails: { AuthType: authType.verify } };
      const { error } = await gateway.call('processPayment', fields);
      if (error === undefined) return differs('the request was accepted');
      return error.code === 'gateway-fault'
        ? asDescribed(describeError(error))
        : failed(error, 'profile.paths.processPayment');
    },
  },
  {
    id: 'refund-of-unpaid',
    sentence: 'The refund of a payment that is not in Success is refused with code 2010.',
    run: withPayment(async (gateway, { transactionNumber }) => {
      const reply = await gateway.call('refundPayment', { transactionNumber, reason });
      return judgeFault(reply, [2010], 'profile.paths.refundPayment');
    }),
  },
  {
    id: 'refund-without-reason',
    sentence: 'A refund without a reason is refused with code 2044.',
    run: withPayment(async (gateway, { transactionNumber }) => {
      const fields = { transactionNumber, reason: 'removed' };
      const variation: Variation = { body: ({ reason: _reason, ...others }) => others };
      return judgeFault(await gateway.call('refundPayment', fields, variation), [2044]);
    }),
  },
  {
    id: 'refund-with-unknown-property',
    sentence: 'A refund with an unknown property is refused with HTTP 400.',
    run: withPayment(async (gateway, { transactionNumber }) => {
      const { error, answer } = await gateway.call(
        'refundPayment',
        { transactionNumber, reason },
        { body: (sent) => ({ ...sent, pgwUnknown: 1 }) },
      );
      if (error === undefined) return differs('the refund was accepted');
      if (isWithoutResponse(error) || answer?.httpStatus !== 400) return failed(error);
      // An unpaid payment is refused too, with this code.
      const isIgnored = describeError(error).startsWith('code 2010');
      return isIgnored ? differs('the property was ignored') : asDescribed(describeError(error));
    }),
  },
  {
    id: 'payout',
    sentence: 'A payout to a mobile number is created in the staging channel, or refused with code 2056.',
    async run(gateway, findings) {
      if (findings.hasPayoutWallet !== true) return notChecked('no active payout wallet is known');
      const { payoutChannelId, payoutProxies } = gateway.profile;
      const reply = await gateway.call('payout', {
        ...createOrder(findings),
        channelId: payoutChannelId.staging,
        providerChannelId: payoutProxies.mobileNumber,
        customer: { mobileNo: '60123456789', name: reason },
        localCitizen: true,
      });
      if (reply.response !== undefined) return asDescribed(`channel ${payoutChannelId.staging}`);
      return judgeFault(
        reply,
        [2056],
        'profile.payoutChannelId.staging or profile.payoutProxies.mobileNumber',
      );
    },
  },
];
