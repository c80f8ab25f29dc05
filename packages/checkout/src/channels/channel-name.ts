import type { TextId } from '../locales/en.ts';
import type { Localize } from '../locales/localize.ts';

/** The channel names that have a translation. Names of wallets and other brands are not translated. */
const translatedNames: ReadonlyMap<string, TextId> = new Map([
  ['fpx online banking', 'channel.fpx'],
  ['credit or debit card', 'channel.card'],
]);

/** Returns the name of a channel: its translation if there is one, else the name that the gateway sends. */
export function getChannelName(localize: Localize, name: string): string {
  const id = translatedNames.get(name.toLowerCase());
  return id === undefined ? name : localize.text(id);
}
