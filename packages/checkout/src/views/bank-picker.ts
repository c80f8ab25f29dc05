import type { StorefrontBank } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { banksShown, hasBothCategories } from '../bank-list.ts';
import { markMatch, matchedAlias, searchBanks } from '../bank-search.ts';
import { searchKey } from '../search-key.ts';
import type { BankCategory, BankList } from '../state.ts';
import { icon } from './icon.ts';
import { logo } from './logo.ts';
import type { LifeView } from './view.ts';

/** From this many banks on there is a search field. */
const searchFrom = 7;

type ReadyList = Extract<BankList, { status: 'ready' }>;

/** The banks of a channel, with what finds one among many. */
export function bankPicker(view: LifeView, list: ReadyList): TemplateResult {
  return html`${hasBothCategories(list.banks) ? categories(view) : nothing}${
    list.banks.length >= searchFrom ? search(view) : nothing
  }${found(view, list)}`;
}

/** Personal or business: only where the channel has both kinds, and the shop did not settle on one. */
function categories({ state, say, act }: LifeView): TemplateResult {
  const option = (category: BankCategory): TemplateResult =>
    html`<label class="kind">
      <input
        type="radio"
        name="category"
        .value=${category}
        .checked=${state.category === category}
        ?disabled=${state.phase.name !== 'choosing'}
        @change=${() => act.chooseCategory(category)}
      /><span>${say.text(`bank.${category}`)}</span>
    </label>`;
  return html`<fieldset class="kinds" part="bank-category">
    <legend class="heard">${say.text('bank.category')}</legend>
    ${option('personal')}${option('business')}
  </fieldset>`;
}

function search({ state, say, act }: LifeView): TemplateResult {
  return html`<div class="search">
    ${icon('search')}
    <input
      type="search"
      id="search"
      part="search input"
      autocomplete="off"
      spellcheck="false"
      .enterKeyHint=${'search'}
      aria-label=${say.text('bank.search')}
      aria-controls="banks"
      placeholder=${say.text('bank.search')}
      .value=${state.query}
      @input=${(event: Event) => event.target instanceof HTMLInputElement && act.search(event.target.value)}
      @keydown=${(event: KeyboardEvent & { readonly currentTarget: Element }) => searchKey(event, state, act)}
    />
    ${
      state.query
        ? html`<button
            type="button"
            class="clear"
            part="search-clear"
            aria-label=${say.text('bank.clear')}
            @click=${() => act.search('')}
          >
            ${icon('cross')}
          </button>`
        : nothing
    }
  </div>`;
}

/** One template for the whole list and for what a search leaves of it, so that rows are kept from key to key. */
function found(view: LifeView, list: ReadyList): TemplateResult {
  const { state, say, act } = view;
  const banks = banksShown(list, state.category);
  const isSearch = state.query.trim() !== '';
  const recent = isSearch ? undefined : banks.find((bank) => bank.id === list.recentId);
  const rows = isSearch ? searchBanks(banks, state.query) : banks.filter((bank) => bank !== recent);
  const choose = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement) act.chooseBank(target.value);
  };
  return html`<div id="banks" @change=${choose}>
    ${
      recent
        ? html`${heading(say.text('bank.recent'))}
            <div class="bank-box recent">${row(view, recent, 0)}</div>
            ${heading(say.text('bank.all'), say.number(rows.length))}`
        : isSearch && rows.length > 0
          ? heading(say.text('bank.count', { n: rows.length }))
          : nothing
    }${rows.length === 0 && isSearch ? noMatch(view) : box(view, rows)}
  </div>`;
}

function heading(text: string, count = ''): TemplateResult {
  return html`<div class="bank-group" part="bank-group"><span>${text}</span><span>${count}</span></div>`;
}

function noMatch({ state, say, act }: LifeView): TemplateResult {
  return html`<div class="no-match">
    <p>${say.rich('bank.none', { query: state.query.trim() })}</p>
    <button type="button" class="text" part="button-text" @click=${() => act.search('')}>
      ${say.text('bank.clear')}
    </button>
  </div>`;
}

/** A list in a scroll box, faded where it is cut. */
function box(view: LifeView, banks: readonly StorefrontBank[]): TemplateResult {
  return html`<div class="bank-box">
    <div class="bank-list ${banks.length > 4 ? 'long' : ''}" part="bank-list" @scroll=${showEnd}>
      ${banks.map((bank, at) => row(view, bank, at))}
    </div>
  </div>`;
}

function row(view: LifeView, bank: StorefrontBank, at: number): TemplateResult {
  const { state, say } = view;
  const isChosen = state.bankId === bank.id;
  const isOut = bank.status !== 'available' || (state.phase.name !== 'choosing' && !isChosen);
  const id = `bank-${bank.id}`;
  const alias = state.query === '' ? null : matchedAlias(bank, state.query);
  const described = [state.invalid === 'bank' && 'bank-error', bank.status !== 'available' && `${id}-status`];
  return html`<label
    class="bank ${isChosen ? 'chosen' : ''} ${isOut ? 'out' : ''}"
    part="bank${isChosen ? ' bank-selected' : ''}${isOut ? ' bank-disabled' : ''}"
  >
    <input
      type="radio"
      name="bank"
      part="radio"
      .value=${bank.id}
      .checked=${isChosen}
      ?disabled=${isOut}
      aria-labelledby=${id}
      aria-describedby=${ifDefined(described.filter(Boolean).join(' ') || undefined)}
      aria-invalid=${ifDefined(state.invalid === 'bank' ? 'true' : undefined)}
    />
    ${logo(bank.displayName, bank.imageUrl, at >= 8)}
    <span class="names">
      <span class="bank-name" part="bank-name" id=${id}><bdi>${marked(view, bank.displayName)}</bdi></span
      >${alias === null ? nothing : html`<span class="hint"><bdi>${marked(view, alias)}</bdi></span>`}
      ${
        bank.status === 'available'
          ? nothing
          : html`<span class="bank-status" part="bank-status" id="${id}-status"
              >${bank.status === 'offline' ? icon('ban') : icon('clock')}${say.text(
                bank.status === 'offline' ? 'bank.offline' : 'bank.maint',
              )}</span
            >`
      }
    </span>
  </label>`;
}

function marked({ state }: LifeView, name: string): unknown {
  // Most of the time nobody searches: a text is a quarter of the nodes of a list of one.
  if (state.query === '') return name;
  return markMatch(name, state.query).map(({ text, isMatch }) =>
    isMatch ? html`<mark>${text}</mark>` : text,
  );
}

function showEnd({ currentTarget }: Event): void {
  if (!(currentTarget instanceof Element)) return;
  const left = currentTarget.scrollHeight - currentTarget.clientHeight - currentTarget.scrollTop;
  currentTarget.toggleAttribute('data-end', left < 4);
}
