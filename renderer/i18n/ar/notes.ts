import type { ProblemText } from '../problem-text.ts'
import type { frNotes } from '../fr/notes.ts'

/** A device for notes, to the customer before it. */
export const arNotes: typeof frNotes = {
  first: {
    title: 'أدخل الأوراق النقدية في القارئ',
    body: 'ورقة واحدة في كل مرة ومبسوطة. الجهاز لا يرد الباقي: ما زاد يعود إليك في قسيمة رصيد.',
  },
  more: (missing: string): ProblemText => ({ title: 'الورقة التالية', body: `بقي ${missing}. ورقة واحدة في كل مرة.` }),
  held: (value: string): ProblemText => ({ title: `قُرئت ورقة ${value}`, body: 'لحظة، لا تسحبها.' }),
  complete: { title: 'اكتمل المبلغ', body: 'شكرًا. نشتري تذاكرك الآن.' },
  checking: { title: 'نتحقق من ورقتك النقدية', body: 'لحظة: القارئ يقول أين هي.' },
  noChange: 'لا يُرد الباقي: الزائد يصير قسيمة رصيد.',
  due: 'المطلوب',
  taken: 'ما أدخلته',
  missing: 'الباقي عليك',
  accepted: 'الأوراق المقبولة',
  cancel: 'إلغاء الدفع',
  payRest: 'دفع الباقي بطريقة أخرى',
  slot: 'قارئ الأوراق النقدية',
  already: (sum: string, rest: string): ProblemText => ({
    title: `دُفع ${sum}`,
    body: `بقي ${rest}. إن توقفت تحصل على قسيمة رصيد.`,
  }),
}
