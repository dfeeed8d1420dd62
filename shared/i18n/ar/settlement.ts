import type { SettlementTexts } from '../texts.ts'

export const settlement: SettlementTexts = {
  kinds: {
    'missing-there': 'غير موجود عند المشغّل',
    'missing-here': 'غير معروف هنا',
    'other-amount': 'مبلغ آخر',
    'not-taken': 'مقبوض بلا تذكرة',
    open: 'بلا جواب هنا بعد',
    'refunded-there': 'ردّه المشغّل',
    'refunded-here': 'مردود هنا',
    double: 'مقبوض مرتين',
    unclear: 'غير مقروء',
  },
  advice: {
    'missing-there': 'قُبض هنا، وليس عند المشغّل. انظروا في كشف اليوم التالي، وإلا فطالبوه بالمرجع.',
    'missing-here': 'قبضه المشغّل، ولا يعرفه هذا الصندوق. ابحثوا في الصناديق الأخرى، وإلا فردّوا المبلغ للزبون.',
    'other-amount': 'المبلغان مختلفان. اسألوا المشغّل عمّا قبضه، ثم ردّوا الفرق أو طالبوا به.',
    'not-taken': 'قبضه المشغّل، ولا تذكرة له هنا. ردّوا المبلغ للزبون عند المشغّل.',
    open: 'قبضه المشغّل، ولا جواب هنا بعد. أجيبوا بنعم عن السؤال المنتظر لهذه العملية.',
    'refunded-there': 'ردّه المشغّل، ولم يُردّ هنا. استرجعوا التذاكر، أو اسألوا المشغّل عن السبب.',
    'refunded-here': 'مردود حسب السجل، ولا أثر له عند المشغّل. تأكدوا أن الزبون استلم المبلغ.',
    double: 'قبضه المشغّل مرتين لعملية واحدة. ردّوا الدفعة الثانية.',
    unclear: 'هذا السطر لا يُقرأ. صحّحوه في الملف، أو اسألوا المشغّل عن معناه.',
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
