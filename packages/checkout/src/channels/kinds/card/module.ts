// The content of the lazy module `cardModule`.
export { cardTexts as englishTexts } from '../../../locales/en-card.ts';
export { CardForm } from './form.ts';
export { renderCardPanel } from './panel/panel.ts';
export { sendCard } from './send.ts';
export { cardStyles as styles } from './styles.ts';
