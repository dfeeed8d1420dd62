import type { Catalogue } from '../fr/catalogue.ts'

const plural = new Intl.PluralRules('ar')

/** As Arabic counts: one, two, a few, many, whole hundreds. */
function counted(
  count: number,
  written: (count: number) => string,
  [one, two, few, many, other]: readonly [string, string, string, string, string],
): string {
  switch (plural.select(count)) {
    case 'one':
      return one
    case 'two':
      return two
    case 'zero':
    case 'few':
      return `${written(count)} ${few}`
    case 'many':
      return `${written(count)} ${many}`
    case 'other':
      return `${written(count)} ${other}`
  }
}

export const arPictures = (n: (count: number) => string): Catalogue['pictures'] => ({
  open: 'الشراء بالصور والصوت',
  greeting: 'كل شيء بالصور. المس صورة لتسمعها. لاختيارها المس الدائرة الخضراء.',
  take: 'نعم',
  no: 'لا',
  again: 'استمع مرة أخرى',
  takeFirst: 'المس صورة أولًا.',
  thenTake: 'لاختيارها المس الدائرة الخضراء.',
  today: 'اليوم',
  tomorrow: 'غدًا',
  party: 'كم شخصًا؟',
  persons: (count) => counted(count, n, ['شخص واحد', 'شخصان', 'أشخاص', 'شخصًا', 'شخص']),
  price: (sum) => `السعر: ${sum}`,
  notes: (count, note) => `${counted(count, n, ['ورقة واحدة', 'ورقتان', 'أوراق', 'ورقة', 'ورقة'])} من فئة ${note}`,
  bundles: (count, note) =>
    `${counted(count, n, ['رزمة واحدة', 'رزمتان', 'رزم', 'رزمة', 'رزمة'])} من عشر أوراق من فئة ${note}`,
  coins: (sum) => `${sum} قطعًا معدنية`,
  review: 'هل هذا صحيح؟',
  ways: 'كيف تريد أن تدفع؟',
  walk: 'الطريق إلى مقعدك',
  timeLeft: (minutes) =>
    `الوقت المتبقي للدفع: ${counted(minutes, n, ['دقيقة واحدة', 'دقيقتان', 'دقائق', 'دقيقة', 'دقيقة'])}.`,
  terminal: 'جهاز الدفع مع بطاقتك',
  staff: 'يمكن لموظف أن يساعدك.',
  notPaid: 'لم يُخصم شيء.',
  paid: 'دفعك مسجّل.',
  dontPayTwice: 'لا تدفع مرة ثانية.',
  wait: 'انتظر هنا لحظة.',
})
