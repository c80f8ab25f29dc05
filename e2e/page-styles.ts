// These functions run in a page, so each of them contains everything that it uses.

/** Replaces the rules that a test has added to the page and to its shadow roots. Waits until fonts are loaded. */
export async function setRules(rules: string): Promise<void> {
  const listRoots = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => [
    root,
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      shadowRoot === null ? [] : listRoots(shadowRoot),
    ),
  ];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  for (const root of listRoots(document)) {
    const otherSheets = root.adoptedStyleSheets.filter((each) => !('isOfTest' in each));
    root.adoptedStyleSheets = [...otherSheets, Object.assign(sheet, { isOfTest: true })];
  }
  // The layout requests the fonts.
  document.body.getBoundingClientRect();
  await document.fonts.ready;
}

/** Doubles the font size of every text, but no length. `restoreFontSizes` reverses this. */
export function doubleFontSizes(): void {
  const listElements = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot === null ? [] : listElements(element.shadowRoot)),
    ]);
  const sizes = listElements(document)
    .filter((element) => element instanceof HTMLElement && element !== document.documentElement)
    .map((element) => [element as HTMLElement, parseFloat(getComputedStyle(element).fontSize)] as const);
  for (const [element, size] of sizes) element.style.setProperty('font-size', `${size * 2}px`, 'important');
}

/** Removes the sizes of `doubleFontSizes`. */
export function restoreFontSizes(): void {
  const listElements = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot === null ? [] : listElements(element.shadowRoot)),
    ]);
  for (const element of listElements(document))
    if (element instanceof HTMLElement) element.style.removeProperty('font-size');
}
