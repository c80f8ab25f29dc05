import { isIPv6 } from 'node:net';

/**
 * Returns the network by which limits count an address. For IPv6 it is the /64 network, because a customer
 * usually has a whole /64. For IPv4 it is the address, also when it is mapped into IPv6. The zone of an
 * address (`%eth0`) is removed. Text that is not an address is otherwise unchanged.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(bare)) return bare;
  // The URL parser converts every notation of an address to one form with hexadecimal groups.
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
