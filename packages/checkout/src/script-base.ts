/**
 * Where the shop's server answers when the `endpoint` attribute is left out: the directory this script was loaded from,
 * if that is the page's own origin, else `/pgw`. A copy from a CDN must not send orders to the CDN.
 *
 * Has to run while the script does: `document.currentScript` is null afterwards.
 */
export const scriptBase: string = baseOf(globalThis.document?.currentScript ?? null);

function baseOf(script: HTMLOrSVGScriptElement | null): string {
  const source = script !== null && 'src' in script ? script.src : '';
  if (source === '') return '/pgw';
  const url = new URL('.', source);
  return url.origin === location.origin ? url.pathname.replace(/\/$/, '') : '/pgw';
}
