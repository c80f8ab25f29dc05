import * as z from '@pgw/protocol/zod';

const markSchema = z.string().regex(/^[A-Za-z0-9]{1,6}$/, 'must be 1 to 6 letters and digits');

export const referenceMarksSchema = z
  .strictObject({
    own: z.union(
      [markSchema, z.array(markSchema).min(1)],
      'must be a mark of 1 to 6 letters and digits, or a list',
    ),
    otherShops: z.array(markSchema).optional(),
  })
  .refine(({ own, otherShops = [] }) => {
    const ownMarks = new Set([own].flat().map((mark) => mark.toUpperCase()));
    return !otherShops.some((mark) => ownMarks.has(mark.toUpperCase()));
  }, 'must not have a mark in both own and otherShops')
  .optional();
