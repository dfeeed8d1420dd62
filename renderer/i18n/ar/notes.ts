import type { ProblemText } from '../problem-text.ts'
import type { frNotes } from '../fr/notes.ts'

/** Prompts of the banknote reader for the customer. */
export const arNotes: typeof frNotes = {
  first: {
    title: 'أدخل أوراقك النقدية',
    body: 'واحدة واحدة ومبسوطة.',
  },
  more: (missing: string): ProblemText => ({
    title: 'أدخل الورقة النقدية التالية',
    body: `بقي للدفع: ${missing}. ورقة واحدة في كل مرة.`,
  }),
  held: (value: string): ProblemText => ({ title: `قُرئت ورقة نقدية: ${value}`, body: 'لحظة: لا تسحبها.' }),
  complete: { title: 'اكتمل المبلغ', body: 'شكرًا. نؤكد مقاعدك.' },
  checking: { title: 'جارٍ التحقّق من الورقة النقدية…', body: 'لحظة من فضلك.' },
  noChange: 'الكشك لا يردّ الباقي: يُردّ إليك الزائد في قسيمة استرداد.',
  due: 'المبلغ المستحق',
  taken: 'ما أدخلته',
  missing: 'بقي للدفع',
  accepted: 'الأوراق النقدية المقبولة',
  cancel: 'إلغاء الدفع',
  payRest: 'دفع الباقي بطريقة أخرى',
  slot: 'فتحة الأوراق النقدية',
  where: 'ابحث عن هذه الفتحة في الكشك.',
  already: (sum: string, rest: string): ProblemText => ({
    title: `دُفع ${sum}`,
    body: `بقي للدفع: ${rest}. إن توقفت تحصل على قسيمة استرداد.`,
  }),
}
