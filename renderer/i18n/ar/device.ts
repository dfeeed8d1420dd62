import type { DevicePhase } from '../../../shared/domain/money/tender.ts'
import type { ProblemText } from '../problem-text.ts'

export const arDevice: Readonly<Record<DevicePhase, ProblemText>> = {
  waking: { title: 'جارٍ تجهيز جهاز الدفع…', body: 'لحظة: سيطلب منك الجهاز بطاقتك.' },
  'present-card': { title: 'قدّم بطاقتك', body: 'قرّبها من جهاز الدفع أو أدخلها فيه.' },
  'insert-card': {
    title: 'أدخل بطاقتك',
    body: 'تعذّر الدفع دون تلامس: أدخل البطاقة، والشريحة إلى الأمام.',
  },
  'card-unread': { title: 'لم تُقرأ بطاقتك', body: 'قرّبها مرة أخرى من جهاز الدفع أو أدخلها فيه.' },
  'enter-pin': { title: 'أدخل رمزك السري', body: 'على لوحة مفاتيح جهاز الدفع. غطّها بيدك الأخرى، ثم أكّد.' },
  'wrong-pin': { title: 'الرمز السري غير صحيح', body: 'حاول مرة أخرى على لوحة مفاتيح جهاز الدفع، ثم أكّد.' },
  'look-at-telephone': { title: 'انظر إلى هاتفك', body: 'أكّد الدفع عليه، ثم قرّب الهاتف من جهاز الدفع مرة أخرى.' },
  'choose-there': { title: 'أجب على جهاز الدفع', body: 'يعرض جهاز الدفع سؤالًا.' },
  authorising: { title: 'الدفع جارٍ', body: 'البنك يتحقّق. إن كانت بطاقتك في الجهاز فاتركها فيه.' },
  'remove-card': { title: 'خذ بطاقتك', body: 'اسحبها من جهاز الدفع.' },
  'removed-too-early': {
    title: 'سُحبت البطاقة قبل الأوان',
    body: 'أعد إدخالها، واتركها في مكانها حتى يطلب منك جهاز الدفع سحبها.',
  },
}
