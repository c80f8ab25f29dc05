// The data of every contestant: 20 channels, the first one with 20 banks. The names are invented.

export const orderId = 'B-1';
export const order = { amount: 12890, currencyCode: 'MYR', description: 'Three bags of coffee' };

const wallets = ['Kilat', 'Sentuh', 'Pasar', 'Lompat', 'Riak', 'Bintang', 'Ansur', 'Rimba', 'Selat'];

export const channels = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  name:
    index === 0
      ? 'FPX online banking'
      : index === 1
        ? 'Credit or debit card'
        : `${wallets[index % wallets.length]} Pay ${index}`,
  type: index === 0 ? 'OnlineBanking' : index === 1 ? 'CreditCard' : 'EWallet',
  isProviderHostChannel: index === 0,
  imageUrl: `/logos/${index + 1}.svg`,
  groupName: index === 0 ? 'Online banking' : index === 1 ? 'Cards' : 'E-wallets',
  currencyList: [{ acceptedCurrencyCode: 'MYR', minRequestAmount: 1, maxRequestAmount: 30000, surcharge: 0 }],
}));

export const banks = Array.from({ length: 20 }, (_, index) => ({
  id: `BANK${index + 1}`,
  name: `Bank Number ${index + 1} Berhad`,
  displayName: `Bank ${String.fromCodePoint(65 + index)}ngsana`,
  imageUrl: `/logos/${index + 21}.svg`,
  status: 1,
}));

/** A square logo as an SVG. Each logo is a separate file. */
export function logo(number) {
  const hue = (number * 37) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" rx="9" fill="hsl(${hue} 60% 35%)"/><circle cx="18" cy="18" r="9" fill="#fff"/></svg>`;
}
