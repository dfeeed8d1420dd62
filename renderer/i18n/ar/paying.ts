import { isolated } from '../numerals.ts'
import type { Catalogue } from '../fr/catalogue.ts'

const held = 'مقاعدك ما زالت محجوزة.'

/** What staff have to put right. */
const forNow = { title: 'طريقة الدفع هذه لا تعمل هنا الآن', body: `${held} اختر طريقة أخرى، أو اسأل أحد الموظفين.` }

export const arRefused: Catalogue['paying']['refused'] = {
  declined: { title: 'رُفض الدفع', body: `${held} أعد المحاولة، أو اختر طريقة أخرى.` },
  'timed-out': { title: 'لم يُؤكَّد الدفع في الوقت', body: `${held} أعد المحاولة، أو اختر طريقة أخرى.` },
  'wrong-pin': { title: 'الرقم السري غير صحيح', body: `${held} اختر طريقة أخرى، أو بطاقة أخرى.` },
  'card-removed': {
    title: 'سُحبت البطاقة قبل الأوان',
    body: `${held} أعد المحاولة، واترك البطاقة حتى يعيدها الجهاز.`,
  },
  'card-expired': { title: 'انتهت صلاحية هذه البطاقة', body: `${held} استعمل بطاقة أخرى، أو طريقة أخرى.` },
  'card-not-taken': { title: 'هذه البطاقة غير مقبولة هنا', body: `${held} استعمل بطاقة أخرى، أو طريقة أخرى.` },
  'not-enough-money': { title: 'الرصيد لا يكفي', body: `${held} عبّئ حسابك، أو اختر طريقة أخرى.` },
  'over-limit': { title: 'المبلغ يتجاوز حد الحساب', body: `${held} اختر طريقة أخرى.` },
  'unknown-payer': {
    title: 'لا حساب لهذا الرقم عند هذا المشغّل',
    body: `${held} تحقّق من الرقم، أو اختر طريقة أخرى.`,
  },
  'provider-down': { title: 'المشغّل لا يجيب', body: `${held} اختر طريقة أخرى، أو حاول لاحقًا.` },
  'not-set-up': forNow,
  'day-not-closed': forNow,
}

export const arPaying = (n: (count: number) => string): Catalogue['paying'] => ({
  with: (tender) => `الدفع عبر ${isolated(tender)}`,
  how: { scan: 'رمز تمسحه بهاتفك', telephone: 'طلب يصل إلى هاتفك', notes: 'دون رد الباقي' },
  tooLate: 'لم يبقَ وقت كافٍ لهذه الطريقة',
  accepted: 'يمكنك الدفع عبر',
  left: 'الوقت المتبقي',
  soon: 'بقيت ثلاثون ثانية فقط للدفع.',
  due: 'المبلغ المستحق',
  stop: 'الدفع بطريقة أخرى',
  stopBody: 'هل أكّدت على هاتفك؟ دفعك محسوب: نتحقّق من ذلك أولًا.',
  checking: 'نتحقّق من دفعك',
  checkingBody: (tender) => `لا تدفع مرة ثانية: نسأل ${isolated(tender)} هل تم الدفع.`,
  scan: {
    preparing: 'نجهّز الرمز',
    preparingBody: (tender) => `لحظة، نطلبه من ${isolated(tender)}.`,
    title: 'امسح الرمز للدفع',
    waiting: 'ننتظر دفعك.',
    simulated: 'عرض تجريبي: لا حاجة لمسح الرمز، سيستمر الأمر تلقائيًا.',
    code: (amount, tender) => `رمز للمسح: دفع ${amount} عبر ${isolated(tender)}`,
    steps: {
      scan: 'وجّه كاميرا هاتفك إلى هذا الرمز',
      agree: 'اتبع الصفحة التي تُفتح وأكّد الدفع',
      ticket: 'ابقَ هنا: تُطبع تذاكرك فورًا',
    },
  },
  telephone: {
    title: (tender) => `رقمك في ${isolated(tender)}`,
    body: 'يصل طلب الدفع إلى هذا الهاتف. لا نحتفظ برقمك.',
    number: 'رقم الهاتف',
    entered: (count, whole) => `${n(count)} من ${n(whole)} أرقام`,
    ask: (amount) => `طلب ${amount}`,
    back: 'طريقة أخرى',
    waiting: 'أكّد على هاتفك',
    waitingBody: (tender, ending) =>
      ending === ''
        ? `يرسل إليك ${isolated(tender)} طلب دفع.`
        : `يرسل ${isolated(tender)} طلبًا إلى الرقم الذي ينتهي بـ ${isolated(ending)}.`,
    steps: {
      request: 'افتح الطلب الذي يصل إلى هاتفك',
      agree: 'أكّد برمزك السري على هاتفك فقط',
      ticket: 'ابقَ هنا: تُطبع تذاكرك فورًا',
    },
  },
  slip: {
    open: 'لدي قسيمة رصيد',
    title: 'قسيمة رصيدك',
    lead: 'أظهر الرمز المربع للقارئ، أو اكتب حروف الرقم وأرقامه العشرة.',
    number: 'رقم القسيمة',
    owed: (amount) => `قسيمة رصيدك: ${amount}`,
    paper: {
      coming: 'قسيمتك تُطبع الآن.',
      printed: 'خذ قسيمتك: قيمتها هذا المبلغ.',
      none: 'صوّر هذا الرقم: قيمته هذا المبلغ على هذا الجهاز.',
    },
    back: 'مالك في قسيمة رصيد',
    backBody: 'لم تصدر تذاكر. هذه القسيمة تساوي ما دُفع: على هذا الجهاز لشراء آخر، أو نقدًا من موظف.',
    finish: 'القسيمة معي',
  },
  refused: arRefused,
})
