import * as z from '@pgw/protocol/zod';
import type { HistoryMark } from '../model/ports/history-mark.ts';

export const historyMarkSchema = z
  .union(
    [z.literal(false), z.custom<HistoryMark>(isHistoryMark)],
    'must be false or an object with the functions read and write',
  )
  .optional();

function isHistoryMark(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return ['read', 'write'].every((name) => typeof Reflect.get(value, name) === 'function');
}
