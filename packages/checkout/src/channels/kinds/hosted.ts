import { kindWithoutInput, type ChannelKind } from './kind.ts';

/** Hosted mode: the shopper chooses the channel on the gateway's page. */
export const hosted: ChannelKind = {
  ...kindWithoutInput,
  createRequestFields: () => ({}),
  getBankOrWallet: () => null,
};
