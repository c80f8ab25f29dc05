import { adoptStyles, supportsAdoptingStyleSheets, type CSSResult } from 'lit';

/** `adoptStyles` of Lit replaces the other sheets, and its sheets belong to the document of the script. */
export function addStyles(root: ShadowRoot, ...styles: readonly CSSResult[]): void {
  if (!supportsAdoptingStyleSheets) return adoptStyles(root, [...styles]);
  const { defaultView } = root.ownerDocument;
  if (defaultView === null) return;
  const sheets = styles.map(({ cssText }) => {
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync(cssText);
    return sheet;
  });
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...sheets];
}

/** A strict content security policy allows the `<style>` elements of Lit only with the nonce of the page's scripts. */
export function provideStyleNonce(): void {
  if (supportsAdoptingStyleSheets) return;
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  if (nonce) Object.assign(globalThis, { litNonce: nonce });
}
