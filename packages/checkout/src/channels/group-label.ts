import type { TextId } from '../locales/en.ts';
import type { Localize } from '../locales/localize.ts';

/** The names of groups that are translated. A gateway may have others, which are shown as they are. */
const known: ReadonlyMap<string, TextId> = new Map([
  ['online banking', 'group.banking'],
  ['cards', 'group.cards'],
  ['e-wallets', 'group.wallets'],
  ['pay later and rewards', 'group.later'],
]);

/** The heading of a group, in the language of the element if its name is known. */
export function groupLabel(localize: Localize, name: string | null): string {
  if (name === null) return localize.text('other');
  const id = known.get(name.toLowerCase());
  return id === undefined ? name : localize.text(id);
}
