import type { CardTexts } from './index.ts';

/** 简体中文. */
export const cardTexts: CardTexts = {
  'card.number': '卡号',
  'card.exp': '有效期',
  'card.exp.ph': '月 / 年',
  'card.cvc': '安全码',
  'card.cvc.back': '卡背面的 3 位数字',
  'card.cvc.front': '卡正面的 4 位数字',
  'card.name': '持卡人姓名',
  'card.save': '保存此卡以便下次使用',
  'card.save.hint': '由支付网关保存，{merchant} 不会保存。',
  'e.number.req': '请输入卡号。',
  'e.number.short': '卡号位数不足，请检查是否有遗漏。',
  'e.number.bad': '卡号有误，请逐位检查。',
  'e.brand': '{merchant} 不接受 {brand} 卡，请换一张卡。',
  'e.exp.req': '请输入有效期，例如 09 / 28。',
  'e.exp.bad': '请输入 01 至 12 的月份，然后输入年份。',
  'e.exp.past': '此卡已过期，请换一张卡。',
  'e.cvc': '请输入 {n} 位安全码。',
  'e.name': '请输入卡上所示的姓名。',
  'busy.card': '正在处理您的卡…',
};
