import { browserCrypto } from '../browser-crypto.ts';
import { cardWaiting } from '../views/card-waiting.ts';
import type { Kind } from './kind.ts';

/** A channel that is paid by card: the shopper types one first. Where it can't be encrypted, the gateway's page asks. */
export const card: Kind = {
  missing: () => null,
  request: ({ channel }) => ({
    channelId: channel?.id,
    ...(browserCrypto() === undefined && { cardAt: 'gateway' as const }),
  }),
  payee: () => null,
  panel: (view, channel) => view.cardPanel?.(channel) ?? cardWaiting(view, channel),
};
