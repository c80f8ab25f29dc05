// The part that takes a card: absent until a channel that is paid by card is chosen. What it shares with the list and Pay
// it takes from there.

// Logic
export { CardForm } from './card/card-form.ts';
export { learnMore } from './card/learn-more.ts';
export { sendCard } from './card/send.ts';

// Words
export { cardTexts as texts } from './locales/card/en.ts';

// Looks
export { cardPanel } from './card/panel.ts';
export { cardStyles as styles } from './styles/card.ts';
