import { authType, type GatewayProfile } from '@pgw/protocol';
import {
  asDescribed,
  describeError,
  differs,
  failed,
  isWithoutResponse,
  notChecked,
  type Check,
  type Findings,
} from './check.ts';
import { unknownNumber } from './find-profile.ts';
import { judgeFault } from './read-checks.ts';

/** The amount of each payment and payout, in minor units. */
const amount = 1_000;

/** Returns the required fields of a payment. Its addresses are reserved for documents. */
function createOrder({ channels }: Findings) {
  const currencies = channels?.flatMap(({ currencyList }) => currencyList ?? []) ?? [];
  return {
    amount,
    currencyCode: currencies[0]?.acceptedCurrencyCode ?? 'MYR',
    referenceCode: `PGW-${crypto.randomUUID()}`,
    ipAddress: '203.0.113.7',
    returnUrl: 'https://shop.example/return',
    description: 'Test of the gateway',
  };
}

const requestPayment: Check = {
  id: 'request-payment',
  sentence: 'A payment without a channel is created, in minor units, with a redirection.',
  async run(gateway, findings) {
    const order = createOrder(findings);
    const { response, error } = await gateway.call((client, options) =>
      client.requestPayment(order, options),
    );
    if (error !== undefined) return failed(error, 'profile.paths.requestPayment');
    const { transactionNumber, redirectionType } = response;
    findings.payment = { transactionNumber, referenceCode: order.referenceCode };
    if (response.amount !== amount) return differs(`the amount is ${response.amount} instead of ${amount}`);
    return asDescribed(
      `a number of ${transactionNumber.length} characters, redirectionType ${redirectionType}`,
    );
  },
};

const noPayment = 'no payment was created';

const queryPayment: Check = {
  id: 'query-payment',
  sentence:
    'The record of a payment has its reference, its amount in minor units, and a status from 0 to 18.',
  async run(gateway, { payment }) {
    if (payment === undefined) return notChecked(noPayment);
    const { transactionNumber } = payment;
    const reply = await gateway.call((client, options) =>
      client.queryPayment({ transactionNumber }, options),
    );
    if (reply.error !== undefined) return failed(reply.error);
    const { status, referenceCode, amount: recorded } = reply.response;
    if (recorded !== amount) return differs(`the amount is ${recorded} instead of ${amount}`);
    if (referenceCode !== payment.referenceCode) return differs('the record has another reference');
    return status >= 0 && status <= 18 ? asDescribed(`status ${status}`) : differs(`status ${status}`);
  },
};

const duplicateReference: Check = {
  id: 'duplicate-reference',
  sentence: 'A second payment with the same reference is refused with code 2009.',
  async run(gateway, findings) {
    const { payment } = findings;
    if (payment === undefined) return notChecked(noPayment);
    const order = { ...createOrder(findings), referenceCode: payment.referenceCode };
    return judgeFault(await gateway.call((client, options) => client.requestPayment(order, options)), [2009]);
  },
};

const session: Check = {
  id: 'session',
  sentence: 'A hosted session is created, and a query before an attempt to pay is refused with code 2010.',
  async run(gateway, findings) {
    const created = await gateway.call((client, options) =>
      client.initialSession({ ...createOrder(findings), expiredInMinutes: 5 }, options),
    );
    if (created.error !== undefined) return failed(created.error, 'profile.paths.initialSession');
    const { sessionNumber } = created.response;
    return judgeFault(
      await gateway.call((client, options) => client.queryPayment({ sessionNumber }, options)),
      [2010],
      'profile.queryParameters.sessionNumber',
    );
  },
};

const card: Check = {
  id: 'card',
  sentence: 'The verification of a card, with AuthType, is refused for an unknown transaction.',
  async run(gateway) {
    const fields = { transactionNumber: unknownNumber, channelDetails: { AuthType: authType.verify } };
    const { error } = await gateway.call((client, options) => client.processPayment(fields, options));
    if (error === undefined) return differs('the request was accepted');
    return error.code === 'gateway-fault'
      ? asDescribed(describeError(error))
      : failed(error, 'profile.paths.processPayment');
  },
};

const refundOfUnpaid: Check = {
  id: 'refund-of-unpaid',
  sentence: 'The refund of a payment that is not in Success is refused with code 2010.',
  async run(gateway, { payment }) {
    if (payment === undefined) return notChecked(noPayment);
    const fields = { transactionNumber: payment.transactionNumber, reason: 'Test of the gateway' };
    const reply = await gateway.call((client, options) => client.refundPayment(fields, options));
    return judgeFault(reply, [2010], 'profile.paths.refundPayment');
  },
};

const refundWithoutReason: Check = {
  id: 'refund-without-reason',
  sentence: 'A refund without a reason is refused with code 2044.',
  async run(gateway, { payment }) {
    if (payment === undefined) return notChecked(noPayment);
    const fields = { transactionNumber: payment.transactionNumber, reason: 'removed' };
    const reply = await gateway.call((client, options) => client.refundPayment(fields, options), {
      body: ({ reason: _reason, ...others }) => others,
    });
    return judgeFault(reply, [2044]);
  },
};

const refundWithUnknownProperty: Check = {
  id: 'refund-with-unknown-property',
  sentence: 'A refund with an unknown property is refused with HTTP 400.',
  async run(gateway, { payment }) {
    if (payment === undefined) return notChecked(noPayment);
    const fields = { transactionNumber: payment.transactionNumber, reason: 'Test of the gateway' };
    const { error, answer } = await gateway.call((client, options) => client.refundPayment(fields, options), {
      body: (sent) => ({ ...sent, pgwUnknown: 1 }),
    });
    if (error === undefined) return differs('the refund was accepted');
    if (isWithoutResponse(error) || answer?.httpStatus !== 400) return failed(error);
    // An unpaid payment is refused too, with this code.
    const isIgnored = describeError(error).startsWith('code 2010');
    return isIgnored ? differs('the property was ignored') : asDescribed(describeError(error));
  },
};

function createPayout(findings: Findings, { payoutChannelId, payoutProxies }: GatewayProfile) {
  return {
    ...createOrder(findings),
    channelId: payoutChannelId.staging,
    providerChannelId: payoutProxies.mobileNumber,
    customer: { mobileNo: '60123456789', name: 'Test of the gateway' },
    localCitizen: true,
  };
}

const payout: Check = {
  id: 'payout',
  sentence: 'A payout to a mobile number is created in the staging channel, or refused with code 2056.',
  async run(gateway, findings) {
    if (findings.hasPayoutWallet !== true) return notChecked('no active payout wallet is known');
    const input = createPayout(findings, gateway.profile);
    const reply = await gateway.call((client, options) => client.payout(input, options));
    if (reply.response !== undefined) return asDescribed(`channel ${input.channelId}`);
    return judgeFault(reply, [2056], 'profile.payoutChannelId.staging or profile.payoutProxies.mobileNumber');
  },
};

/** The checks that create payments or send money, in their order. They run after the checks that only read. */
export const fullChecks: readonly Check[] = [
  requestPayment,
  queryPayment,
  duplicateReference,
  session,
  card,
  refundOfUnpaid,
  refundWithoutReason,
  refundWithUnknownProperty,
  payout,
];
