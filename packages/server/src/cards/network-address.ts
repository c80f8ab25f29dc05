import { isIPv6 } from 'node:net';

const groupCount = 8;
const prefixGroupCount = 4;

/** A customer usually has a whole /64 network of IPv6. */
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
