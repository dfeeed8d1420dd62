import { isolated } from '../numerals.ts'
import type { Catalogue } from '../fr/catalogue.ts'

const held = 'مقاعدك ما زالت محفوظة.'

/** What staff have to put right. */
const forNow = { title: 'وسيلة الدفع هذه غير متاحة حاليًا', body: `${held} اختر وسيلة دفع أخرى، أو اسأل أحد الموظفين.` }

export const arRefused: Catalogue['paying']['refused'] = {
  declined: { title: 'رُفض الدفع', body: `${held} أعد المحاولة، أو اختر وسيلة دفع أخرى.` },
  'timed-out': { title: 'لم يُؤكَّد الدفع في الوقت المحدد', body: `${held} أعد المحاولة، أو اختر وسيلة دفع أخرى.` },
  'wrong-pin': { title: 'الرمز السري غير صحيح', body: `${held} استعمل بطاقة أخرى أو وسيلة دفع أخرى.` },
  'card-removed': {
    title: 'سُحبت البطاقة قبل الأوان',
    body: `${held} أعد المحاولة، واترك البطاقة في مكانها حتى يطلب منك جهاز الدفع سحبها.`,
  },
  'card-expired': { title: 'بطاقة منتهية الصلاحية', body: `${held} استعمل بطاقة أخرى أو وسيلة دفع أخرى.` },
  'card-not-taken': { title: 'هذه البطاقة غير مقبولة هنا', body: `${held} استعمل بطاقة أخرى أو وسيلة دفع أخرى.` },
  'not-enough-money': { title: 'الرصيد غير كافٍ', body: `${held} عبّئ حسابك، أو اختر وسيلة دفع أخرى.` },
  'over-limit': { title: 'بلغت حد الدفع المسموح', body: `${held} اختر وسيلة دفع أخرى.` },
  'unknown-payer': {
    title: 'هذا الرقم غير معروف لدى هذا المشغّل',
    body: `${held} تحقّق من الرقم، أو اختر وسيلة دفع أخرى.`,
  },
  'provider-down': { title: 'خدمة الدفع لا تستجيب', body: `${held} اختر وسيلة دفع أخرى، أو حاول لاحقًا.` },
  'not-set-up': forNow,
  'day-not-closed': forNow,
}

export const arPaying = (n: (count: number) => string): Catalogue['paying'] => ({
  with: (tender) => `الدفع عبر ${isolated(tender)}`,
  how: { scan: 'رمز مربع تمسحه بهاتفك', telephone: 'تؤكّد على هاتفك', notes: 'الكشك لا يردّ الباقي' },
  tooLate: 'الوقت لا يكفي لوسيلة الدفع هذه',
  accepted: 'وسائل الدفع المقبولة',
  left: 'الوقت المتبقي',
  soon: 'أمامك ثلاثون ثانية للدفع.',
  due: 'المبلغ المستحق',
  stop: 'الدفع بطريقة أخرى',
  stopBody: 'إن كنت قد أكّدت على هاتفك فدفعك لم يضع: نتحقّق أولًا.',
  checking: 'نتحقّق من دفعك',
  checkingBody: (tender) => `نتحقّق لدى ${isolated(tender)}. لا تدفع مرة ثانية.`,
  scan: {
    preparing: 'جارٍ تجهيز الرمز المربع…',
    preparingBody: (tender) => `لحظة: جارٍ الاتصال بـ${isolated(tender)}.`,
    title: 'امسح الرمز المربع للدفع',
    waiting: 'ننتظر دفعك.',
    simulated: 'عرض تجريبي: لا حاجة لمسح الرمز؛ يكتمل الدفع تلقائيًا.',
    code: (amount, tender) => `رمز مربع للمسح: دفع ${amount} عبر ${isolated(tender)}`,
    steps: {
      scan: 'وجّه كاميرا هاتفك إلى هذا الرمز المربع',
      agree: 'اتبع التعليمات على هاتفك ثم أكّد',
      ticket: 'ابقَ هنا: تُطبع تذاكرك فورًا',
    },
  },
  telephone: {
    title: (tender) => `رقمك في ${isolated(tender)}`,
    body: 'نرسل طلب دفع إلى هذا الرقم. لا نحتفظ بالرقم.',
    number: 'رقم الهاتف',
    entered: (count, whole) => `${n(count)} من ${n(whole)} أرقام`,
    ask: (amount) => `دفع ${amount}`,
    back: 'وسيلة دفع أخرى',
    waiting: 'أكّد على هاتفك',
    waitingBody: (tender, ending) =>
      ending === ''
        ? `يرسل إليك ${isolated(tender)} طلب دفع.`
        : `يرسل ${isolated(tender)} طلبًا إلى الرقم الذي ينتهي بـ ${isolated(ending)}.`,
    steps: {
      request: 'افتح الطلب الذي يصل إلى هاتفك',
      agree: 'أكّد برمزك السري، على هاتفك فقط',
      ticket: 'ابقَ هنا: تُطبع تذاكرك فورًا',
    },
  },
  slip: {
    open: 'استعمال قسيمة استرداد',
    title: 'قسيمة الاسترداد',
    lead: 'قرّب رمزها المربع من القارئ، أو أدخل رقمها المكوّن من عشرة حروف وأرقام.',
    number: 'رقم القسيمة',
    owed: (amount) => `قسيمة الاسترداد: ${amount}`,
    paper: {
      coming: 'تُطبع قسيمة الاسترداد الآن.',
      printed: 'خذ قسيمة الاسترداد: قيمتها هذا المبلغ.',
      none: 'التقط صورة لهذا الرقم: قيمته هذا المبلغ على هذا الكشك.',
    },
    back: 'يُردّ إليك المبلغ في قسيمة استرداد',
    backBody:
      'لم تصدر أي تذكرة. استعمل هذه القسيمة في شراء آخر على هذا الكشك، أو اطلب من موظف أن يردّ إليك المبلغ نقدًا.',
    finish: 'أخذت قسيمة الاسترداد',
  },
  refused: arRefused,
})
