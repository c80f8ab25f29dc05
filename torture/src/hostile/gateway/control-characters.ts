/** Control characters, line separators and controls of the writing direction. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

/** Returns the first control character of a text, except the allowed ones. */
export function findControlCharacter(
  text: string,
  { allowed }: { readonly allowed: string },
): string | undefined {
  const others = [...allowed].reduce((rest, character) => rest.replaceAll(character, ''), text);
  return controls.exec(others)?.[0];
}
