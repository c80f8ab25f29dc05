// The content of the lazy module `cardModule`.
export { CardForm } from './form.ts';
export { renderCardPanel } from './panel/panel.ts';
export { sendCard } from './send.ts';
export { cardStyles as styles } from './styles.ts';
