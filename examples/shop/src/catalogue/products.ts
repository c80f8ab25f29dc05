import type { Option, Product } from './catalogue.ts';

/** Creates the option for the size of a coffee. Prices are in sen. */
function createSizeOption(small: number, medium: number, large: number): Option {
  return {
    id: 'size',
    label: 'size',
    choices: [
      { id: '250g', price: small },
      { id: '500g', price: medium },
      { id: '1kg', price: large },
    ],
  };
}

const grindOption: Option = {
  id: 'grind',
  label: 'grind',
  choices: [{ id: 'whole-bean' }, { id: 'filter' }, { id: 'espresso' }],
};

/** The products of the shop. Prices are in sen. */
export const products: readonly Product[] = [
  {
    slug: 'cameron-dark',
    category: 'beans',
    price: 3800,
    picture: 'cameron-dark.svg',
    scene: 'scene-terraces.svg',
    roast: 5,
    options: [createSizeOption(3800, 7200, 13600), grindOption],
  },
  {
    slug: 'rimba-house',
    category: 'beans',
    price: 3490,
    picture: 'rimba-house.svg',
    scene: 'scene-branch.svg',
    roast: 3,
    options: [createSizeOption(3490, 6600, 12400), grindOption],
  },
  {
    slug: 'hutan-light',
    category: 'beans',
    price: 4600,
    picture: 'hutan-light.svg',
    scene: 'scene-valley.svg',
    roast: 1,
    options: [createSizeOption(4600, 8800, 16800), grindOption],
    stock: 3,
  },
  {
    slug: 'liberica-johor',
    category: 'beans',
    price: 4200,
    picture: 'liberica-johor.svg',
    scene: 'scene-coast.svg',
    roast: 4,
    options: [createSizeOption(4200, 8000, 15200), grindOption],
    stock: 0,
  },
  {
    slug: 'enamel-mug',
    category: 'brewing',
    price: 1200,
    picture: 'mug-green.svg',
    scene: 'scene-camp.svg',
    options: [
      {
        id: 'color',
        label: 'color',
        choices: [
          { id: 'green', picture: 'mug-green.svg' },
          { id: 'cream', picture: 'mug-cream.svg' },
          { id: 'brick', picture: 'mug-brick.svg' },
        ],
      },
    ],
  },
  {
    slug: 'clay-dripper',
    category: 'brewing',
    price: 5800,
    picture: 'clay-dripper.svg',
    scene: 'scene-dripper.svg',
    options: [],
  },
  {
    slug: 'paper-filters',
    category: 'brewing',
    price: 950,
    picture: 'paper-filters.svg',
    scene: 'scene-dripper.svg',
    options: [
      {
        id: 'size',
        label: 'pack',
        choices: [
          { id: '40', price: 950 },
          { id: '100', price: 1990 },
        ],
      },
    ],
  },
];
