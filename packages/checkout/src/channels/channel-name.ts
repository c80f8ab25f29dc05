import type { TextId } from '../locales/en.ts';
import type { Localize } from '../locales/localize.ts';

/** The names of channels that have a translation. Names of wallets and of other brands are the same in every language. */
const known: ReadonlyMap<string, TextId> = new Map([
  ['fpx online banking', 'channel.fpx'],
  ['credit or debit card', 'channel.card'],
]);

/** Returns the name of a channel: its translation if there is one, else the name that the gateway sends. */
export function channelName(localize: Localize, name: string): string {
  const id = known.get(name.toLowerCase());
  return id === undefined ? name : localize.text(id);
}
