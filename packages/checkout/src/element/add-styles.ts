import { adoptStyles, supportsAdoptingStyleSheets, type CSSResult } from 'lit';

/**
 * Adds a style sheet to a shadow root and keeps its other style sheets. `adoptStyles` of Lit would replace
 * them.
 */
export function addStyles(root: ShadowRoot, styles: CSSResult): void {
  if (!supportsAdoptingStyleSheets) return adoptStyles(root, [styles]);
  const existing = [...root.adoptedStyleSheets];
  adoptStyles(root, [styles]);
  root.adoptedStyleSheets = [...existing, ...root.adoptedStyleSheets];
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
