import type { DeskRefusals } from '../desk-refusal.ts'
import { isolated } from '../numerals.ts'

const held = 'لم يُخصم شيء، والمقاعد ما زالت محجوزة.'

export const arDeskRefusals: DeskRefusals = {
  terminal: {
    declined: { title: 'رُفضت البطاقة', body: `${held} رفض مصرف العميل الدفع. اقترح بطاقة أخرى أو طريقة أخرى.` },
    'timed-out': {
      title: 'لم تُقدَّم البطاقة في الوقت المناسب',
      body: `${held} أعد المحاولة عندما تكون البطاقة في يد العميل، أو اقترح طريقة أخرى.`,
    },
    'not-enough-money': { title: 'رصيد البطاقة لا يكفي', body: `${held} اقترح بطاقة أخرى، أو دفع جزء بطريقة أخرى.` },
    'over-limit': { title: 'تجاوز المبلغ حد البطاقة', body: `${held} اقترح بطاقة أخرى، أو دفع جزء بطريقة أخرى.` },
    'unknown-payer': {
      title: 'بطاقة غير معروفة',
      body: `${held} لا يقبل الجهاز هذه البطاقة. اقترح بطاقة أخرى، أو طريقة أخرى.`,
    },
    'provider-down': { title: 'المصرف لا يجيب', body: `${held} اقترح طريقة أخرى، أو أعد المحاولة بعد دقائق.` },
    'not-set-up': {
      title: 'البطاقات لا تعمل هنا الآن',
      body: `${held} استعمل طريقة أخرى وأخبر المسؤول: يجب مراجعة العقد أو الإعدادات.`,
    },
    unavailable: { title: 'جهاز الدفع لا يجيب', body: `${held} افحص الجهاز وأعد المحاولة، أو اقترح طريقة أخرى.` },
  },
  telephone: (name) => {
    const tender = isolated(name)
    return {
      declined: {
        title: 'رُفض الدفع على الهاتف',
        body: `${held} اسأل العميل هل رفض الطلب أو أخطأ في رمزه. أعد المحاولة عبر ${tender}، أو اقترح طريقة أخرى.`,
      },
      'timed-out': {
        title: 'لم يؤكد العميل في الوقت المناسب',
        body: `${held} اسأله هل وصل طلب ${tender}. أعد المحاولة عندما يكون هاتفه في يده.`,
      },
      'not-enough-money': {
        title: `رصيد ${tender} لا يكفي`,
        body: `${held} يمكن للعميل شحن حسابه، أو دفع جزء بطريقة أخرى، أو اختيار طريقة أخرى.`,
      },
      'over-limit': {
        title: `تجاوز المبلغ حد حساب ${tender}`,
        body: `${held} اقترح دفع جزء بطريقة أخرى، أو طريقة أخرى.`,
      },
      'unknown-payer': {
        title: `لا حساب لهذا الرقم في ${tender}`,
        body: `${held} أعد قراءة الرقم مع العميل وصحّحه، أو اقترح طريقة أخرى.`,
      },
      'provider-down': { title: `${tender} لا يجيب`, body: `${held} اقترح طريقة أخرى، أو أعد المحاولة بعد دقائق.` },
      'not-set-up': {
        title: `${tender} لا يعمل هنا الآن`,
        body: `${held} استعمل طريقة أخرى وأخبر المسؤول: يجب مراجعة العقد أو الإعدادات.`,
      },
      unavailable: { title: `${tender} لا يجيب`, body: `${held} أعد المحاولة بعد لحظة، أو اقترح طريقة أخرى.` },
    }
  },
}
