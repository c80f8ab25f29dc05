import type { Channel, ChannelTermsText } from '@pgw/protocol';

/** What the interface of the gateway does not tell about a channel. */
export interface ChannelDetails {
  /**
   * The terms of the channel, by BCP 47 language tag, such as `en`. The sentence is shown below Pay while the channel is
   * chosen, in the language of the shopper, or else in English or the first language of the record.
   */
  readonly terms?: Readonly<Record<string, ChannelTermsText>> | undefined;
  /**
   * `second-person`: another person of the shopper's company approves a payment, perhaps days later. A pending payment
   * then waits for this person, without a deadline.
   */
  readonly approval?: 'second-person' | undefined;
}

/** A channel of a fixed list, with its details. */
export type ListedChannel = Channel & ChannelDetails;

/** A fixed list of channels, or the details of channels of the gateway's list, by channel id. */
export type ChannelsOption = readonly ListedChannel[] | Readonly<Record<number, ChannelDetails>>;

/** The channels and their details, as the checkout uses them. */
export interface ChannelSettings {
  /** Undefined: the gateway's list is used. */
  readonly list: readonly Channel[] | undefined;
  readonly details: ReadonlyMap<number, ChannelDetails>;
}
