import { scriptAddress } from './script-address.ts';

/**
 * Where the shop's server answers when the `endpoint` attribute is left out: the directory of `checkout.js` or
 * `checkout.mjs`, if that is the page's own origin, else `/pgw`. A copy from a CDN must not send orders to the CDN.
 */
export const scriptBase: string = baseOf(scriptAddress);

function baseOf(address: string): string {
  if (address === '') return '/pgw';
  // What the loader picks lies in a directory beside it.
  const url = new URL('.', address.replace(/checkout\/(core|legacy)-[^/]*$/, ''));
  return url.origin === location.origin ? url.pathname.replace(/\/$/, '') : '/pgw';
}
