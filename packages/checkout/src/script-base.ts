import { scriptAddress } from './script-address.ts';

/**
 * Where the shop's server answers when the `endpoint` attribute is left out: the directory of `checkout.js` or
 * `checkout.mjs`, if that is the page's own origin, else `/pgw`. A copy from a CDN must not send orders to the CDN.
 */
export const scriptBase: string = baseOf(scriptAddress);

function baseOf(address: string): string {
  const { origin } = globalThis.location ?? {};
  if (!address.startsWith(`${origin}/`)) return '/pgw';
  // What the loader picks lies in a directory beside it. By hand: a browser's first URL takes it a millisecond.
  return address.slice(origin.length).replace(/\/(checkout\/(core|legacy)-)?[^/?#]*([?#].*)?$/, '');
}
