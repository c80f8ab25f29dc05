import type { CardDetails, CardKey, CardRequest, CardTerms, SavedCard, TestCard } from '@pgw/protocol';
import type { ReactiveController, ReactiveControllerHost } from '../reactive-element.ts';
import { shape, type Is } from '../answers.ts';
import { browserCrypto } from '../browser-crypto.ts';
import { ruleOf, ruleOfBrand, type CardRule } from './brands.ts';
import { complaintOf, type CardComplaint, type CardField, type CardValues } from './check.ts';
import { digitsOf } from './digits.ts';
import { isExpired, readExpiry, retypeExpiry, settleExpiry } from './expiry.ts';
import { grouped, retype, type Retyped, type Typed } from './retype.ts';
import { seal } from './seal.ts';

const none: CardValues = { 'cc-number': '', 'cc-exp': '', 'cc-csc': '', 'cc-name': '' };
const ofNewCard: readonly CardField[] = ['cc-number', 'cc-exp', 'cc-csc', 'cc-name'];
const ofSavedCard: readonly CardField[] = ['cc-csc'];

const isSavedCard = shape('id last4 brand? expiry?') as Is<SavedCard>;
const isTestCard = shape('number securityCode brand label') as Is<TestCard>;

export interface CardFormOptions {
  /** What the chosen channel wants of a card; asked anew whenever it matters. */
  readonly terms: () => CardTerms;
  readonly merchant: () => string;
  readonly now?: () => Date;
  /** Undefined on a page that is not secure: then no card can be paid with. */
  readonly subtle?: () => SubtleCrypto | undefined;
}

/**
 * The card that a shopper types: the only place that holds it. It never enters the state of the checkout, an attribute, an
 * event, storage or a log, and leaves only sealed.
 */
export class CardForm implements ReactiveController {
  #values: CardValues = none;
  #complaints: Partial<Record<CardField, CardComplaint>> = {};
  /** Changed since they were entered: looked at when they are left. */
  readonly #changed = new Set<CardField>();
  #isPressed = false;
  /** Null: a new card; undefined: not chosen, which is the newest saved one. */
  #savedId: string | null | undefined;
  #isKept = false;
  /** Left while a pointer is down: looked at once it is up, so that nothing moves away under it. */
  readonly #left = new Set<CardField>();
  #isPointerDown = false;
  readonly #host: ReactiveControllerHost;
  readonly #options: Required<CardFormOptions>;

  constructor(host: ReactiveControllerHost, options: CardFormOptions) {
    this.#host = host;
    this.#options = { now: () => new Date(), subtle: browserCrypto, ...options };
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#forget);
    addEventListener('pointerdown', this.#pointerDown, true);
    addEventListener('pointerup', this.#pointerUp, true);
    addEventListener('pointercancel', this.#pointerUp, true);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.#forget);
    removeEventListener('pointerdown', this.#pointerDown, true);
    removeEventListener('pointerup', this.#pointerUp, true);
    removeEventListener('pointercancel', this.#pointerUp, true);
    this.#forget();
  }

  /** As the server sent them, without cards that can't be drawn. */
  get terms(): CardTerms {
    const terms = this.#options.terms();
    const { savedCards, testCards } = terms;
    return {
      ...terms,
      savedCards: savedCards.filter(isSavedCard),
      testCards: Array.isArray(testCards) ? testCards.filter(isTestCard) : undefined,
    };
  }

  get merchant(): string {
    return this.#options.merchant();
  }

  get values(): CardValues {
    return this.#values;
  }

  complaint(field: CardField): CardComplaint | null {
    return this.#complaints[field] ?? null;
  }

  /** The saved card that is to be paid with, or null for a new one. */
  get savedCard(): SavedCard | null {
    const usable = this.terms.savedCards.filter((card) => !this.isExpired(card));
    const card = this.#savedId === undefined ? usable[0] : usable.find(({ id }) => id === this.#savedId);
    return card ?? null;
  }

  isExpired({ expiry }: SavedCard): boolean {
    const date = expiry === null ? null : readExpiry(expiry);
    return date !== null && isExpired(date, this.#options.now());
  }

  /** What is known of the card in hand. */
  get rule(): CardRule {
    const saved = this.savedCard;
    return saved ? ruleOfBrand(saved.brand) : ruleOf(digitsOf(this.#values['cc-number']));
  }

  /** Whether the shopper ticked that the card be kept. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** Whether a card can be sealed here at all; else the gateway's page asks for it. */
  get isSecure(): boolean {
    return this.#options.subtle() !== undefined;
  }

  /** Takes what was typed and gives what is to stand there. */
  type(field: CardField, typed: Typed): Retyped {
    const retyped = formats[field](typed);
    // What is typed belongs to this card, should the saved ones change meanwhile.
    this.#savedId = this.savedCard?.id ?? null;
    this.#changed.add(field);
    this.#set(field, retyped.text);
    if (this.#complaints[field]) this.#look(field);
    // Another brand may want another code.
    if (field === 'cc-number' && this.#complaints['cc-csc']) this.#look('cc-csc');
    return retyped;
  }

  /** A field that was changed and left is looked at; an empty one complains only once Pay was pressed. */
  leave(field: CardField): void {
    this.#left.add(field);
    if (!this.#isPointerDown) this.#lookAtLeft();
  }

  chooseSaved(id: string | null): void {
    if (id === (this.savedCard?.id ?? null)) return;
    this.#savedId = id;
    this.#isPressed = false;
    this.#complaints = {};
    this.#set('cc-csc', '');
  }

  keep(isKept: boolean): void {
    this.#isKept = isKept;
  }

  /** Fills in a card of a sandbox. */
  fill({ number, securityCode }: TestCard): void {
    const year = String(this.#options.now().getFullYear() + 2).slice(2);
    this.#savedId = null;
    this.#complaints = {};
    this.#values = {
      'cc-number': grouped(number, ruleOf(number).groups),
      'cc-exp': `12 / ${year}`,
      'cc-csc': securityCode,
      'cc-name': this.#values['cc-name'] || 'Test Card',
    };
    this.#host.requestUpdate();
  }

  /** Looks at every field, marks what is wrong, and gives the first of them, or null. */
  validate(): CardField | null {
    if (!this.isSecure) return null;
    this.#isPressed = true;
    const asked = this.savedCard ? ofSavedCard : ofNewCard;
    for (const field of asked) this.#look(field);
    return asked.find((field) => this.#complaints[field]) ?? null;
  }

  /** Seals the card for one payment; number and code are then gone from here. Rejects where it can't be sealed. */
  async seal(key: CardKey, reference: string): Promise<CardRequest> {
    const subtle = this.#options.subtle();
    const card = this.#details();
    const save = this.#isKept && this.terms.canSave && this.savedCard === null;
    this.clear();
    if (subtle === undefined) throw new Error('This page is not secure: a card can’t be encrypted here.');
    return { card: await seal(card, { key, reference, subtle }), save };
  }

  /** The shop's server takes no cards of this brand, whatever the session said: another card is asked for. */
  refuse({ name }: CardRule): void {
    this.#savedId = null;
    this.#complaints = { 'cc-number': { id: 'e.brand', words: { merchant: this.merchant, brand: name } } };
    this.#host.requestUpdate();
  }

  /** Number and code are asked for again; expiry date and name stay. */
  clear(): void {
    this.#isPressed = false;
    this.#complaints = {};
    this.#changed.clear();
    this.#left.clear();
    this.#values = { ...this.#values, 'cc-number': '', 'cc-csc': '' };
    this.#host.requestUpdate();
  }

  readonly #forget = (): void => {
    this.clear();
    this.#values = none;
    this.#isKept = false;
  };

  readonly #pointerDown = (): void => {
    this.#isPointerDown = true;
  };

  readonly #pointerUp = (): void => {
    this.#isPointerDown = false;
    // The click comes right behind.
    setTimeout(() => this.#lookAtLeft());
  };

  #lookAtLeft(): void {
    for (const field of this.#left) {
      if (!this.#changed.delete(field) || this.#values[field].trim() === '') continue;
      if (field === 'cc-exp') this.#set(field, settleExpiry(this.#values[field]));
      this.#look(field);
    }
    this.#left.clear();
  }

  #look(field: CardField): void {
    const { [field]: _gone, ...others } = this.#complaints;
    const isSpared = this.#values[field].trim() === '' && !this.#isPressed;
    const complaint = isSpared ? null : complaintOf(field, this.#values, this.#checks());
    this.#complaints = complaint ? { ...others, [field]: complaint } : others;
    this.#host.requestUpdate();
  }

  #checks(): Parameters<typeof complaintOf>[2] {
    const { now } = this.#options;
    return { brands: this.terms.brands, merchant: this.merchant, now: now(), rule: this.rule };
  }

  #set(field: CardField, text: string): void {
    this.#values = { ...this.#values, [field]: text };
    this.#host.requestUpdate();
  }

  #details(): CardDetails {
    const securityCode = digitsOf(this.#values['cc-csc']);
    const saved = this.savedCard;
    if (saved) return { savedCardId: saved.id, securityCode };
    const expiry = readExpiry(this.#values['cc-exp']);
    return {
      number: digitsOf(this.#values['cc-number']),
      expiryMonth: expiry?.month,
      expiryYear: expiry?.year,
      holderName: this.#values['cc-name'].trim(),
      securityCode,
    };
  }
}

/** How each field writes what is typed into it. */
const formats: Readonly<Record<CardField, (typed: Typed) => Retyped>> = {
  'cc-number': (typed) => retype(typed, (digits) => grouped(digits, ruleOf(digits).groups)),
  'cc-exp': retypeExpiry,
  'cc-csc': (typed) => retype(typed, (digits) => digits),
  'cc-name': ({ text, caret }) => ({ text, caret }),
};
