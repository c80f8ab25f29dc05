import type { Kind } from './kind.ts';

/** A channel that needs nothing more than to be chosen: a wallet, a QR code. */
export const direct: Kind = {
  missing: () => null,
  request: ({ channel }) => ({ channelId: channel?.id }),
  payee: ({ channel }) => channel?.name ?? null,
};
