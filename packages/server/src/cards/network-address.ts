import { isIPv6 } from 'node:net';

/** The number of groups of 16 bits in an IPv6 address. */
const groupCount = 8;
/** The number of groups in the prefix of a /64 network. */
const prefixGroupCount = 4;

/**
 * Returns the network under which the limits count an address. For IPv6 it is the /64 network, because a
 * customer usually has a whole /64. For IPv4 it is the address.
 */
export function toNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  // The URL parser converts every notation of an address to one form with hexadecimal groups.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const firstGroups = splitGroups(before);
  const lastGroups = splitGroups(after ?? '');
  const zeroCount = after === undefined ? 0 : groupCount - firstGroups.length - lastGroups.length;
  const allGroups = [...firstGroups, ...Array.from({ length: zeroCount }, () => '0'), ...lastGroups];
  return `${allGroups.slice(0, prefixGroupCount).join(':')}::/64`;
}

function splitGroups(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
