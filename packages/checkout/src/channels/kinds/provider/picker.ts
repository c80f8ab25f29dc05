import type { StorefrontBank } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { CheckoutActions, CheckoutView } from '../../../state/view.ts';
import { circle, renderIcon, type Icon } from '../../../ui/icon.ts';
import { renderLogo } from '../../../ui/logo.ts';
import { getBanksInCategory, hasBothCategories, type ReadyBankList } from './bank-list.ts';
import { getListTextId } from './list-texts.ts';
import { onSearchKey } from './search/search-keys.ts';
import { markMatch, findMatchedAlias, searchBanks } from './search/search.ts';
import type { BankCategory } from './state.ts';

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

/**
 * The whole list, or the results of a search. Both use one template, so that Lit reuses the rows while the
 * shopper types.
 */
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
