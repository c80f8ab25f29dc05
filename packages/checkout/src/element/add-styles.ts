import { adoptStyles, supportsAdoptingStyleSheets, type CSSResult } from 'lit';

/** Adds a style sheet to those that a shadow root has. Lit's own `adoptStyles` replaces them. */
export function addStyles(root: ShadowRoot, styles: CSSResult): void {
  if (!supportsAdoptingStyleSheets) return adoptStyles(root, [styles]);
  const before = [...root.adoptedStyleSheets];
  adoptStyles(root, [styles]);
  root.adoptedStyleSheets = [...before, ...root.adoptedStyleSheets];
}

/**
 * Gives the nonce of the page's scripts to the `<style>` elements of Lit, so that a strict content security policy allows them. Lit
 * adds them in browsers without adopted style sheets (before Chrome 73, Firefox 101, Safari 16.4), and reads the global `litNonce`.
 */
export function provideStyleNonce(): void {
  if (supportsAdoptingStyleSheets) return;
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  if (nonce) Object.assign(globalThis, { litNonce: nonce });
}
