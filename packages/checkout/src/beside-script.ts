// Has to run while the script does: `document.currentScript` is null afterwards.
const running = globalThis.document?.currentScript ?? null;
const source = running !== null && 'src' in running ? running.src : '';

/**
 * The address of a script that is loaded only when needed: beside `…/checkout.js?v=2`, `ms` is `…/checkout/ms.js?v=2`.
 *
 * @throws TypeError when this code was not loaded by a script tag with a `src`.
 */
export function besideScript(name: string): string {
  const url = new URL(source);
  url.pathname = `${url.pathname.replace(/\.js$/, '')}/${name}.js`;
  return url.href;
}
