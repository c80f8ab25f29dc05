import ipaddr from 'ipaddr.js';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { publicUrl } from './settings.ts';

const tenMinutes = 10 * 60;
const maxFailures = 100;

/** Every route that takes the id of an order. A visitor could try to guess orders with each of them. */
const orderPath = /^\/(pgw\/(session|channels|payments|start)|checkout|orders)\b/;

/** The limits of each visitor's network. */
export interface Limits {
  /** False after 30 orders in ten minutes, so that a script cannot fill the database. */
  readonly mayPlaceOrder: (address: string) => Promise<boolean>;
  /** False after 100 requests in ten minutes for orders that the visitor may not see. */
  readonly mayRequest: (path: string, address: string) => Promise<boolean>;
  /** Counts a response. Only the status 404 can be a guess. */
  readonly countResponse: (path: string, address: string, status: number) => Promise<void>;
}

export function createLimits(): Limits {
  const orders = new RateLimiterMemory({ points: 30, duration: tenMinutes });
  const failures = new RateLimiterMemory({ points: maxFailures, duration: tenMinutes });
  return {
    mayPlaceOrder: (address) =>
      orders.consume(toNetwork(address)).then(
        () => true,
        () => false,
      ),
    mayRequest: async (path, address) => {
      if (!orderPath.test(path)) return true;
      const counted = await failures.get(toNetwork(address));
      return counted === null || counted.consumedPoints < maxFailures;
    },
    countResponse: async (path, address, status) => {
      if (status === 404 && orderPath.test(path)) await failures.penalty(toNetwork(address));
    },
  };
}

export const tooManyRequests = 'Too many requests. Try again in a few minutes.';

/** Browsers then open the shop only over https, for a year. */
export const strictTransport = publicUrl.startsWith('https:') ? 'max-age=31536000' : undefined;

/** Returns the /64 network of an IPv6 address, because a customer usually has a whole one. */
function toNetwork(text: string): string {
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.process(text);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}
