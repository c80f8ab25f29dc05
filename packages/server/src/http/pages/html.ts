import { escapeHtml } from '@pgw/protocol/html';

/** An attribute is omitted if its value is undefined or false. */
export function renderStartTag(
  name: string,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
): string {
  const attributeTexts = Object.entries(attributes).map(([attribute, value]) => {
    if (value === undefined || value === false) return '';
    return value === true ? ` ${attribute}` : ` ${attribute}="${escapeHtml(value)}"`;
  });
  return `<${name}${attributeTexts.join('')}>`;
}

/**
 * Converts data to JSON that cannot end a script element. It is ASCII, because programs that rewrite pages garble
 * other characters.
 */
export function toScriptJson(data: unknown): string {
  return JSON.stringify(data).replaceAll(
    /[<\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
