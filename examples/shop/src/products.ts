import type { Option, Product } from './catalogue.ts';

function sizes(small: number, medium: number, large: number): Option {
  return {
    id: 'size',
    label: 'Size',
    choices: [
      { id: '250g', label: '250 g', price: small },
      { id: '500g', label: '500 g', price: medium },
      { id: '1kg', label: '1 kg', price: large },
    ],
  };
}

const grind: Option = {
  id: 'grind',
  label: 'Grind',
  choices: [
    { id: 'whole-bean', label: 'Whole bean' },
    { id: 'filter', label: 'Filter', lineLabel: 'Ground for filter' },
    { id: 'espresso', label: 'Espresso', lineLabel: 'Ground for espresso' },
  ],
};

/** What the shop sells. Prices are in sen. */
export const products: readonly Product[] = [
  {
    slug: 'cameron-dark',
    name: 'Cameron Dark',
    category: 'beans',
    sentence: 'Cocoa, palm sugar and a long, smooth finish. Roasted on Mondays in Ringlet.',
    price: 3800,
    picture: 'cameron-dark.svg',
    options: [sizes(3800, 7200, 13600), grind],
  },
  {
    slug: 'rimba-house',
    name: 'Rimba House',
    category: 'beans',
    sentence: 'Our everyday coffee: toasted hazelnut, ripe banana, a clean cup at any strength.',
    price: 3490,
    picture: 'rimba-house.svg',
    options: [sizes(3490, 6600, 12400), grind],
  },
  {
    slug: 'hutan-light',
    name: 'Hutan Light',
    category: 'beans',
    sentence: 'Jasmine, pomelo and honey from one small plot at 1,500 metres.',
    price: 4600,
    picture: 'hutan-light.svg',
    options: [sizes(4600, 8800, 16800), grind],
    stock: 3,
  },
  {
    slug: 'liberica-johor',
    name: 'Liberica Johor',
    category: 'beans',
    sentence: 'Jackfruit, smoke and dark chocolate. The harvest is small, and soon gone.',
    price: 4200,
    picture: 'liberica-johor.svg',
    options: [sizes(4200, 8000, 15200), grind],
    stock: 0,
  },
  {
    slug: 'enamel-mug',
    name: 'Enamel mug',
    category: 'brewing',
    sentence: 'Holds 350 ml, survives every campsite, and warms your hands.',
    price: 1200,
    picture: 'mug-green.svg',
    options: [
      {
        id: 'colour',
        label: 'Colour',
        choices: [
          { id: 'green', label: 'Forest green', picture: 'mug-green.svg' },
          { id: 'cream', label: 'Cream', picture: 'mug-cream.svg' },
          { id: 'brick', label: 'Brick', picture: 'mug-brick.svg' },
        ],
      },
    ],
  },
  {
    slug: 'clay-dripper',
    name: 'Clay dripper',
    category: 'brewing',
    sentence: 'Thrown by hand in Ayer Hitam. Makes one cup, or two small ones.',
    price: 5800,
    picture: 'clay-dripper.svg',
    options: [],
  },
  {
    slug: 'paper-filters',
    name: 'Paper filters',
    category: 'brewing',
    sentence: 'Unbleached cones that fit our dripper and most others.',
    price: 950,
    picture: 'paper-filters.svg',
    options: [
      {
        id: 'size',
        label: 'Pack',
        choices: [
          { id: '40', label: 'Pack of 40', price: 950 },
          { id: '100', label: 'Pack of 100', price: 1990 },
        ],
      },
    ],
  },
];
