import type { TextId } from '../../locales/en.ts';
import type { Localize } from '../../locales/localize.ts';

/** The group names that have a translation. Other names are shown as the gateway sends them. */
const translatedGroups: ReadonlyMap<string, TextId> = new Map([
  ['online banking', 'group.banking'],
  ['cards', 'group.cards'],
  ['e-wallets', 'group.wallets'],
  ['pay later and rewards', 'group.later'],
]);

/** Returns the heading of a group: its translation if there is one, else its name. Null means no group. */
export function getGroupLabel(localize: Localize, name: string | null): string {
  if (name === null) return localize.text('other');
  const id = translatedGroups.get(name.toLowerCase());
  return id === undefined ? name : localize.text(id);
}
