import { html, type Html, type TemplateValue } from '@pgw/protocol/html';

/** A whole HTML document. */
export interface DocumentView {
  /** The language tag, such as `en-MY`. */
  readonly language: string;
  readonly title: string;
  /** The content of `<head>` after the title, such as the style sheets. */
  readonly head: TemplateValue;
  /** The classes of the body. Default: none. */
  readonly layout?: string | undefined;
  /** Content before the link that skips to `#content`, such as a notice. */
  readonly top?: TemplateValue;
  readonly body: TemplateValue;
  /** The text of the link to `#content`. Default: English. */
  readonly skipText?: string | undefined;
  /** True to let search engines list the page. Default: false. */
  readonly isPublic?: boolean | undefined;
}

/** Renders a document. Its body has an element with the id `content`. */
export function renderDocument(view: DocumentView): Html {
  const { language, title, head, layout, top, body, skipText = 'Skip to content', isPublic = false } = view;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${!isPublic && html`<meta name="robots" content="noindex" />`}
        <title>${title}</title>
        ${head}
      </head>
      <body${layout !== undefined && html` class="${layout}"`}>
        ${top} <a class="skip" href="#content">${skipText}</a> ${body}
      </body>
    </html>`;
}
