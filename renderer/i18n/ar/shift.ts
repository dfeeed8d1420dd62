import { isolated } from '../numerals.ts'
import type { Catalogue } from '../fr/catalogue.ts'
import { inNumerals, type Numerals } from '../numerals.ts'

export function arShift(numerals: Numerals): Catalogue['shift'] {
  const n = (count: number): string => inNumerals(String(count), numerals)
  return {
    title: (shiftNo) => `المناوبة ${n(shiftNo)}`,
    since: (when) => `منذ ${when}`,
    nothingYet: 'لم يحدث فيها شيء بعد.',
    drawer: 'درج النقود',
    float: 'رصيد البداية',
    unset: 'لم يُسجّل بعد',
    counted: 'المعدود',
    uncounted: 'لم يُعدّ بعد',
    over: (money) => `زيادة: ${money}`,
    short: (money) => `نقص: ${money}`,
    exact: 'لا فرق',
    beforeZ: {
      title: 'قبل الإقفال',
      uncounted: (currencies) => `لم يُعدّ الدرج (${isolated(currencies)}).`,
      openSales: (count) => `مبيعات لم تنته بعد: ${n(count)}.`,
      owed: (money) => `بقي للزبائن ${money} لم تُردّ.`,
    },
    noteFloat: 'تسجيل الرصيد',
    payIn: 'إيداع',
    payOut: 'سحب',
    open: 'فتح الدرج',
    count: 'العدّ',
    floatBody: 'ما في الدرج عند بدء المناوبة.',
    payInBody: 'مال وُضع في الدرج دون بيع.',
    payOutBody: 'مال أُخذ من الدرج دون بيع.',
    openBody: 'يُفتح الدرج دون بيع: اذكر السبب.',
    countBody: 'عُدّ كل فئة. لا يظهر ما ينبغي أن يكون فيه إلا بعد ذلك.',
    amount: 'المبلغ',
    reason: 'السبب',
    record: 'تسجيل',
    total: 'مجموع المعدود',
    note: (money) => `أوراق من فئة ${money}`,
    coin: (money) => `قطع من فئة ${money}`,
    sum: (currency) => `المبلغ بعملة ${currency}`,
    opened: 'الدرج مفتوح.',
    notOpened: 'سُجّل ذلك، لكن الدرج لم يُفتح: استعمل المفتاح.',
    recorded: 'سُجّل ذلك.',
    reasonsIn: ['إحضار فكّة', 'تكملة الرصيد', 'تصحيح خطأ في الباقي', 'سبب آخر مدوَّن على حدة'],
    reasonsOut: ['إيداع في الخزنة', 'تسليم فكّة', 'رد مبلغ يدويًا', 'سبب آخر مدوَّن على حدة'],
    reasonsOpen: ['صرف فكّة', 'تفقّد المحتوى', 'ورقة عالقة', 'سبب آخر مدوَّن على حدة'],
  }
}
