const sheets = new Map<string, CSSStyleSheet>();

/** Adds a style sheet to a shadow root. Roots share what was parsed once. */
export function addStyle(root: ShadowRoot, text: string): void {
  if ('adoptedStyleSheets' in root && 'replaceSync' in CSSStyleSheet.prototype) {
    const sheet = sheets.get(text) ?? new CSSStyleSheet();
    if (!sheets.has(text)) sheet.replaceSync(text);
    sheets.set(text, sheet);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    return;
  }
  // Before Chrome 73, Firefox 101, Safari 16.4. A strict policy lets such an element through by the nonce of our scripts.
  const style = document.createElement('style');
  style.nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  style.textContent = text;
  root.append(style);
}
