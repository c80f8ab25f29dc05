// What is loaded when a channel that is paid by card is chosen.
export { CardForm } from './form.ts';
export { cardPanel } from './panel.ts';
export { sendCard } from './send.ts';
export { cardStyles as styles } from './styles.ts';
