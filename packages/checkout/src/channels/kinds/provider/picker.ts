import type { StorefrontBank } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { Announcement } from '../../../element/announcer.ts';
import type { Localize } from '../../../locales/localize.ts';
import type { BankCategory, CheckoutState, ReadyBankList } from '../../../state/checkout-state.ts';
import type { CheckoutActions, CheckoutView } from '../../../state/view.ts';
import { circle, renderIcon, type Icon } from '../../../ui/icon.ts';
import { renderLogo } from '../../../ui/logo.ts';
import { getBanksInCategory, hasBothCategories } from './bank-list.ts';
import { getListTextId } from './list-texts.ts';
import { markMatch, findMatchedAlias, searchBanks } from './search/search.ts';

/** A list with fewer banks has no search field. */
const minBanksForSearch = 7;

/** More banks than this may not fit into the list without scrolling. */
const maxBanksWithoutScrolling = 4;

/** The list is at its end from this distance on, because a scroll position can be a fraction of a pixel. */
const scrollTolerancePx = 4;

const banIcon: Icon = { name: 'ban', path: `${circle}M5.7 5.7l12.6 12.6` };

/** The banks of a channel, with a search field and a choice of the category. */
export function renderBankPicker(view: CheckoutView, list: ReadyBankList): TemplateResult {
  return html`${hasBothCategories(list.banks) ? renderCategories(view) : nothing}${
    list.banks.length >= minBanksForSearch ? renderSearch(view) : nothing
  }${renderResults(view, list)}`;
}

/** The choice between personal and business banks. */
function renderCategories({ state, localize, actions }: CheckoutView): TemplateResult {
  const renderOption = (category: BankCategory): TemplateResult =>
    html`<label class="category">
      <input
        type="radio"
        name="category"
        .value=${category}
        .checked=${state.category === category}
        ?disabled=${state.phase.name !== 'choosing'}
        @change=${() => actions.changeInput({ type: 'choose-category', category })}
      /><span>${localize.text(`bank.${category}`)}</span>
    </label>`;
  return html`<fieldset class="categories" part="bank-category">
    <legend class="visually-hidden">${localize.text('bank.category')}</legend>
    ${renderOption('personal')}${renderOption('business')}
  </fieldset>`;
}

function renderSearch({ state, localize, actions }: CheckoutView): TemplateResult {
  return html`<div class="search">
    ${renderIcon('search')}
    <input
      type="search"
      id="search"
      part="search input"
      autocomplete="off"
      spellcheck="false"
      .enterKeyHint=${'search'}
      aria-label=${localize.text(getListTextId(state, 'search'))}
      aria-controls="banks"
      placeholder=${localize.text(getListTextId(state, 'search'))}
      .value=${state.query}
      @input=${({ target }: Event) => target instanceof HTMLInputElement && actions.changeInput({ type: 'search', query: target.value })}
      @keydown=${(event: KeyboardEvent & { readonly currentTarget: Element }) => onSearchKey(event, state, actions)}
    />
    ${
      state.query
        ? html`<button
            type="button"
            class="clear"
            part="search-clear"
            aria-label=${localize.text('bank.clear')}
            @click=${(event: Event) => clearSearch(event, actions)}
          >
            ${renderIcon('cross')}
          </button>`
        : nothing
    }
  </div>`;
}

/** The whole list and the results of a search use one template, so that Lit reuses the rows. */
function renderResults(view: CheckoutView, list: ReadyBankList): TemplateResult {
  const { state, localize, actions } = view;
  const banks = getBanksInCategory(list, state.category);
  const isSearch = state.query.trim() !== '';
  const recent = isSearch ? undefined : banks.find((bank) => bank.id === list.recentId);
  const rows = isSearch ? searchBanks(banks, state.query) : banks.filter((bank) => bank !== recent);
  const choose = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement)
      actions.changeInput({ type: 'choose-bank', bankId: target.value });
  };
  return html`<div id="banks" @change=${choose}>
    ${
      recent
        ? html`${renderGroupHeading(localize.text('bank.recent'))}
            <div class="bank-box recent">${renderRow(view, recent, 0)}</div>
            ${renderGroupHeading(localize.text(getListTextId(state, 'all')), localize.number(rows.length))}`
        : isSearch && rows.length > 0
          ? renderGroupHeading(localize.text(getListTextId(state, 'count'), { n: rows.length }))
          : nothing
    }${rows.length === 0 && isSearch ? renderNoMatch(view) : renderScrollableList(view, rows)}
  </div>`;
}

function renderGroupHeading(text: string, count = ''): TemplateResult {
  return html`<div class="bank-group" part="bank-group"><span>${text}</span><span>${count}</span></div>`;
}

function renderNoMatch({ state, localize, actions }: CheckoutView): TemplateResult {
  return html`<div class="no-match">
    <p>${localize.rich(getListTextId(state, 'none'), { query: state.query.trim() })}</p>
    <button
      type="button"
      class="text-button"
      part="button-text"
      @click=${(event: Event) => clearSearch(event, actions)}
    >
      ${localize.text('bank.clear')}
    </button>
  </div>`;
}

/** A scrollable list. A gradient at its end is shown until the shopper scrolls there. */
function renderScrollableList(view: CheckoutView, banks: readonly StorefrontBank[]): TemplateResult {
  return html`<div class="bank-box">
    <div
      class="bank-list ${banks.length > maxBanksWithoutScrolling ? 'scrollable' : ''}"
      part="bank-list"
      @scroll=${markScrollEnd}
    >
      ${banks.map((bank, index) => renderRow(view, bank, index))}
    </div>
  </div>`;
}

function renderRow(view: CheckoutView, bank: StorefrontBank, index: number): TemplateResult {
  const { state, localize } = view;
  const isChosen = state.bankId === bank.id;
  const isDisabled = bank.status !== 'available' || (state.phase.name !== 'choosing' && !isChosen);
  const id = `bank-${bank.id}`;
  const alias = state.query === '' ? null : findMatchedAlias(bank, state.query);
  const descriptionIds = [
    ...(state.invalid === 'bank' ? ['bank-error'] : []),
    ...(bank.status === 'available' ? [] : [`${id}-status`]),
  ];
  return html`<label
    class="bank ${isChosen ? 'chosen' : ''} ${isDisabled ? 'disabled' : ''}"
    part="bank${isChosen ? ' bank-selected' : ''}${isDisabled ? ' bank-disabled' : ''}"
  >
    <input
      type="radio"
      name="bank"
      part="radio"
      .value=${bank.id}
      .checked=${isChosen}
      ?disabled=${isDisabled}
      aria-labelledby=${id}
      aria-describedby=${ifDefined(descriptionIds.join(' ') || undefined)}
      aria-invalid=${ifDefined(state.invalid === 'bank' ? 'true' : undefined)}
    />
    ${renderLogo(bank.displayName, bank.imageUrl, index)}
    <span class="names">
      <span class="bank-name" part="bank-name" id=${id}
        ><bdi>${highlightMatch(view, bank.displayName)}</bdi></span
      >${alias === null ? nothing : html`<span class="hint"><bdi>${highlightMatch(view, alias)}</bdi></span>`}
      ${
        bank.status === 'available'
          ? nothing
          : html`<span class="bank-status" part="bank-status" id="${id}-status"
              >${renderIcon(bank.status === 'offline' ? banIcon : 'clock')}${localize.text(
                bank.status === 'offline' ? 'bank.offline' : 'bank.maintenance',
              )}</span
            >`
      }
    </span>
  </label>`;
}

/** Clears the search. The button that was clicked is removed, so the focus moves to the search field. */
function clearSearch({ currentTarget }: Event, actions: CheckoutActions): void {
  actions.changeInput({ type: 'search', query: '' });
  const root = currentTarget instanceof Element && currentTarget.getRootNode();
  if (root instanceof ShadowRoot) root.querySelector<HTMLElement>('#search')?.focus();
}

function highlightMatch({ state }: CheckoutView, name: string): unknown {
  // Lit creates fewer nodes for a text than for a list with one text.
  if (state.query === '') return name;
  return markMatch(name, state.query).map(({ text, isMatch }) =>
    isMatch ? html`<mark>${text}</mark>` : text,
  );
}

/** Sets the attribute `data-end` of the list while it is scrolled to its end. */
function markScrollEnd({ currentTarget }: Event): void {
  if (!(currentTarget instanceof Element)) return;
  const remainingPx = currentTarget.scrollHeight - currentTarget.clientHeight - currentTarget.scrollTop;
  currentTarget.toggleAttribute('data-end', remainingPx < scrollTolerancePx);
}

/**
 * Handles the keys of the bank search:
 *
 * - Down focuses the first available bank without choosing it.
 * - Enter chooses the bank if exactly one available bank matches. Enter never submits the form.
 * - Escape clears the search. If the field is empty, the page handles Escape.
 */
function onSearchKey(
  event: KeyboardEvent & { readonly currentTarget: Element },
  state: CheckoutState,
  actions: CheckoutActions,
): void {
  const root = event.currentTarget.getRootNode();
  if (!(root instanceof ShadowRoot)) return;
  if (event.key === 'ArrowDown') {
    event.preventDefault();
    root.querySelector<HTMLElement>('input[name="bank"]:enabled')?.focus();
  } else if (event.key === 'Escape' && state.query !== '') {
    event.preventDefault();
    event.stopPropagation();
    actions.changeInput({ type: 'search', query: '' });
  } else if (event.key === 'Enter') {
    event.preventDefault();
    const bankId = findOnlyMatch(state);
    if (bankId === null) return;
    actions.changeInput({ type: 'choose-bank', bankId });
    root.querySelector<HTMLElement>('input[name="bank"]:enabled')?.focus();
  }
}

/** Returns the id of the available bank that matches the search; null if there is none or more than one. */
function findOnlyMatch({ banks, channelId, query, category }: CheckoutState): string | null {
  const list = channelId === null ? undefined : banks[channelId];
  if (list?.status !== 'ready' || query.trim() === '') return null;
  const matches = searchBanks(getBanksInCategory(list, category), query).filter(
    (bank) => bank.status === 'available',
  );
  return matches.length === 1 ? (matches[0]?.id ?? null) : null;
}

/** The announcement waits for this time, so that it is not repeated for every letter. */
const typingDelayMs = 500;

/** Announces the number of banks when the list is loaded, and when the search or the category changes. */
export function announceBanks(
  before: CheckoutState,
  after: CheckoutState,
  localize: Localize,
): Announcement | null {
  const { channelId, query, category } = after;
  const list = channelId === null ? undefined : after.banks[channelId];
  const listBefore = channelId === null ? undefined : before.banks[channelId];
  const isTyping = query !== before.query;
  if (list?.status !== 'ready') return null;
  if (listBefore?.status === 'ready' && !isTyping && category === before.category) return null;
  // The text is a function, so that it is created after the banks are rendered. The creation of the first
  // Intl.PluralRules of a page is slow.
  const text = (): string =>
    localize.text(getListTextId(after, 'count'), {
      n: searchBanks(getBanksInCategory(list, category), query).length,
    });
  return { text, role: 'status', ...(isTyping && { delayMs: typingDelayMs }) };
}
