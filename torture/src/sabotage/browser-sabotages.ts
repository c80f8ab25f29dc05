import type { Sabotage } from './sabotage.ts';

const element = 'packages/checkout/src';

/**
 * Planted bugs in what only the nightly run tests end to end, or in every language. For each of these groups, a cheaper
 * test of `npm test` catches a plain bug.
 */
export const browserSabotages: Readonly<Record<string, Sabotage>> = {
  'hosted-list-of-channels': {
    what: 'in hosted mode the element shows the list of channels',
    edits: [
      {
        file: 'packages/server/src/http/handlers/session.ts',
        find: "settings.mode === 'hosted' ? [] :",
        replace: "settings.mode !== 'hosted' && false ? [] :",
      },
    ],
    caughtBy: {
      file: 'packages/server/test/http/handlers/session.test.ts',
      title: 'in hosted mode the session has no channels',
    },
  },
  'frozen-gateway-awaited': {
    what: 'a request to a gateway that does not respond has no time limit',
    edits: [
      {
        file: 'packages/client/src/deadline.ts',
        find: 'this.#timer = setTimeout(expire, timeoutMs, this, timeoutMs);',
        replace: 'this.#timer = setTimeout(() => {}, timeoutMs, expire);',
      },
    ],
    caughtBy: {
      file: 'packages/client/test/deadline.test.ts',
      title: 'a deadline aborts with a DeadlineError',
    },
  },
  'nothing-added-to-the-bag': {
    what: 'the button of a product adds nothing to the bag',
    edits: [
      {
        file: 'examples/shop/src/routes/bag-routes.ts',
        find: 'await shop.bags.add(ensureVisitor(request, response), variant, form.data.quantity);',
        replace: 'ensureVisitor(request, response);',
      },
    ],
    caughtBy: { file: 'e2e/checkout.test.ts', title: 'a shopper without JavaScript pays' },
  },
  'restored-page-as-before': {
    what: 'a page that the browser restores after Back still has the list with Pay',
    edits: [
      {
        file: `${element}/flow/page-lifecycle.ts`,
        find: 'else if (event.persisted) onRestored();',
        replace: 'else if (!event.persisted) onRestored();',
      },
    ],
    caughtBy: { file: 'packages/checkout/test/pgw-checkout.test.ts' },
  },
  'wrong-language': {
    what: 'the element shows Tamil on a page in Malay',
    edits: [{ file: `${element}/locales/index.ts`, find: "import('./ms.ts')", replace: "import('./ta.ts')" }],
    caughtBy: { file: 'e2e/widget-languages.test.ts', title: 'a language is loaded from the directory' },
  },
  'banks-too-low': {
    what: 'the row of a bank is too low for a finger',
    edits: [
      {
        file: `${element}/channels/panel-styles.ts`,
        find: '    min-height: 52px;\n    padding: calc(2 * var(--_pgw-space)) ',
        replace: '    min-height: 32px;\n    padding: 0 ',
      },
    ],
    // The pictures of the other scenes cannot be compared in a copy, which has no pinned browser.
    caughtBy: { file: 'e2e/widget-preferences.test.ts', title: 'every control has a target' },
  },
  'outcome-without-focus': {
    what: 'the title of an outcome does not get the focus',
    edits: [
      {
        file: `${element}/flow/focus-target.ts`,
        find: '  target?.focus();',
        replace: "  if (target?.id !== 'title') target?.focus();",
      },
    ],
    caughtBy: { file: 'packages/checkout/test/interruptions.test.ts' },
  },
  'blocked-by-its-own-policy': {
    what: 'the policy of trusted types does not allow the loader',
    edits: [
      {
        file: 'packages/checkout/loader/checkout.js',
        find: "createPolicy('pgw-loader'",
        replace: "createPolicy('pgw-script'",
      },
    ],
    caughtBy: { file: 'e2e/policy.test.ts', title: 'the script-tag example' },
  },
  'failed-says-taken': {
    what: 'the screen of a failed payment says that money was taken',
    edits: [
      {
        file: `${element}/result/screens/money.ts`,
        find: "failed: 'not-taken',",
        replace: "failed: 'taken',",
      },
    ],
    caughtBy: { file: 'packages/checkout/test/money-sentence.test.ts' },
  },
  'heading-untranslated': {
    what: 'the heading of the wallets is the one of the gateway in every language',
    edits: [
      {
        file: `${element}/channels/list/list.ts`,
        find: "  ['e-wallets', 'group.wallets'],\n",
        replace: '',
      },
    ],
    caughtBy: { file: 'packages/checkout/test/no-dead-ends.test.ts' },
  },
  'level-of-any-text': {
    what: 'the property headingLevel accepts a text that is no number, and logs nothing',
    edits: [
      {
        file: `${element}/element/properties.ts`,
        find: 'isText(value) && /^\\s*\\d+\\s*$/.test(value) && (Number(value)',
        replace: 'isText(value) && (Number(value)',
      },
    ],
    caughtBy: { file: 'packages/checkout/test/template-values.test.ts' },
  },
  'texts-of-the-page-inherited': {
    what: 'the element inherits the styles of the page',
    edits: [{ file: `${element}/ui/styles/frame.ts`, find: '    all: initial;\n', replace: '' }],
    caughtBy: { file: 'packages/checkout/test/page-styles.test.ts' },
  },
};
