import { expect } from '@open-wc/testing';
import { stub } from 'sinon';
import { selectCases } from '../../../scripts/nightly.ts';
import type { PgwCheckout } from '../src/pgw-checkout.ts';
import type { PgwPaymentStatus } from '../src/pgw-payment-status.ts';
import '../src/define.ts';
import { developerModule } from '../src/element/developer-module.ts';
import * as shop from './fixtures.ts';
import { eventually, findInside, waitForNextTurn } from './gallery.ts';
import { stubServer } from './stub-server.ts';

/** What templates give for the properties of one type. */
interface Values {
  readonly initial: unknown;
  /** Accepted values, and the value that the property then has. */
  readonly accepted: readonly (readonly [value: unknown, read: unknown])[];
  readonly refused: readonly unknown[];
}

const fetcher = (): Promise<Response> => Promise.reject(new TypeError());
const navigation = { assign: () => {} };
const texts = { pay: 'Pay', 'bank.count': { one: 'One', other: 'More' }, retry: undefined };
const notTexts = [
  false,
  true,
  {},
  [],
  ['A'],
  () => 'A',
  Symbol('A'),
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1n,
];

const text: Values = {
  initial: null,
  accepted: [
    ['A', 'A'],
    [7, '7'],
    [0, '0'],
    ['undefined', 'undefined'],
  ],
  refused: notTexts,
};
const oneOf = (...values: readonly string[]): Values => ({
  initial: null,
  accepted: values.map((value) => [value, value]),
  refused: [...notTexts, 'off', 'undefined', 7],
});
const valuesByProperty: Readonly<Record<string, Values>> = {
  order: { ...text, initial: '' },
  payment: text,
  endpoint: { ...text, refused: [...notTexts, '/pgw?a=1', '/pgw#a'] },
  theme: oneOf('light', 'dark', 'auto'),
  frame: oneOf('none'),
  summary: oneOf('none'),
  rememberBank: oneOf('none'),
  bankCategory: oneOf('personal', 'business'),
  headingLevel: {
    initial: 2,
    accepted: [
      [3, 3],
      ['3', 3],
      [' 3 ', 3],
      [0, 2],
    ],
    refused: [-1, 2.5, 'three', '0x3', Number.NaN, true, [3], {}, new Date(3), Symbol('3')],
  },
  channels: {
    initial: null,
    accepted: [
      [
        [1, 4],
        [1, 4],
      ],
      [
        ['1', '4'],
        [1, 4],
      ],
      ['1,4', [1, 4]],
      [' 1, 4,', [1, 4]],
      [4, [4]],
      [[], []],
    ],
    refused: [
      true,
      {},
      'undefined',
      '1,x',
      '[object Object]',
      [{ id: 1 }],
      [[1]],
      [null],
      () => [1],
      Symbol('1'),
      1.5,
      -1,
    ],
  },
  fetcher: { initial: null, accepted: [[fetcher, fetcher]], refused: [{}, 'fetch', true, 1] },
  navigation: {
    initial: null,
    accepted: [[navigation, navigation]],
    refused: ['assign', true, 1, () => {}, []],
  },
  texts: {
    initial: null,
    accepted: [[texts, texts]],
    refused: ['[object Object]', true, 1, [], { pay: 5 }, { pay: { one: 'One' } }, { pay: [] }, () => texts],
  },
};
/** Values of the attribute, and the beginning of the URLs. */
const endpoints = [
  ['/pgw', '/pgw'],
  ['/pgw/', '/pgw'],
  ['/pgw//', '/pgw'],
  [' /pgw/\n', '/pgw'],
  ['', '/pgw'],
  ['/', ''],
  ['https://shop.example/pay/', 'https://shop.example/pay'],
  ['pgw/', 'pgw'],
] as const;
const absentValues = [undefined, null, ''];
const tags = ['pgw-checkout', 'pgw-payment-status'] as const;

type AnyElement = PgwCheckout | PgwPaymentStatus;

function create(tag: (typeof tags)[number]): AnyElement {
  return document.createElement(tag);
}

function createWithServer(tag: (typeof tags)[number]): AnyElement {
  const element = create(tag);
  element.fetcher = stubServer({ session: shop.walletSession, payment: shop.payment }).fetcher;
  return element;
}

/** Records what the elements log while `act` runs. */
async function recordErrors(act: () => void | Promise<void>): Promise<string[]> {
  const log = stub(console, 'error');
  try {
    await developerModule.load();
    await act();
    await waitForNextTurn();
  } finally {
    log.restore();
  }
  return log.args.map(([message]) => String(message));
}

describe('values of templates', () => {
  const mounted: Element[] = [];
  afterEach(() => {
    for (const element of mounted.splice(0)) element.remove();
  });

  for (const tag of tags) {
    it(`the table has every property of <${tag}>`, () => {
      const { elementProperties } = customElements.get(tag) as unknown as typeof PgwCheckout;
      for (const name of elementProperties.keys()) expect(valuesByProperty).to.have.property(String(name));
    });

    it(`<${tag}> requests the same addresses with these values of endpoint`, async () => {
      const paths = { 'pgw-checkout': '/session', 'pgw-payment-status': '/payments/A1' };
      for (const [endpoint, base] of endpoints) {
        const urls: string[] = [];
        const element = create(tag);
        element.setAttribute(tag === 'pgw-checkout' ? 'order' : 'payment', 'A1');
        element.setAttribute('endpoint', endpoint);
        element.fetcher = (url) => {
          urls.push(url.split('?')[0] ?? '');
          return new Promise(() => {});
        };
        document.body.append(element);
        await eventually(() => expect(urls).to.deep.equal([base + paths[tag]]));
        element.remove();
      }
    });

    for (const [name, { initial, accepted, refused }] of Object.entries(valuesByProperty)) {
      if (!(name in create(tag))) continue;

      it(`<${tag}> accepts these values of ${name}, and its default for an absent value`, async () => {
        const element = create(tag);
        const messages = await recordErrors(() => {
          expect(Reflect.get(element, name)).to.equal(initial);
          for (const [value, read] of accepted)
            for (const absent of absentValues) {
              Reflect.set(element, name, value);
              expect(Reflect.get(element, name), String(value)).to.deep.equal(read);
              Reflect.set(element, name, absent);
              expect(Reflect.get(element, name), String(absent)).to.equal(initial);
            }
        });
        expect(messages).to.deep.equal([]);
      });

      it(`<${tag}> has the default of ${name} for another type, and logs the name once`, async () => {
        for (const value of refused) {
          const element = create(tag);
          const messages = await recordErrors(() => {
            for (const _ of [1, 2]) Reflect.set(element, name, value);
            expect(Reflect.get(element, name), String(value)).to.equal(initial);
          });
          expect(messages, String(value)).to.have.length(1);
          const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
          expect(messages[0]).to.contain(tag).and.to.contain(attribute);
        }
      });

      // Without them, the element has no payment to show.
      if (['order', 'payment', 'fetcher'].includes(name)) continue;
      it(`<${tag}> is shown while ${name} has any of these values`, async () => {
        // The test before has shown that each refused value is replaced by the default.
        for (const value of [null, ...accepted.map(([first]) => first), ...selectCases(refused, 1)]) {
          const element = createWithServer(tag);
          element.setAttribute(tag === 'pgw-checkout' ? 'order' : 'payment', 'A1');
          mounted.push(element);
          await recordErrors(async () => {
            Reflect.set(element, name, value);
            document.body.append(element);
            await eventually(() => findInside(element, '.frame[aria-busy=false] [part]'));
            await element.updateComplete;
          });
          element.remove();
        }
      });
    }
  }
});
