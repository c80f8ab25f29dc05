const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes `&`, `<`, `>`, `"` and `'` in text, for HTML content and for attribute values in single or double
 * quotes. The result is not safe in unquoted attributes, scripts, styles or URLs.
 *
 * @example
 * escapeHtml('Tea & "cake"'); // 'Tea &amp; &quot;cake&quot;'
 */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
