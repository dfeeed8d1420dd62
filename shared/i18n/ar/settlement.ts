import type { SettlementTexts } from '../texts.ts'

export const settlement: SettlementTexts = {
  kinds: {
    'missing-there': 'غير موجود لدى المزوّد',
    'missing-here': 'غير معروف هنا',
    'other-amount': 'مبلغ آخر',
    'not-taken': 'مقبوض بلا تذكرة',
    open: 'بلا جواب هنا بعد',
    'refunded-there': 'ردّه المزوّد',
    'refunded-here': 'مردود هنا',
    double: 'مقبوض مرتين',
    unclear: 'غير مقروء',
  },
  advice: {
    'missing-there':
      'قُبض هنا، وغير موجود في كشف المزوّد. راجع كشف اليوم التالي. إن لم تجد الدفع فيه أيضًا فقدّم للمزوّد مطالبة بالمرجع.',
    'missing-here':
      'قبضه المزوّد، ولا يعرفه هذا الصندوق. ابحث عن هذا الدفع في الصناديق الأخرى. إن لم تجده فرُدّ المبلغ للزبون.',
    'other-amount': 'المبلغان مختلفان. اسأل المزوّد عن المبلغ المخصوم، ثم رُدّ الفرق أو طالب به.',
    'not-taken': 'قبضه المزوّد، ولم تصدر تذكرة هنا. رُدّ المبلغ للزبون عن طريق المزوّد.',
    open: 'قبضه المزوّد، ولا جواب هنا بعد. أجب بنعم عن السؤال المفتوح في عملية البيع هذه.',
    'refunded-there': 'ردّه المزوّد، ولم يُردّ هنا. استرجع التذاكر، أو اسأل المزوّد عن السبب.',
    'refunded-here': 'مردود حسب السجل، ولا أثر له لدى المزوّد. تأكد من أن الزبون استلم المبلغ.',
    double: 'قبضه المزوّد مرتين لعملية واحدة. رُدّ الدفعة الثانية.',
    unclear: 'هذا السطر غير مقروء. صحّحه في الملف، أو اسأل المزوّد عن معناه.',
  },
  standings: {
    taken: 'مقبوض',
    open: 'بلا جواب',
    'not-taken': 'غير مقبوض',
    paid: 'مدفوع',
    refunded: 'مردود',
    failed: 'فاشل',
    waiting: 'في الانتظار',
    unclear: 'غير مقروء',
  },
  sums: (paid, refunded, fees) => `الكشف: مقبوض ${paid}، مردود ${refunded}، رسوم ${fees}.`,
  of: (payments, lines, agreed, written = String) =>
    `المدفوعات: ${written(payments)}، الأسطر: ${written(lines)}، المتطابقة: ${written(agreed)}.`,
  compared: (differences, written = String) =>
    differences === 0 ? 'كل شيء متطابق.' : `الفروق: ${written(differences)}.`,
  ambiguousSum: (typed, grouped, decimal, currency) =>
    `\u2068${typed}\u2069 قد يكون \u2068${grouped}\u2069 أو \u2068${decimal} ${currency}\u2069: اكتب المبلغ بلا فاصل آلاف وبرقمين عشريين`,
}
