import { adoptStyles, supportsAdoptingStyleSheets, type CSSResult } from 'lit';

/**
 * Adds style sheets to a shadow root and keeps its others. `adoptStyles` of Lit would replace them, and its sheets
 * belong to the document of the script, while an element may be moved to another document.
 */
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

/**
 * Sets the nonce of the page's scripts on the `<style>` elements of Lit, so that a strict content security
 * policy allows them. Lit reads the nonce from the global `litNonce`. It adds `<style>` elements in browsers
 * without adopted style sheets: before Chrome 73, Firefox 101 and Safari 16.4.
 */
export function provideStyleNonce(): void {
  if (supportsAdoptingStyleSheets) return;
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  if (nonce) Object.assign(globalThis, { litNonce: nonce });
}
