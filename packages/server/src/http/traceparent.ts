import { parseTraceparent } from '@pgw/protocol/internal';
import type { Settings } from '../options/settings.ts';

/** Returns a function that reads the `traceparent` of a request from the shop. No failure of it stops a payment. */
export function createTraceparentReader({
  traceparent: read,
  emit,
}: Pick<Settings<never>, 'traceparent' | 'emit'>): (request: unknown) => string | null {
  if (read === undefined) return () => null;
  let isReported = false;
  const report = (problem: string, error?: unknown): null => {
    const message = `The option traceparent ${problem}. The payment is started without it.`;
    if (!isReported) emit({ level: 'warn', event: 'traceparent-ignored', message, error });
    isReported = true;
    return null;
  };
  return (request) => {
    try {
      const value = read(request) ?? null;
      return value === null ? null : (parseTraceparent(value) ?? report('returned no valid W3C traceparent'));
    } catch (error) {
      return report('has thrown an error', error);
    }
  };
}
