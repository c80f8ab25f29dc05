import { escapeHtml } from '@pgw/protocol/html';

/**
 * A start tag. An attribute is omitted when its value is undefined or false, and has no value when it is
 * true.
 */
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

/** JSON for a script element. Its text cannot end the element or begin a comment. */
export function jsonForScript(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
