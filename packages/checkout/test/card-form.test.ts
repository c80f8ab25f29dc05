import type { SavedCard } from '@pgw/protocol';
import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { eventually, readMarkup } from './acting.ts';
import { CardHost } from './card-host.ts';

let host: CardHost;

const savedCards = [
  { id: 's1', brand: 'visa', last4: '4242', expiry: '09/28' },
  { id: 's2', brand: 'amex', last4: '0005', expiry: null },
  { id: 's3', brand: 'visa', last4: '1881', expiry: '01/24' },
] as const;

async function showForm(configure: (host: CardHost) => void = () => {}): Promise<CardHost> {
  host = new CardHost();
  configure(host);
  document.body.append(host);
  await host.updateComplete;
  return host;
}

async function type(name: string, text: string): Promise<void> {
  host.findField(name).focus();
  await sendKeys({ type: text });
  await host.updateComplete;
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await sendKeys({ press: key });
  await host.updateComplete;
}

/** The text of a field, with `|` at the position of the caret. */
function readTextWithCaret(name: string): string {
  const { value, selectionStart } = host.findField(name);
  return `${value.slice(0, selectionStart ?? 0)}|${value.slice(selectionStart ?? 0)}`;
}

/** Fills in a field as a browser or a password manager does. */
async function autofill(name: string, text: string): Promise<void> {
  host.findField(name).value = text;
  host.findField(name).dispatchEvent(new Event('input', { bubbles: true }));
  host.findField(name).dispatchEvent(new Event('change', { bubbles: true }));
  await host.updateComplete;
}

async function typeCard(): Promise<void> {
  await type('cc-number', '4111111111111111');
  await type('cc-exp', '0928');
  await type('cc-csc', '987');
  await type('cc-name', 'Aisyah');
}

async function pay(): Promise<void> {
  host.renderRoot.querySelector<HTMLElement>('#pay')?.click();
  await host.updateComplete;
  // The host moves the focus after the first update.
  await host.updateComplete;
}

async function createKey() {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  const { x = '', y = '' } = await exportJWK(publicKey);
  return { privateKey, key: { kid: 'k', x, y, expiresAt: '2026-09-14T12:00:00Z' } };
}

afterEach(() => host.remove());

describe('the card form with real key presses', () => {
  it('the Enter key of a phone is labeled “next” while a later field is empty, and “go” in the last one', async () => {
    await showForm();
    const readHints = () =>
      ['cc-number', 'cc-exp', 'cc-csc', 'cc-name'].map((name) => host.findField(name).enterKeyHint);
    expect(readHints()).to.deep.equal(['next', 'next', 'next', 'go']);
    await typeCard();
    expect(readHints()).to.deep.equal(['go', 'go', 'go', 'go']);
  });

  it('Enter moves the focus to the next empty field without errors, and pays when no later field is empty', async () => {
    await showForm();
    await type('cc-number', '4111111111111111');
    await press('Enter');
    expect(host.renderRoot.querySelector('input:focus')?.id).to.equal('cc-exp');
    expect(host.readError('cc-exp')).to.equal('');
    host.findField('cc-name').focus();
    await press('Enter');
    await eventually(() => expect(host.readError('cc-exp')).to.contain('Enter the expiry date'));
  });

  it('the card form has four labelled fields in the order in which they are printed on a card, and browsers can fill them in', async () => {
    await showForm();
    const fields = [...host.renderRoot.querySelectorAll<HTMLInputElement>('.control input')];
    expect(fields.map(({ name }) => name)).to.deep.equal(['cc-number', 'cc-exp', 'cc-csc', 'cc-name']);
    for (const field of fields) {
      expect(field.autocomplete).to.equal(field.name);
      expect(field.labels?.length).to.equal(1);
      expect(field.form).to.equal(host.renderRoot.querySelector('form'));
      expect(field.type).to.equal('text');
      // -1: the length is not limited.
      expect(field.maxLength).to.equal(-1);
      expect(field.inputMode).to.equal(field.name === 'cc-name' ? 'text' : 'numeric');
    }
  });

  it('the digits of a card number are grouped while the shopper types, and the caret stays after the same digit', async () => {
    await showForm();
    await type('cc-number', '4111222233334444');
    expect(readTextWithCaret('cc-number')).to.equal('4111 2222 3333 4444|');
    await press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Backspace');
    expect(readTextWithCaret('cc-number')).to.equal('411|2 2223 3334 444');
    await sendKeys({ type: '9' });
    expect(readTextWithCaret('cc-number')).to.equal('4119| 2222 3333 4444');
    await press('Delete');
    expect(readTextWithCaret('cc-number')).to.equal('4119| 2223 3334 444');
  });

  it('a program that fills in the form without an input event is noticed, and its date is formatted', async () => {
    await showForm();
    for (const [name, text] of [
      ['cc-number', '4111111111111111'],
      ['cc-exp', '2030-01'],
    ] as const) {
      const field = host.findField(name);
      field.value = text;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
    await host.updateComplete;
    expect(host.form.values).to.include({ 'cc-number': '4111 1111 1111 1111', 'cc-exp': '01 / 30' });
    expect(host.findField('cc-exp').value).to.equal('01 / 30');
  });

  it('extra digits of a card number stay visible, and the focus does not move to another field', async () => {
    await showForm();
    await type('cc-number', '41111111111111112222');
    expect(host.findField('cc-number').value).to.equal('4111 1111 1111 1111 2222');
    expect(host.shadowRoot?.activeElement).to.equal(host.findField('cc-number'));
  });

  it('the separator of the expiry date is added, and one Backspace removes it', async () => {
    await showForm();
    await type('cc-exp', '12');
    expect(readTextWithCaret('cc-exp')).to.equal('12 / |');
    await press('Backspace');
    expect(readTextWithCaret('cc-exp')).to.equal('12|');
    await type('cc-exp', '28');
    expect(readTextWithCaret('cc-exp')).to.equal('12 / 28|');
    await press('Backspace', 'Backspace', 'Backspace', 'Backspace', 'Backspace');
    await type('cc-exp', '9');
    expect(readTextWithCaret('cc-exp')).to.equal('09 / |');
  });

  it('the card form accepts pasted digits of any writing system and every autofill format', async () => {
    await showForm();
    host.findField('cc-number').focus();
    document.execCommand('insertText', false, '４１１１-1111 ௧௧௧௧/١١١١');
    await autofill('cc-exp', '2027-01');
    await autofill('cc-csc', '１２３');
    await autofill('cc-name', 'Aisyah');
    expect(host.findField('cc-number').value).to.equal('4111 1111 1111 1111');
    expect(host.findField('cc-exp').value).to.equal('01 / 27');
    expect(host.findField('cc-csc').value).to.equal('123');
    expect(host.form.validate()).to.equal(null);
  });

  it('the first digits show the brand of the card, name it for screen readers, and set the length of the code', async () => {
    await showForm();
    const readBrand = () => host.renderRoot.querySelector('#card-brand')?.textContent.trim();
    expect(readBrand()).to.equal('');
    await type('cc-number', '37');
    expect(readBrand()).to.equal('American Express');
    expect(host.renderRoot.querySelector('#cc-csc-hint')?.textContent).to.equal('4 digits on the front');
    expect(host.findField('cc-number').getAttribute('aria-describedby')).to.contain('card-brand');
    expect(host.renderRoot.querySelector('#card-brand [role], #card-brand [aria-live]')).to.equal(null);
  });
});

describe('invalid card fields', () => {
  it('the error of a card field appears when the field loses the focus, and disappears when the value is valid', async () => {
    await showForm();
    await type('cc-number', '411111111111111');
    expect(host.readError('cc-number')).to.equal('');
    await press('Tab');
    expect(host.readError('cc-number')).to.equal('This card number is too short. Check for missing digits.');
    const field = host.findField('cc-number');
    expect(field.getAttribute('aria-invalid')).to.equal('true');
    expect(field.getAttribute('aria-describedby')).to.contain('cc-number-error');
    await type('cc-number', '2');
    expect(host.readError('cc-number')).to.equal('This card number doesn’t look right. Check each digit.');
    await press('Backspace');
    await type('cc-number', '1');
    expect(host.readError('cc-number')).to.equal('');
    expect(field.hasAttribute('aria-invalid')).to.equal(false);
  });

  it('empty card fields have errors only after Pay is pressed, and the first of them gets the focus', async () => {
    await showForm();
    await type('cc-number', '4');
    await press('Backspace', 'Tab', 'Tab', 'Tab', 'Tab');
    for (const name of ['cc-number', 'cc-exp', 'cc-csc', 'cc-name'])
      expect(host.readError(name)).to.equal('');
    await pay();
    expect(host.readError('cc-number')).to.equal('Enter your card number.');
    expect(host.readError('cc-exp')).to.equal('Enter the expiry date, for example 09 / 28.');
    expect(host.readError('cc-csc')).to.equal('Enter the 3-digit security code.');
    expect(host.renderRoot.querySelector('#cc-csc-hint')).to.equal(null);
    expect(host.findField('cc-csc').getAttribute('aria-describedby')).to.equal('cc-csc-error');
    expect(host.readError('cc-name')).to.equal('Enter the name as it appears on the card.');
    expect(host.shadowRoot?.activeElement).to.equal(host.findField('cc-number'));
  });

  it('an invalid expiry date has an error, which disappears when the browser fills in a valid date', async () => {
    await showForm();
    await type('cc-exp', '13');
    await press('Tab');
    expect(host.readError('cc-exp')).to.equal('Enter a month from 01 to 12, then the year.');
    await autofill('cc-exp', '0928');
    expect(host.readError('cc-exp')).to.equal('');
  });

  it('the error for an unsupported card brand names the shop and the brand', async () => {
    await showForm();
    await type('cc-number', '3528');
    await press('Tab');
    expect(host.readError('cc-number')).to.equal('Rimba Coffee doesn’t take JCB cards. Use another card.');
  });

  it('the error of a card field does not appear while the shopper presses Pay, so that Pay does not move', async () => {
    await showForm();
    await type('cc-number', '4111111111111112');
    // Waits for the opening animation of the form, which moves Pay down.
    await Promise.all(host.shadowRoot?.getAnimations().map(({ finished }) => finished) ?? []);
    const box = host.renderRoot.querySelector('#pay')?.getBoundingClientRect();
    // A point of Pay near its lower left corner.
    const position: [number, number] = [Math.round((box?.x ?? 0) + 30), Math.round((box?.bottom ?? 0) - 4)];
    await sendMouse({ type: 'move', position });
    await sendMouse({ type: 'down' });
    await host.updateComplete;
    expect(host.readError('cc-number')).to.equal('');
    await sendMouse({ type: 'up' });
    await eventually(() => {
      expect(host.readError('cc-number')).to.contain('doesn’t look right');
      expect(host.readError('cc-name')).to.contain('Enter the name');
    });
  });
});

describe('an encrypted card', () => {
  it('encrypting a card clears its number and code immediately, and only the key of the shop’s server decrypts it', async () => {
    await showForm();
    await typeCard();
    const { key: publicKey, privateKey } = await createKey();
    const encrypted = host.form.encrypt(publicKey, 'pay_1');
    await host.updateComplete;
    expect(host.findField('cc-number').value).to.equal('');
    expect(host.findField('cc-csc').value).to.equal('');
    expect(host.findField('cc-exp').value).to.equal('09 / 28');
    expect(host.findField('cc-name').value).to.equal('Aisyah');
    const { card, save } = await encrypted;
    expect(save).to.equal(false);
    const { plaintext } = await compactDecrypt(card, privateKey);
    expect(JSON.parse(new TextDecoder().decode(plaintext))).to.deep.equal({
      number: '4111111111111111',
      expiryMonth: '09',
      expiryYear: '2028',
      holderName: 'Aisyah',
      securityCode: '987',
    });
  });

  it('a card is saved only if the shopper ticked the checkbox, which is shown only if the shop can save cards', async () => {
    await showForm();
    await typeCard();
    const checkbox = host.findField('card-save');
    expect(checkbox.checked).to.equal(false);
    checkbox.click();
    expect((await host.form.encrypt((await createKey()).key, 'pay_1')).save).to.equal(true);
    host.remove();
    await showForm((cardHost) => (cardHost.cardTerms = { ...cardHost.cardTerms, canSave: false }));
    expect(host.renderRoot.querySelector('[name=card-save]')).to.equal(null);
  });

  it('no attribute and no text of the page contains the data of the card', async () => {
    await showForm();
    await typeCard();
    const markup = readMarkup(host.renderRoot);
    expect(markup).to.contain('cc-number');
    expect(markup).not.to.match(/4111|09 \/ 28|Aisyah|987/);
  });

  it('the card form clears all fields when the shopper leaves the page and when the element is removed', async () => {
    await showForm();
    await typeCard();
    dispatchEvent(new PageTransitionEvent('pagehide'));
    await host.updateComplete;
    for (const name of ['cc-number', 'cc-exp', 'cc-csc', 'cc-name'])
      expect(host.findField(name).value).to.equal('');
    await typeCard();
    host.remove();
    expect(Object.values(host.form.values).join('')).to.equal('');
  });

  it('a page without Web Crypto shows a text instead of the card fields: the card is entered on the next page', async () => {
    await showForm((cardHost) => (cardHost.subtle = undefined));
    expect(host.renderRoot.querySelector('.control input')).to.equal(null);
    expect(host.renderRoot.textContent).to.contain('you’ll enter your card on the next page.');
    let failure: unknown;
    await host.form.encrypt((await createKey()).key, 'pay_1').catch((error: unknown) => (failure = error));
    expect(String(failure)).to.contain('not secure');
  });
});

describe('saved cards', () => {
  const setSavedCards = (cardHost: CardHost): void => {
    cardHost.cardTerms = { ...cardHost.cardTerms, savedCards };
  };
  const findOptions = () => [...host.renderRoot.querySelectorAll<HTMLInputElement>('input[name=card]')];

  it('saved cards are masked, the first card is chosen, and only its security code is required', async () => {
    await showForm(setSavedCards);
    expect(findOptions().map(({ checked }) => checked)).to.deep.equal([true, false, false, false]);
    expect(findOptions()[0]?.labels?.[0]?.textContent.replace(/\s+/g, ' ')).to.contain('Visa •••• 4242');
    expect([...host.renderRoot.querySelectorAll('.control input')].length).to.equal(1);
    expect(host.renderRoot.querySelector('[name=card-save]')).to.equal(null);
    await pay();
    expect(host.readError('cc-csc')).to.equal('Enter the 3-digit security code.');
    await type('cc-csc', '123');
    const { key: publicKey, privateKey } = await createKey();
    const { plaintext } = await compactDecrypt((await host.form.encrypt(publicKey, 'p')).card, privateKey);
    expect(JSON.parse(new TextDecoder().decode(plaintext))).to.deep.equal({
      savedCardId: 's1',
      securityCode: '123',
    });
  });

  it('an expired saved card is disabled and shows its expiry date', async () => {
    await showForm(setSavedCards);
    expect(findOptions().map(({ disabled }) => disabled)).to.deep.equal([false, false, true, false]);
    expect(findOptions()[2]?.labels?.[0]?.textContent).to.contain('Expired 01/24');
  });

  it('the security code is cleared when the shopper chooses another saved card', async () => {
    await showForm(setSavedCards);
    await type('cc-csc', '12');
    findOptions()[1]?.click();
    await host.updateComplete;
    expect(host.findField('cc-csc').value).to.equal('');
    expect(host.findField('cc-csc').placeholder).to.equal('1234');
    findOptions()[3]?.click();
    await host.updateComplete;
    expect([...host.renderRoot.querySelectorAll('.control input')].length).to.equal(4);
    findOptions()[0]?.click();
    await host.updateComplete;
    expect([...host.renderRoot.querySelectorAll('.control input')].length).to.equal(1);
  });
});

describe('a saved card', () => {
  it('a saved card of an unknown brand is shown with its last digits', async () => {
    await showForm((cardHost) => {
      const newer = { id: 'n1', brand: 'rupay', last4: '1111', expiry: null } as unknown as SavedCard;
      cardHost.cardTerms = { ...cardHost.cardTerms, savedCards: [newer] };
    });
    expect(host.renderRoot.textContent.replace(/\s+/g, ' ')).to.contain('•••• 1111');
  });

  it('invalid saved cards and test cards are not shown, and the valid ones are', async () => {
    const withInvalidCards: unknown = [null, 7, { id: 's9', brand: 'visa' }, ...savedCards];
    const invalidTestCards: unknown = [null, { number: 4111 }];
    await showForm((cardHost) => {
      // A server of another version may send such values.
      cardHost.cardTerms = {
        ...cardHost.cardTerms,
        savedCards: withInvalidCards as typeof savedCards,
        testCards: invalidTestCards as NonNullable<typeof cardHost.cardTerms.testCards>,
      };
    });
    expect(host.renderRoot.querySelectorAll('.saved-cards [name=card]').length).to.equal(
      savedCards.length + 1,
    );
    expect(host.renderRoot.querySelector('.test-cards')).to.equal(null);
  });

  it('if the chosen saved card is removed, no other saved card is chosen, and a new card is required', async () => {
    await showForm((cardHost) => {
      cardHost.cardTerms = { ...cardHost.cardTerms, savedCards };
    });
    host.form.chooseSaved('s2');
    await host.updateComplete;
    await type('cc-csc', '1234');
    host.cardTerms = { ...host.cardTerms, savedCards: savedCards.filter(({ id }) => id !== 's2') };
    host.requestUpdate();
    await host.updateComplete;
    expect(host.form.savedCard).to.equal(null);
    await pay();
    expect(host.readError('cc-number')).not.to.equal('');
  });
});

describe('test cards of a sandbox', () => {
  it('the test cards of a sandbox are in a collapsed section, and a click on one fills in the card form', async () => {
    await showForm((cardHost) => {
      cardHost.cardTerms = {
        ...cardHost.cardTerms,
        testCards: [
          { brand: 'visa', label: 'Approved', number: '4000000000000002', securityCode: '123' },
          { brand: 'visa', label: 'Declined', number: '4000000000000119', securityCode: '123' },
          { brand: 'amex', label: 'Approved', number: '370000000000002', securityCode: '1234' },
          { brand: 'amex', label: 'Declined', number: '370000000000119', securityCode: '1234' },
        ],
      };
    });
    expect(host.renderRoot.textContent).to.contain('Sandbox: no real money');
    const row = host.renderRoot.querySelector<HTMLDetailsElement>('.test-cards');
    expect(row?.open).to.equal(false);
    row?.querySelector('summary')?.click();
    expect(row?.open).to.equal(true);
    const clickButton = async (name: string): Promise<void> => {
      const buttons = [...host.renderRoot.querySelectorAll<HTMLElement>('.chip')];
      buttons.find((button) => button.textContent.trim() === name)?.click();
      await host.updateComplete;
    };
    await clickButton('Declined');
    expect(host.findField('cc-number').value).to.equal('4000 0000 0000 0119');
    // Two years after the date of the host.
    expect(host.form.values['cc-exp']).to.equal('12 / 28');
    await clickButton('American Express');
    expect(host.findField('cc-number').value).to.equal('3700 000000 00119');
    expect(host.findField('cc-csc').value).to.equal('1234');
    await clickButton('Approved');
    expect(host.findField('cc-number').value).to.equal('3700 000000 00002');
    // The row stays open for the next outcome.
    expect(row?.open).to.equal(true);
  });

  it('the card form shows no test cards if the server sends none', async () => {
    await showForm();
    expect(host.renderRoot.querySelector('.test-cards')).to.equal(null);
  });
});
