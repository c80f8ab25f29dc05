import { kindWithoutInput, type ChannelKind } from './kind.ts';

/** A channel without a further choice, such as a wallet or a QR code. */
export const direct: ChannelKind = {
  ...kindWithoutInput,
  createRequestFields: ({ channel }) => ({ channelId: channel?.id }),
  getBankOrWallet: ({ channel }) => channel?.name ?? null,
};
