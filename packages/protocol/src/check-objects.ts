import { z } from 'zod';
import { findInheritedMembers } from './own-members.ts';

// zod cannot create schemas while all objects have an inherited enumerable member, and fails with an error that does not
// name the cause. Members that are added later have no effect.
const names = findInheritedMembers();
if (names.length > 0)
  throw new TypeError(
    `Object.prototype has enumerable members (${names.join(', ')}), so @pgw/protocol cannot be loaded. Find the library that adds them. Import the ` +
      'packages @pgw/… before it, or define the members with enumerable: false.',
  );

// zod prepares a kind of schema when it creates the first one of this kind. The endpoints create their schemas later, when
// all objects may have such members.
z.looseObject({
  list: z.array(z.union([z.boolean(), z.number(), z.string()])),
  record: z.record(z.string(), z.enum(['name'])),
  variant: z.discriminatedUnion('kind', [z.object({ kind: z.literal('one') })]),
})
  .refine(() => true)
  .nullish()
  .catch(null)
  .transform(String);
