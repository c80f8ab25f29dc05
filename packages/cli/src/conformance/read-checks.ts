import { walletStatus, walletType } from '@pgw/protocol';
import { channelHint } from '@pgw/protocol/internal';
import {
  asDescribed,
  describeAnswer,
  describeError,
  differs,
  failed,
  isWithoutResponse,
  judgeFault,
  notChecked,
  type Check,
} from './check.ts';
import { isAccepted, queryUnknown, unknownNumber } from './find-profile.ts';
import type { GatewayUnderTest, Variation } from './gateway-under-test.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** The text for a request that the gateway accepts and that the client never sends. */
const moreLenient =
  'none needed: the gateway accepts more than the interface says, and the client does not use it';
/** The text for another letter case in the names of query parameters. */
const exactNames = 'none needed: the client sends these names exactly as the profile spells them';

/** Checks that the gateway refuses a changed query, for a reason other than the unknown transaction. */
function refuses(
  id: string,
  sentence: string,
  createVariation: (gateway: GatewayUnderTest) => Variation | string,
): Check {
  return {
    id,
    sentence,
    async run(gateway) {
      const variation = createVariation(gateway);
      if (typeof variation === 'string') return notChecked(variation);
      const reply = await queryUnknown(gateway, variation);
      const { error, answer } = reply;
      if (error === undefined || isAccepted(reply)) return differs('the request was accepted', moreLenient);
      if (isWithoutResponse(error) || error.code === 'invalid-response') return failed(error);
      const text = error.code === 'gateway-fault' ? describeError(error) : error.code;
      return asDescribed(`${text}, ${describeAnswer(answer)}`);
    },
  };
}

/** Returns a URL whose parameters have names in upper case. */
function withUpperCaseNames(url: string): string {
  const { origin, pathname, searchParams } = new URL(url);
  const parameters = new URLSearchParams();
  for (const [name, value] of searchParams) parameters.append(name.toUpperCase(), value);
  return `${origin}${pathname}?${parameters.toString()}`;
}

/** Returns the parameters of a query as JSON, in the order of the URL instead of the order of their names. */
function toUnsortedJson(url: string, { profile }: GatewayUnderTest): string {
  const names = new Map(Object.entries(profile.queryParameters).map(([name, sent]) => [sent, name]));
  const entries = [...new URL(url).searchParams].map(([sent, text]) => {
    const name = names.get(sent) ?? sent;
    return [name, name === 'timestamp' || name === 'tenantId' ? Number(text) : text] as const;
  });
  return JSON.stringify(
    Object.fromEntries(entries.toSorted(([first], [second]) => (first < second ? 1 : -1))),
  );
}

function without(headers: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([header]) => header !== name));
}

/** The checks that only read, in their order. */
export const readChecks: readonly Check[] = [
  {
    id: 'unknown-transaction',
    sentence: 'A query for an unknown transaction is refused with code 2010.',
    run: async (gateway) => judgeFault(await queryUnknown(gateway), [2010], 'profile.paths.queryPayment'),
  },
  {
    id: 'unknown-session',
    sentence: 'A query for an unknown session is refused with code 2010.',
    async run(gateway) {
      const reply = await gateway.call('queryPayment', { sessionNumber: unknownNumber });
      return judgeFault(reply, [2010], 'profile.queryParameters.sessionNumber');
    },
  },
  {
    id: 'parameter-case',
    sentence: 'The names of query parameters are read in any letter case.',
    run: async (gateway) =>
      judgeFault(await queryUnknown(gateway, { url: withUpperCaseNames }), [2010], exactNames),
  },
  {
    id: 'wrong-signature',
    sentence: 'A wrong signature is refused with code 1, "Invalid Signature."',
    async run(gateway) {
      const reply = await queryUnknown(gateway, { signature: () => '0'.repeat(64) });
      if (reply.error?.code === 'signature-rejected')
        return asDescribed(`code 1, ${describeAnswer(reply.answer)}`);
      return judgeFault(reply, []);
    },
  },
  refuses('unsorted-signature', 'A signature over unsorted properties is refused.', (gateway) => ({
    signature: ({ url }, sign) => sign(toUnsortedJson(url, gateway)),
  })),
  refuses('timestamp-in-seconds', 'A timestamp in seconds is refused: it is in milliseconds.', () => ({
    timestamp: Math.trunc(Date.now() / 1000),
  })),
  refuses('old-timestamp', 'A timestamp is a freshness value: one of yesterday is refused.', () => ({
    timestamp: Date.now() - dayMs,
  })),
  refuses('no-token', 'A request without the header Authorization is refused.', ({ profile }) => ({
    headers: (headers) => without(headers, profile.headers.authorization),
  })),
  refuses('other-merchant', 'A request that names an unknown merchant is refused.', ({ profile }) =>
    profile.tenant.header
      ? { headers: (headers) => ({ ...headers, [profile.headers.tenant]: '0' }) }
      : 'profile.tenant.header is false',
  ),
  {
    id: 'channels',
    sentence: 'The channel list is at profile.paths.getChannels.',
    async run(gateway, findings) {
      const { response, error, answer } = await gateway.call('getChannels', {});
      if (error !== undefined) return failed(error, 'profile.paths.getChannels');
      findings.channels = response;
      const types = response.some(({ type }) => typeof type === 'string') ? 'texts' : 'numbers';
      return asDescribed(`${response.length} channels, ${describeAnswer(answer)}; types are ${types}`);
    },
  },
  {
    id: 'channel-hints',
    sentence: 'The type, group or name of a channel tells how the shopper pays.',
    run: async ({ profile }, { channels: list }) => {
      if (list === undefined) return notChecked('the channel list was not read');
      const unnamed = list.filter((channel) => channelHint(channel, profile) === undefined);
      if (unnamed.length === 0) return asDescribed(`${list.length} channels`);
      const names = unnamed.map(({ id, name }) => `${id} ${name}`).join(', ');
      const keys = unnamed.map(({ id }) => `"id:${id}"`).join(', ');
      return differs(`no hint for ${names}`, `profile.channelHints, with the keys ${keys}`);
    },
  },
  {
    id: 'provider-channels',
    sentence: 'The banks of a channel with isProviderHostChannel are listed by its id.',
    async run(gateway, findings) {
      const channel = findings.channels?.find(({ isProviderHostChannel }) => isProviderHostChannel);
      if (channel === undefined) return notChecked('no channel with isProviderHostChannel is known');
      const { response, error, answer } = await gateway.call('getProviderChannels', {
        channelId: channel.id,
      });
      const setting = 'profile.queryParameters.channelId or profile.paths.getProviderChannels';
      if (error !== undefined) return failed(error, setting);
      if (response.length === 0) return differs(`no bank for channel ${channel.id}`, setting);
      return asDescribed(`${response.length} for channel ${channel.id}, ${describeAnswer(answer)}`);
    },
  },
  {
    id: 'unknown-refund',
    sentence: 'A refund query for an unknown transaction is refused with code 2010.',
    async run(gateway) {
      const reply = await gateway.call('queryRefund', { transactionNumber: unknownNumber });
      return judgeFault(reply, [2010], 'profile.paths.queryRefund');
    },
  },
  {
    id: 'wallets',
    sentence: 'The wallets of the merchant are listed, or code 1005 means that it has none.',
    async run(gateway, findings) {
      const tenantId = Number(gateway.merchantId);
      if (!Number.isSafeInteger(tenantId)) return notChecked('the merchant ID is not an integer');
      const reply = await gateway.call('inquiryWallet', { tenantId });
      if (reply.response === undefined) return judgeFault(reply, [1005], 'profile.paths.inquiryWallet');
      const { wallets } = reply.response;
      findings.walletIds = wallets.map(({ id }) => id);
      findings.hasPayoutWallet = wallets.some(
        (wallet) => wallet.walletType === walletType.payout && wallet.walletStatus === walletStatus.active,
      );
      return asDescribed(`${wallets.length} wallets, ${describeAnswer(reply.answer)}`);
    },
  },
  {
    id: 'wallet-history',
    sentence: 'The history of a wallet is listed for a period.',
    async run(gateway, { walletIds: [walletId] = [] }) {
      if (walletId === undefined) return notChecked('no wallet is known');
      const now = Date.now();
      const period = {
        dateTimeFrom: new Date(now - dayMs).toISOString(),
        dateTimeTo: new Date(now).toISOString(),
      };
      const { response, error, answer } = await gateway.call('queryWalletHistory', { walletId, ...period });
      if (error !== undefined) return failed(error, 'profile.paths.queryWalletHistory');
      return asDescribed(`${response.walletHistories.length} entries, ${describeAnswer(answer)}`);
    },
  },
];
