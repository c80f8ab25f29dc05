/** The texts of the products in English. Every other language has the same keys. */
export const products = {
  'cameron-dark': {
    name: 'Cameron Dark',
    summary: 'Cocoa, palm sugar and a long, smooth finish.',
    story:
      'Mak Lijah’s farm is on a slope above Ringlet, between tea fields and forest. The cool nights let the cherries ripen slowly. We roast them dark, and stop before they turn bitter.',
    facts: {
      notes: 'Cocoa, palm sugar, roasted almond',
      roast: 'Dark',
      origin: 'Ringlet, Cameron Highlands, Pahang',
      altitude: '1,200 m',
      variety: 'Arabica, Catimor',
      process: 'Washed, dried in the sun',
      brew: '18 g to 36 g in an espresso machine, or in a moka pot',
    },
  },
  'rimba-house': {
    name: 'Rimba House',
    summary: 'Our everyday coffee: toasted hazelnut, ripe banana, a clean cup at any strength.',
    story:
      'Two coffees that need each other: Arabica from the highlands for the taste of nuts, and a third of Liberica from the coast for the fruit. It forgives a wrong grind and stays good with milk.',
    facts: {
      notes: 'Hazelnut, ripe banana, caramel',
      roast: 'Medium',
      origin: 'Ringlet, Pahang, and Batu Pahat, Johor',
      altitude: '50 to 1,200 m',
      variety: 'Arabica and Liberica',
      process: 'Washed and natural',
      brew: '15 g to 250 g of water, four minutes in a press',
    },
  },
  'hutan-light': {
    name: 'Hutan Light',
    summary: 'Jasmine, pomelo and honey from one small plot.',
    story:
      'One hectare under shade trees near Blue Valley, picked in three rounds by one family. The roast is light and short, so that the flower and the fruit stay. Try the first cup without milk.',
    facts: {
      notes: 'Jasmine, pomelo, honey',
      roast: 'Light',
      origin: 'Blue Valley, Cameron Highlands, Pahang',
      altitude: '1,500 m',
      variety: 'Arabica, Bourbon',
      process: 'Honey',
      brew: '15 g to 250 g of water at 94 °C, three minutes in our dripper',
    },
  },
  'liberica-johor': {
    name: 'Liberica Johor',
    summary: 'Jackfruit, smoke and dark chocolate. The harvest is small.',
    story:
      'Liberica trees grow ten metres high in the peat of Batu Pahat, where Arabica would drown. The beans are large and crooked, and the cup is like no other coffee. Once a year, and gone by June.',
    facts: {
      notes: 'Jackfruit, smoke, dark chocolate',
      roast: 'Medium dark',
      origin: 'Batu Pahat, Johor',
      altitude: '50 m',
      variety: 'Liberica',
      process: 'Natural, 25 days',
      brew: '20 g to 200 g of water through a cloth filter, with condensed milk',
    },
  },
  'enamel-mug': {
    name: 'Enamel mug',
    summary: 'Holds 350 ml, survives every campsite, and warms your hands.',
    story:
      'The mug that we use in the roastery. A chip in the enamel does not harm it; the steel below is food-safe.',
    facts: {
      material: 'Steel with two coats of enamel',
      capacity: '350 ml',
      madeIn: 'Ipoh, Perak',
      care: 'Dishwasher yes, microwave no',
    },
  },
  'clay-dripper': {
    name: 'Clay dripper',
    summary: 'Thrown by hand in Ayer Hitam. Makes one cup, or two small ones.',
    story:
      'Pak Rosli makes forty a month. The clay keeps the water hot while it runs, and each dripper has a slightly different red.',
    facts: {
      material: 'Clay, glazed inside',
      capacity: 'One or two cups, paper filter of size 2',
      madeIn: 'Ayer Hitam, Johor',
      care: 'Wash by hand, warm it before you brew',
    },
  },
  'paper-filters': {
    name: 'Paper filters',
    summary: 'Unbleached cones that fit our dripper and most others.',
    story: 'Thick enough for a clear cup, and without the taste of paper after one rinse.',
    facts: {
      material: 'Unbleached wood fibre',
      capacity: 'Size 2, for one or two cups',
      madeIn: 'Shah Alam, Selangor',
      care: 'Compost them with the coffee',
    },
  },
};

/** The texts of the products in one language. */
export type ProductTexts = typeof products;
