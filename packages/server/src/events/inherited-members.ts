import { findInheritedMembers } from '@pgw/protocol/internal';
import type { CheckoutEventListener } from './event.ts';

/** Reports members of `Object.prototype` at boot. Other libraries of the shop may read them as keys of every object. */
export function reportInheritedMembers(emit: CheckoutEventListener): void {
  const names = findInheritedMembers();
  if (names.length === 0) return;
  const message =
    `Object.prototype has the enumerable ${names.length === 1 ? 'member' : 'members'} ${names.join(', ')}. The checkout ignores most of ` +
    'them. Node.js and other libraries do not: a member such as error or status can make requests fail. Find the library that adds them, or define them with enumerable: false.';
  const changes = names.map((name) => `Object.prototype.${name}`);
  emit({ level: 'info', event: 'app-changes-responses', message, changes });
}
