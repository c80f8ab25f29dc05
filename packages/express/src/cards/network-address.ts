import { isIPv6 } from 'node:net';

/**
 * Whom an address belongs to, as far as limits care: an IPv4 address itself, also one within IPv6; of IPv6 the /64, since whoever has one
 * address there has them all. Anything else is taken as it is.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(bare)) return bare;
  // The URL parser writes every form of an address in one way, with hexadecimal groups only.
  const [before = '', after] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const head = groups(before);
  const tail = groups(after ?? '');
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length;
  const all = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail];
  return `${all.slice(0, 4).join(':')}::/64`;
}

function groups(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
