import { isIPv6 } from 'node:net';

/** The number of groups of 16 bits in an IPv6 address. */
const groupCount = 8;
/** The number of groups in the prefix of a /64 network. */
const prefixGroupCount = 4;

/**
 * Returns the network under which the limits count an address. For IPv6 it is the /64 network, because a
 * customer usually has a whole /64. For IPv4, and IPv4 that is mapped into IPv6, it is the IPv4 address. The
 * zone of an address (`%eth0`) is removed. Text that is not an address is returned without other changes.
 */
export function toNetwork(address: string): string {
  const [withoutZone = ''] = address.split('%');
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1];
  if (mappedIpv4 !== undefined) return mappedIpv4;
  if (!isIPv6(withoutZone)) return withoutZone;
  // The URL parser converts every notation of an address to one form with hexadecimal groups.
  const [before = '', after] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::');
  const firstGroups = splitGroups(before);
  const lastGroups = splitGroups(after ?? '');
  const zeroCount = after === undefined ? 0 : groupCount - firstGroups.length - lastGroups.length;
  const allGroups = [...firstGroups, ...Array.from({ length: zeroCount }, () => '0'), ...lastGroups];
  return `${allGroups.slice(0, prefixGroupCount).join(':')}::/64`;
}

function splitGroups(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
