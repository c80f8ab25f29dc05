/** True if the text is in the title of a `test`, `it` or `describe` (or their `each`) that is not skipped. */
export function hasActiveTest(code: string, title: string): boolean {
  const [codeBefore = '', ...codeAfter] = code.split(title);
  const isTitle = /(?:\b(?:test|it|describe)|\))\(\s*['"`][^'"`\n]*$/.test(codeBefore);
  return codeAfter.length > 0 && isTitle && !/\.(?:skip|todo)\([^(]*$/.test(codeBefore);
}
