import type { StorefrontPayment } from '@pgw/protocol';
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../src/define.ts';
import { en } from '../src/locales/en.ts';
import { bankTexts } from '../src/locales/en-banks.ts';
import { cardTexts } from '../src/locales/en-card.ts';
import { inAppBrowserTexts } from '../src/locales/en-in-app-browser.ts';
import { outcomeTexts } from '../src/locales/en-outcomes.ts';
import { registerLocale } from '../src/locales/find-locale.ts';
import { languages } from '../src/locales/index.ts';
import { texts as malay } from '../src/locales/ms.ts';
import type { LocaleText } from '../src/locales/plural-text.ts';
import { texts as tamil } from '../src/locales/ta.ts';
import { texts as indonesian } from '../src/locales/id.ts';
import { texts as thai } from '../src/locales/th.ts';
import { texts as chinese } from '../src/locales/zh-Hans.ts';
import { PgwCheckout } from '../src/pgw-checkout.ts';
import * as shop from './fixtures.ts';
import { eventually, findInside, readText } from './gallery.ts';
import { stubServer } from './stub-server.ts';

type Table = Readonly<Record<string, LocaleText>>;

const titles = {
  en: en.choose,
  ms: malay.choose,
  zh: chinese.choose,
  ta: tamil.choose,
  id: indonesian.choose,
  th: thai.choose,
};

let element: PgwCheckout;

/** Adds a checkout to `parent`. `configure` can change the element before that. */
function addCheckout(
  configure: (checkout: PgwCheckout) => void = () => {},
  parent: Node = document.body,
): PgwCheckout {
  element = new PgwCheckout();
  element.order = shop.order.id;
  element.fetcher = stubServer({ session: shop.session, banks: { banks: shop.banks } }).fetcher;
  configure(element);
  parent.appendChild(element);
  return element;
}

async function expectTitle(title: string): Promise<void> {
  await eventually(() => {
    expect(findInside(element, '#legend').textContent.trim()).to.equal(title);
  });
}

describe('the texts of every language', () => {
  for (const [language, file] of Object.entries(languages)) {
    it(`the label of the expiry date in ${language} shows the order of month and year, which its placeholder shows only while the field is empty`, async () => {
      const { texts } = await file.load();
      expect(texts['card.expiry']).to.contain(texts['card.expiry.placeholder'].replaceAll(' ', ''));
    });

    it(`the language ${language} has a text for every English id, with the same {names} and without spaces around it`, async () => {
      const { texts } = await file.load();
      const table: Table = texts;
      const english: Table = { ...en, ...bankTexts, ...cardTexts, ...inAppBrowserTexts, ...outcomeTexts };
      expect(Object.keys(table)).to.have.members(Object.keys(english));
      for (const [id, text] of Object.entries(table)) {
        // The last plural form of an English text is `other`, which contains all names.
        const englishForm = listForms(english[id] ?? '').at(-1) ?? '';
        for (const form of listForms(text)) {
          expect(findNames(form), id).to.deep.equal(findNames(englishForm));
          expect(form, id).to.equal(form.trim()).and.not.equal('');
        }
      }
    });

    // find-locale.ts renders all built-in languages from left to right. It needs a change before a language
    // with one of the scripts in this test is added.
    it(`the built-in language ${language} is written from left to right`, () => {
      const { script } = new Intl.Locale(language).maximize();
      expect(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Rohg', 'Adlm']).to.not.include(script);
    });

    it(`each plural text in ${language} has a form for every plural category of the language`, async () => {
      const { texts } = await file.load();
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      for (const [id, text] of Object.entries<LocaleText>(texts))
        if (typeof text !== 'string') expect(Object.keys(text), id).to.have.members(pluralCategories);
    });
  }
});

describe('the language', () => {
  beforeEach(() => {
    document.documentElement.lang = 'en';
  });

  afterEach(() => {
    element.remove();
    document.documentElement.lang = 'en';
  });

  for (const [tag, title] of [
    ['ms', titles.ms],
    ['ms-MY', titles.ms],
    ['zh-CN', titles.zh],
    ['zh-Hant-TW', titles.zh],
    ['ZH', titles.zh],
    ['ta-SG', titles.ta],
    ['en-GB', titles.en],
    ['zh_CN', titles.zh],
    ['zh_TW.UTF-8', titles.zh],
    ['zh-cmn-Hans-CN', titles.zh],
    ['zho', titles.zh],
    ['cmn-Hans', titles.zh],
    ['ms_MY', titles.ms],
    ['zsm', titles.ms],
    ['MSA', titles.ms],
    ['tam', titles.ta],
    [' ta ', titles.ta],
    ['in', titles.id],
    ['in-ID', titles.id],
    ['in_ID', titles.id],
    ['ind', titles.id],
    ['tha', titles.th],
    ['msx', titles.en],
    ['en_US.UTF-8', titles.en],
    ['fr', titles.en],
    ['constructor', titles.en],
  ] as const) {
    it(`lang="${tag}" on the element selects the language with the title "${title}"`, async () => {
      addCheckout((checkoutElement) => (checkoutElement.lang = tag));
      await expectTitle(title);
    });
  }

  it('without its own lang attribute, the element uses the lang of its nearest ancestor outside of the shadow roots', async () => {
    document.documentElement.lang = 'ta';
    const outer = document.createElement('div');
    outer.lang = 'ms';
    document.body.append(outer);
    const inner = outer.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
    addCheckout(undefined, inner.attachShadow({ mode: 'open' }));
    await expectTitle(titles.ms);
    outer.remove();
  });

  it('without any lang attribute, the element uses the first language in navigator.languages for which it has texts', async () => {
    document.documentElement.removeAttribute('lang');
    Object.defineProperty(navigator, 'languages', { value: ['fr-FR', 'ta-IN', 'en'], configurable: true });
    addCheckout();
    await expectTitle(titles.ta);
    Reflect.deleteProperty(navigator, 'languages');
  });

  it('a change of the page’s lang attribute changes the language of the element and keeps the chosen channel', async () => {
    addCheckout();
    await expectTitle(titles.en);
    findInside(element, 'input[value="4"]').click();
    // The first tag in reverse order is not English, the current language.
    for (const [tag, title] of Object.entries(titles).toReversed()) {
      document.documentElement.lang = tag;
      await expectTitle(title);
    }
    expect(findInside(element, 'input:checked')).to.have.property('value', String(shop.kilat.id));
  });

  it('the content of the element has lang and dir attributes for the language of its texts', async () => {
    document.documentElement.lang = 'fr';
    addCheckout();
    await expectTitle(titles.en);
    expect(findInside(element, '.pgw')).to.have.property('lang', 'en');
    expect(findInside(element, '.pgw').dir).to.equal('ltr');
    element.lang = 'zh';
    await expectTitle(titles.zh);
    expect(findInside(element, '.pgw')).to.have.property('lang', 'zh-Hans');
  });

  it('a text with a count is shown in the plural form of the language', async () => {
    addCheckout((checkoutElement) => (checkoutElement.lang = 'ta'));
    await expectTitle(titles.ta);
    findInside(element, 'input[value="1"]').click();
    await eventually(() => findInside(element, '#search'));
    const field = findInside(element, '#search');
    const find = async (query: string): Promise<string> => {
      Object.assign(field, { value: query });
      field.dispatchEvent(new InputEvent('input'));
      await element.updateComplete;
      return readText(element);
    };
    expect(await find('bank seri')).to.contain('1 வங்கி கிடைத்தது');
    expect(await find('ban')).to.match(/1\d வங்கிகள் கிடைத்தன/);
  });
});

describe('a text for an unknown name', () => {
  afterEach(() => element.remove());

  for (const [tag, sentence] of [
    ['en', 'Your bank declined this payment.'],
    ['ms', 'Bank anda menolak bayaran ini.'],
  ] as const) {
    it(`the words for an unknown bank begin with a capital letter at the start of a sentence: ${sentence}`, async () => {
      const failedPayment: StorefrontPayment = {
        ...shop.payment,
        state: 'failed',
        reason: 'declined',
        bank: null,
        channel: null,
      };
      addCheckout((checkoutElement) => {
        checkoutElement.lang = tag;
        checkoutElement.fetcher = stubServer({
          session: { ...shop.session, openPayment: failedPayment },
        }).fetcher;
      });
      await eventually(() => {
        expect(readText(element)).to.contain(sentence);
      });
    });
  }
});

describe('a date', () => {
  afterEach(() => element.remove());

  for (const [timeZone, expected] of [
    ['Pacific/Auckland', '14 Sept 2026, 6:32 pm'],
    ['Asia/Kuala_Lumpur', '14 Sept 2026, 2:32 pm'],
  ] as const) {
    it(`the date of a payment is shown in the time zone of the shop: ${timeZone}`, async () => {
      const paid: StorefrontPayment = {
        ...shop.payment,
        order: { ...shop.order, timeZone },
        state: 'paid',
        date: '2026-09-14T06:32:00Z',
      };
      addCheckout((checkoutElement) => {
        checkoutElement.lang = 'en';
        checkoutElement.fetcher = stubServer({ session: { ...shop.session, openPayment: paid } }).fetcher;
      });
      await eventually(() => {
        // The abbreviation of the month is Sep or Sept, depending on the version of the browser.
        expect(readText(element).replace(/Sep\b/, 'Sept')).to.contain(expected);
      });
    });
  }
});

describe('the texts of a merchant', () => {
  afterEach(() => element.remove());

  it('the texts property replaces single texts of one element in every language', async () => {
    addCheckout((checkoutElement) => (checkoutElement.texts = { choose: 'How shall we settle this?' }));
    await expectTitle('How shall we settle this?');
    element.lang = 'ms';
    await eventually(() => {
      expect(readText(element)).to.contain(malay.amount);
    });
    await expectTitle('How shall we settle this?');
  });

  it('an element on the page shows a language that is registered later', async () => {
    addCheckout((checkoutElement) => (checkoutElement.lang = 'nl-BE'));
    await expectTitle(titles.en);
    // The texts stay registered, so no other test of this file uses this language.
    registerLocale('nl', { choose: 'Hoe wilt u betalen?', pay: 'Betaal {amount}' });
    await expectTitle('Hoe wilt u betalen?');
    expect(findInside(element, '.pgw').lang).to.equal('nl');
    expect(findInside(element, '#pay').textContent).to.match(/Betaal.*128,90/);
    expect(readText(element)).to.contain(en.amount);
  });

  it('registerLocale() replaces single texts of a built-in language', async () => {
    registerLocale('ms', { 'choose.required': 'Sila pilih.' });
    addCheckout((checkoutElement) => (checkoutElement.lang = 'ms-MY'));
    await expectTitle(titles.ms);
    findInside(element, '#pay').click();
    await eventually(() => {
      expect(findInside(element, '#channel-error').textContent.trim()).to.equal('Sila pilih.');
    });
    expect(findInside(element, '.pgw').lang).to.equal('ms');
    registerLocale('ms', { 'choose.required': malay['choose.required'] });
  });

  it('a registered language is shown for its old code as well', async () => {
    registerLocale('he', { choose: 'איך לשלם?' });
    addCheckout((checkoutElement) => (checkoutElement.lang = 'iw'));
    await expectTitle('איך לשלם?');
    expect(findInside(element, '.pgw').dir).to.equal('rtl');
  });

  it('registerLocale() throws a RangeError for an invalid tag', () => {
    expect(() => registerLocale('not a tag', {})).to.throw(RangeError);
  });

  it('the layout is mirrored in a language that is written from right to left', async () => {
    const { mirroredTexts } = await import('./pseudo-locales.ts');
    registerLocale('ar', mirroredTexts);
    await setViewport({ width: 375, height: 700 });
    addCheckout((checkoutElement) => (checkoutElement.lang = 'ar'));
    await expectTitle(mirroredTexts.choose);
    findInside(element, 'input[value="4"]').click();
    await eventually(() => findInside(element, '.tile.chosen'));
    const box = (selector: string): DOMRect => findInside(element, selector).getBoundingClientRect();
    expect(findInside(element, '.pgw').dir).to.equal('rtl');
    const order = ['input', '.logo', '.channel-name'].map((part) => box(`.tile.chosen ${part}`).right);
    expect(order).to.deep.equal([...order].sort((a, b) => b - a));
    expect(box('.amount-label').right).to.be.above(box('.merchant').right);
    // Latin names are written from left to right. Sums have the format of the Arabic language.
    expect(getComputedStyle(findInside(element, '.tile.chosen .channel-name bdi')).direction).to.equal('ltr');
    expect(findInside(element, '.amount').textContent.replace(/[\s\u200f]/g, '')).to.equal('128.90RM');
    // The currency is to the left of the digits, which are more than 20 px wide.
    expect(box('.currency').right).to.be.below(box('.amount bdi').right - 20);
  });
});

function listForms(text: LocaleText): string[] {
  return typeof text === 'string' ? [text] : Object.values(text);
}

function findNames(sentence: string): string[] {
  return (sentence.match(/\{\w+\}/g) ?? []).sort();
}
