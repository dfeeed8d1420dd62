import type { DevicePhase } from '../../../shared/domain/money/device-progress.ts'
import type { ProblemText } from '../problem-text.ts'

export const arDevice: Readonly<Record<DevicePhase, ProblemText>> = {
  waking: { title: 'نجهّز جهاز الدفع', body: 'لحظة، سيطلب منك بطاقتك.' },
  'present-card': { title: 'قدّم بطاقتك', body: 'قرّبها من جهاز الدفع، أو أدخلها في الفتحة.' },
  'insert-card': {
    title: 'أدخل بطاقتك',
    body: 'الدفع دون تلامس لا يكفي هذه المرة: أدخل البطاقة في الجهاز، والشريحة إلى الأمام.',
  },
  'card-unread': { title: 'لم تُقرأ بطاقتك', body: 'قدّمها مرة أخرى، أو أدخلها في الفتحة.' },
  'enter-pin': { title: 'أدخل رمزك السري', body: 'على مفاتيح جهاز الدفع. غطّها بيدك الأخرى، ثم أكّد.' },
  'wrong-pin': { title: 'الرمز السري غير صحيح', body: 'حاول مرة أخرى على مفاتيح الجهاز، ثم أكّد.' },
  'look-at-telephone': { title: 'انظر إلى هاتفك', body: 'أكّد الدفع عليه، ثم قرّبه من الجهاز مرة أخرى.' },
  'choose-there': { title: 'أجب على جهاز الدفع', body: 'يطرح عليك سؤالًا على شاشته.' },
  authorising: { title: 'الدفع جارٍ', body: 'المصرف يتحقّق. لا تسحب بطاقتك الآن.' },
  'remove-card': { title: 'خذ بطاقتك', body: 'اسحبها من جهاز الدفع.' },
  'removed-too-early': { title: 'سُحبت البطاقة قبل الأوان', body: 'أعد إدخالها في الجهاز، واتركها حتى يطلب منك سحبها.' },
}
