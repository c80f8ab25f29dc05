/** Text as it may stand in markup, in quoted attributes too. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A start tag. An attribute is left out when it is undefined or false, and has no value when it is true. */
export function tag(
  name: string,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
): string {
  const written = Object.entries(attributes).map(([attribute, value]) => {
    if (value === undefined || value === false) return '';
    return value === true ? ` ${attribute}` : ` ${attribute}="${escapeHtml(value)}"`;
  });
  return `<${name}${written.join('')}>`;
}

/** Data for a script element: no text in it can end the element or begin a comment. */
export function jsonForScript(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
