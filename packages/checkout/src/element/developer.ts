// The messages for developers. `developerModule` loads them only if there is one. The legacy script does not have them.

/** The accepted values of an attribute, if they are few. */
const acceptedValues: Readonly<Record<string, readonly string[]>> = {
  theme: ['light', 'dark', 'auto'],
  frame: ['none'],
  summary: ['none'],
  'remember-bank': ['none'],
  'bank-category': ['personal', 'business'],
};

const slots = ['header', 'before-pay', 'support', 'success-actions', 'footer'];

/** Attributes that every element may have. Others with a colon, an underscore or a prefix belong to frameworks. */
const globalAttribute =
  /^(?:id|class|style|slot|lang|dir|hidden|title|part|exportparts|role|tabindex|translate|inert|is|nonce|popover)$|^(?:data|aria|on|v|x|ng|hx|nuxt)-|^on|[:_@.]/;

/** Each message is logged once for an element. */
const logged = new WeakMap<Element, Set<string>>();

function log(element: Element, text: string, level: 'error' | 'warn' = 'error'): void {
  const message = `${element.localName}: ${text}`;
  const messages = logged.get(element) ?? new Set();
  logged.set(element, messages);
  if (messages.has(message)) return;
  messages.add(message);
  // oxlint-disable-next-line no-console -- a message for developers
  console[level](message);
}

/** Reports a value that a property does not accept. It may be data of the shop, so only one of few words is logged. */
export function reportValue(element: Element, property: string, value: unknown): void {
  const name = property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const accepted = acceptedValues[name];
  const isWord = accepted !== undefined && typeof value === 'string';
  const given = isWord ? `"${value}"` : `this ${typeof value}`;
  const advice = isWord ? ` ${suggest(value, accepted) ?? `It may be ${accepted.join(', ')}.`}` : '';
  log(element, `${name} cannot be ${given}, so it has its default.${advice}`);
}

/** What the element needs, and what it does without it. */
const needs: Readonly<Record<string, readonly [name: string, effect: string, advice: string]>> = {
  'pgw-checkout': ['order', 'so no way to pay is offered', 'Set it to the id of the order.'],
  'pgw-payment-status': [
    'payment',
    'and the address of the page has no ?payment=…, so nothing is shown',
    'Leave the element out of a page without a payment.',
  ],
};

/** Reports the attributes and slots that have no effect, probably by a typing error, and what is missing. */
export function reportMarkup(element: Element, isMissing: boolean): void {
  const { observedAttributes } = element.constructor as unknown as { observedAttributes: readonly string[] };
  const found = [
    ...element.getAttributeNames().flatMap((name) => {
      if (observedAttributes.includes(name) || globalAttribute.test(name)) return [];
      const suggestion = suggest(name, observedAttributes);
      // Without a similar name, the attribute may belong to the page.
      return isMissing || suggestion ? [`There is no attribute "${name}".`, suggestion ?? ''] : [];
    }),
    ...[...element.children].flatMap(({ slot }) =>
      slot === '' || slots.includes(slot) ? [] : [`There is no slot "${slot}".`, suggest(slot, slots) ?? ''],
    ),
  ].filter(Boolean);
  const [name = '', effect, advice = ''] = needs[element.localName] ?? [];
  const isEmpty = element.hasAttribute(name);
  if (isMissing) found.unshift(`The attribute "${name}" is ${isEmpty ? 'empty' : 'missing'}, ${effect}.`);
  if (isMissing && found.length === 1) found.push(advice);
  if (found.length > 0) log(element, found.join(' '), isMissing && name === 'payment' ? 'warn' : 'error');
}

/** Reports a problem that only the operator of the shop can fix. `code` contains no secret. */
export function reportConfiguration(element: Element, code: string): void {
  log(
    element,
    `the shop's server can't take payments (${code}). The server's log has the reason; see https://pgw-js.github.io/pgw/errors.`,
  );
}

function suggest(name: string, known: readonly string[]): string | undefined {
  const nearest = findNearest(name, known);
  return nearest && `Did you mean "${nearest}"?`;
}

/** Returns the most similar name: with at most two typing errors, or one that the given name contains. */
function findNearest(name: string, known: readonly string[]): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replace(/-/g, '');
  const distances = known.map((one) =>
    name.includes(one) ? 1 : countEdits(plain(name), plain(one), Math.min(2, Math.floor(one.length / 2))),
  );
  const nearest = Math.min(...distances);
  return nearest === Infinity ? undefined : known[distances.indexOf(nearest)];
}

/** The number of letters to insert, delete, replace, or swap with the next one. Infinity if there are more than `limit`. */
function countEdits(from: string, to: string, limit: number): number {
  if (limit < 0) return Infinity;
  if (from === to) return 0;
  const [rest, toRest] = [from.slice(1), to.slice(1)];
  if (from[0] === to[0]) return countEdits(rest, toRest, limit);
  const isSwapped = from[0] === to[1] && from[1] === to[0];
  return (
    1 +
    Math.min(
      countEdits(rest, toRest, limit - 1),
      countEdits(rest, to, limit - 1),
      countEdits(from, toRest, limit - 1),
      isSwapped ? countEdits(from.slice(2), to.slice(2), limit - 1) : Infinity,
    )
  );
}
