import type { CardDetails, CardKey, CardTerms, SavedCard, TestCard } from '@pgw/protocol';
import type { CardRequest } from '@pgw/protocol/internal';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isObjectWith, type Guard } from '../../../api/response-guards.ts';
import { findRule, findRuleByBrand, type CardRule } from './brands/brands.ts';
import { checkField, type CheckOptions, type CardError, type CardValues } from './input/checks.ts';
import { extractDigits } from './input/digits.ts';
import { encryptCard } from './encryption/encryption.ts';
import { completeExpiry, formatExpiry, isExpired, readExpiry } from './input/expiry.ts';
import { formatInput, groupDigits, type FieldInput, type FormattedInput } from './input/input-format.ts';
import { getSubtleCrypto } from './encryption/subtle-crypto.ts';
import type { CardField } from '../../../state/checkout-state.ts';

const emptyValues: CardValues = { 'cc-number': '', 'cc-exp': '', 'cc-csc': '', 'cc-name': '' };
const newCardFields: readonly CardField[] = ['cc-number', 'cc-exp', 'cc-csc', 'cc-name'];
/** The number of digits of the longest security code. */
const maxCodeLength = 4;
const savedCardFields: readonly CardField[] = ['cc-csc'];

const isSavedCard = isObjectWith('id last4 brand? expiry?') as Guard<SavedCard>;
const isTestCard = isObjectWith('number securityCode brand label') as Guard<TestCard>;

export interface CardFormOptions {
  /** The terms of the chosen channel, such as the brands that it accepts. */
  readonly cardTerms: () => CardTerms;
  readonly merchant: () => string;
  readonly now?: () => Date;
  /** Undefined on a page that is not secure. The shopper then enters the card on the gateway's page. */
  readonly subtle?: () => SubtleCrypto | undefined;
}

/** The card that a shopper types. Only this class holds it, and it is only sent encrypted. */
export class CardForm implements ReactiveController {
  #values: CardValues = emptyValues;
  #errors: Partial<Record<CardField, CardError>> = {};
  /** Fields that changed since they got the focus. The form checks them when they lose the focus. */
  readonly #changedFields = new Set<CardField>();
  #isSubmitted = false;
  /** Null for a new card. Undefined before the shopper chooses: the first usable saved card is preselected. */
  #savedId: string | null | undefined;
  #isSaving = false;
  /** Fields that lost the focus while a pointer is down. Checked after it is up, so that nothing moves under it. */
  readonly #blurredFields = new Set<CardField>();
  #isPointerDown = false;
  readonly #host: ReactiveControllerHost;
  readonly #options: Required<CardFormOptions>;

  constructor(host: ReactiveControllerHost, options: CardFormOptions) {
    this.#host = host;
    this.#options = { now: () => new Date(), subtle: getSubtleCrypto, ...options };
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#reset);
    addEventListener('pointerdown', this.#onPointerDown, true);
    addEventListener('pointerup', this.#onPointerUp, true);
    addEventListener('pointercancel', this.#onPointerUp, true);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.#reset);
    removeEventListener('pointerdown', this.#onPointerDown, true);
    removeEventListener('pointerup', this.#onPointerUp, true);
    removeEventListener('pointercancel', this.#onPointerUp, true);
    this.#reset();
  }

  /** The terms of the chosen channel, without invalid cards. */
  get cardTerms(): CardTerms {
    const cardTerms = this.#options.cardTerms();
    const { savedCards, testCards } = cardTerms;
    return {
      ...cardTerms,
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

  getError(field: CardField): CardError | null {
    return this.#errors[field] ?? null;
  }

  /** The chosen saved card; null for a new card. */
  get savedCard(): SavedCard | null {
    const usable = this.cardTerms.savedCards.filter((card) => !this.isExpired(card));
    const card = this.#savedId === undefined ? usable[0] : usable.find(({ id }) => id === this.#savedId);
    return card ?? null;
  }

  isExpired({ expiry }: SavedCard): boolean {
    const date = expiry === null ? null : readExpiry(expiry);
    return date !== null && isExpired(date, this.#options.now());
  }

  /** The rule of the card's brand. */
  get rule(): CardRule {
    const saved = this.savedCard;
    return saved ? findRuleByBrand(saved.brand) : findRule(extractDigits(this.#values['cc-number']));
  }

  /** Returns the first empty field after a field, or null. */
  findNextEmpty(field: CardField): CardField | null {
    const fields = this.#fields;
    const nextFields = fields.slice(fields.indexOf(field) + 1);
    return nextFields.find((name) => this.#values[name].trim() === '') ?? null;
  }

  /** Whether the shopper wants to save the card. */
  get isSaving(): boolean {
    return this.#isSaving;
  }

  /** Whether a card can be encrypted. Otherwise the shopper enters the card on the gateway's page. */
  get isSecure(): boolean {
    return this.#options.subtle() !== undefined;
  }

  /** Stores the input of a field. Returns the formatted text and the caret position for the field. */
  applyInput(field: CardField, input: FieldInput): FormattedInput {
    const formatted = formatters[field](input);
    // Keeps the current choice, even if the list of saved cards changes.
    this.#savedId = this.savedCard?.id ?? null;
    this.#changedFields.add(field);
    this.#setValue(field, formatted.text);
    if (this.#errors[field]) this.#checkField(field);
    // The security code of another brand may have another length.
    if (field === 'cc-number' && this.#errors['cc-csc']) this.#checkField('cc-csc');
    return formatted;
  }

  /** An empty field that loses the focus has an error only after Pay was pressed. */
  handleBlur(field: CardField): void {
    this.#blurredFields.add(field);
    if (!this.#isPointerDown) this.#checkBlurredFields();
  }

  /** Chooses a saved card, or a new card if `id` is null. */
  chooseSaved(id: string | null): void {
    if (id === (this.savedCard?.id ?? null)) return;
    this.#savedId = id;
    this.#isSubmitted = false;
    this.#errors = {};
    this.#setValue('cc-csc', '');
  }

  setSaving(isSaving: boolean): void {
    this.#isSaving = isSaving;
  }

  /** Fills in a test card of the sandbox. */
  fillTestCard({ number, securityCode }: TestCard): void {
    const year = String(this.#options.now().getFullYear() + 2).slice(2);
    this.#savedId = null;
    this.#errors = {};
    this.#values = {
      'cc-number': groupDigits(number, findRule(number).groups),
      'cc-exp': `12 / ${year}`,
      'cc-csc': securityCode,
      'cc-name': this.#values['cc-name'] || 'Test Card',
    };
    this.#host.requestUpdate();
  }

  /** Checks all fields. Returns the first one with an error, or null. */
  validate(): CardField | null {
    if (!this.isSecure) return null;
    this.#isSubmitted = true;
    const fields = this.#fields;
    for (const field of fields) this.#checkField(field);
    return fields.find((field) => this.#errors[field]) ?? null;
  }

  /** Encrypts the card for one payment, and clears the number and the code. */
  async encrypt(key: CardKey, reference: string): Promise<CardRequest> {
    const subtle = this.#options.subtle();
    const card = this.#getCardDetails();
    const save = this.#isSaving && this.cardTerms.canSave && this.savedCard === null;
    this.clear();
    if (subtle === undefined)
      throw new Error('The card can’t be encrypted, because this page is not secure.');
    return { card: await encryptCard(card, { key, reference, subtle }), save };
  }

  /** Shows that the shop's server does not accept this brand. */
  showUnsupportedBrand({ name }: CardRule): void {
    this.#savedId = null;
    this.#errors = {
      'cc-number': { id: 'card.error.brand', values: { merchant: this.merchant, brand: name } },
    };
    this.#host.requestUpdate();
  }

  /** Clears the number and the code. Keeps the expiry date and the name. */
  clear(): void {
    this.#isSubmitted = false;
    this.#errors = {};
    this.#changedFields.clear();
    this.#blurredFields.clear();
    this.#values = { ...this.#values, 'cc-number': '', 'cc-csc': '' };
    this.#host.requestUpdate();
  }

  get #fields(): readonly CardField[] {
    return this.savedCard ? savedCardFields : newCardFields;
  }

  readonly #reset = (): void => {
    this.clear();
    this.#values = emptyValues;
    this.#isSaving = false;
  };

  readonly #onPointerDown = (): void => {
    this.#isPointerDown = true;
  };

  readonly #onPointerUp = (): void => {
    this.#isPointerDown = false;
    // The fields are checked after the click event, which follows.
    setTimeout(() => this.#checkBlurredFields());
  };

  #checkBlurredFields(): void {
    for (const field of this.#blurredFields) {
      if (!this.#changedFields.delete(field) || this.#values[field].trim() === '') continue;
      if (field === 'cc-exp') this.#setValue(field, completeExpiry(this.#values[field]));
      this.#checkField(field);
    }
    this.#blurredFields.clear();
  }

  #checkField(field: CardField): void {
    const { [field]: _before, ...others } = this.#errors;
    const isIgnored = this.#values[field].trim() === '' && !this.#isSubmitted;
    const error = isIgnored ? null : checkField(field, this.#values, this.#getCheckOptions());
    this.#errors = error ? { ...others, [field]: error } : others;
    this.#host.requestUpdate();
  }

  #getCheckOptions(): CheckOptions {
    const { now } = this.#options;
    return { brands: this.cardTerms.brands, merchant: this.merchant, now: now(), rule: this.rule };
  }

  #setValue(field: CardField, text: string): void {
    this.#values = { ...this.#values, [field]: text };
    this.#host.requestUpdate();
  }

  #getCardDetails(): CardDetails {
    const securityCode = extractDigits(this.#values['cc-csc']);
    const saved = this.savedCard;
    if (saved) return { savedCardId: saved.id, securityCode };
    const expiry = readExpiry(this.#values['cc-exp']);
    return {
      number: extractDigits(this.#values['cc-number']),
      expiryMonth: expiry?.month,
      expiryYear: expiry?.year,
      holderName: this.#values['cc-name'].trim(),
      securityCode,
    };
  }
}

const formatters: Readonly<Record<CardField, (input: FieldInput) => FormattedInput>> = {
  'cc-number': (input) => formatInput(input, (digits) => groupDigits(digits, findRule(digits).groups)),
  'cc-exp': formatExpiry,
  'cc-csc': (input) => formatInput(input, (digits) => digits.slice(0, maxCodeLength)),
  'cc-name': ({ text, caret }) => ({ text, caret }),
};
