import type { ProductTexts } from './en.ts';

/** The texts of the products in simplified Chinese. */
export const products: ProductTexts = {
  'cameron-dark': {
    name: 'Cameron Dark',
    summary: '可可、椰糖，余韵悠长顺滑。',
    story:
      'Mak Lijah 的农场位于冷力上方的山坡，在茶园与森林之间。夜晚凉爽，咖啡果慢慢成熟。我们深度烘焙，在变苦之前停火。',
    facts: {
      notes: '可可、椰糖、烤杏仁',
      roast: '深度',
      origin: '彭亨州金马仑高原冷力（Ringlet）',
      altitude: '1,200 米',
      variety: '阿拉比卡，卡蒂姆',
      process: '水洗，日晒干燥',
      brew: '意式咖啡机 18 克出 36 克，或使用摩卡壶',
    },
  },
  'rimba-house': {
    name: 'Rimba House',
    summary: '日常咖啡：烤榛子、熟香蕉，浓淡皆清爽。',
    story:
      '两种互补的咖啡：高原的阿拉比卡带来坚果味，三分之一的沿海利比里卡带来果香。研磨稍有偏差也好喝，加奶亦佳。',
    facts: {
      notes: '榛子、熟香蕉、焦糖',
      roast: '中度',
      origin: '彭亨州冷力与柔佛州峇株巴辖',
      altitude: '50 至 1,200 米',
      variety: '阿拉比卡与利比里卡',
      process: '水洗与日晒',
      brew: '15 克配 250 克水，法压壶四分钟',
    },
  },
  'hutan-light': {
    name: 'Hutan Light',
    summary: '茉莉、柚子与蜂蜜，来自一小块园地。',
    story: '蓝谷附近一公顷遮荫园地，由一家人分三次采摘。浅而短的烘焙保留花香与果香。第一杯请先不加奶。',
    facts: {
      notes: '茉莉、柚子、蜂蜜',
      roast: '浅度',
      origin: '彭亨州金马仑高原蓝谷（Blue Valley）',
      altitude: '1,500 米',
      variety: '阿拉比卡，波旁',
      process: '蜜处理',
      brew: '15 克配 250 克 94 °C 的水，用我们的滤杯三分钟',
    },
  },
  'liberica-johor': {
    name: 'Liberica Johor',
    summary: '菠萝蜜、烟熏与黑巧克力。产量很少。',
    story:
      '利比里卡树在峇株巴辖的泥炭地里长到十米高，阿拉比卡在那里无法生存。豆子大而弯，味道与其他咖啡都不同。一年一次，六月前售完。',
    facts: {
      notes: '菠萝蜜、烟熏、黑巧克力',
      roast: '中深度',
      origin: '柔佛州峇株巴辖',
      altitude: '50 米',
      variety: '利比里卡',
      process: '日晒 25 天',
      brew: '20 克配 200 克水，用布滤袋，加炼奶',
    },
  },
  'enamel-mug': {
    name: '搪瓷杯',
    summary: '容量 350 毫升，露营耐用，还能暖手。',
    story: '我们烘焙坊自己用的杯子。搪瓷磕掉一点不影响使用，里面的钢材可接触食品。',
    facts: {
      material: '钢，双层搪瓷',
      capacity: '350 毫升',
      madeIn: '霹雳州怡保',
      care: '可用洗碗机，不可用微波炉',
    },
  },
  'clay-dripper': {
    name: '陶制滤杯',
    summary: '亚依淡手工拉坯。可冲一杯，或两小杯。',
    story: 'Pak Rosli 每月制作四十个。陶土能在冲煮时保温，每个滤杯的红色都略有不同。',
    facts: {
      material: '陶土，内侧上釉',
      capacity: '一至两杯，2 号滤纸',
      madeIn: '柔佛州亚依淡',
      care: '手洗，冲煮前先温杯',
    },
  },
  'paper-filters': {
    name: '滤纸',
    summary: '未漂白的锥形滤纸，适合我们的滤杯和大多数滤杯。',
    story: '厚度足以冲出清澈的咖啡，润湿一次后没有纸味。',
    facts: {
      material: '未漂白木纤维',
      capacity: '2 号，一至两杯',
      madeIn: '雪兰莪州莎阿南',
      care: '可与咖啡渣一起堆肥',
    },
  },
};
