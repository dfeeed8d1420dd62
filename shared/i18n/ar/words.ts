import type {
  ColumnNames,
  NoShiftText,
  ProviderNames,
  ReconcileAdvice,
  ReconciledText,
  SeatNotes,
  TenderNames,
} from '../texts.ts'

export const tenderNames: TenderNames = {
  card: 'بطاقة',
  cash: 'نقدًا',
  notes: 'أوراق نقدية',
  'mobile-money': 'موبايل موني',
  'orange-money': 'أورنج موني',
  'mtn-momo': 'إم تي إن مومو',
  'credit-slip': 'قسيمة استرداد',
  free: 'مجاني',
}

export const seatNotes: SeatNotes = {
  accessible: 'مكان كرسي متحرك',
  companion: 'مرافق',
  restrictedView: 'رؤية محدودة',
  stepFree: 'وصول بلا درجات',
}

export const providerNames: ProviderNames = {
  'djomy-link': 'جومي',
  'djomy-push': 'جومي',
  'orange-money': 'أورنج',
  'mtn-momo': 'إم تي إن',
  'stripe-terminal': 'سترايب',
  sumup: 'سم أب',
  simulated: 'المحاكي',
}

export const reconcileAdvice: ReconcileAdvice = {
  'not-listed': 'هذه التذكرة غير صالحة للدخول. أعطِ خدمة التذاكر المرجع ورقم التذكرة. إن لم تُعد صلاحيتها فرُدّ ثمنها.',
  'not-recorded':
    'لم يُدفع ثمن هذه التذكرة هنا. ابحث عنها في الصناديق الأخرى. إن لم تجدها فاطلب من خدمة التذاكر إلغاءها.',
  differs:
    'بيانات هذه التذكرة تختلف بين الصندوق وخدمة التذاكر. اسأل خدمة التذاكر أيها الصحيح ثم اطبع نسخة مكررة من التذكرة.',
  'given-back': 'رُدّ ثمنها هنا وما زالت صالحة لدى خدمة التذاكر. اطلب إلغاء التذكرة.',
  unsettled: 'قُبض المبلغ لكن التذاكر ناقصة. أجب عن السؤال المفتوح في عملية البيع هذه.',
  'not-asked': 'لم تُجب خدمة التذاكر. أعد المقارنة لاحقًا.',
}

export const columns: ColumnNames = {
  amount: 'المبلغ',
  at: 'التاريخ',
  compared: 'وقت المقارنة',
  count: 'العدد',
  currency: 'العملة',
  detail: 'التفصيل',
  difference: 'الفرق',
  driver: 'المشغّل البرمجي',
  event: 'الفعالية',
  from: 'من',
  here: 'هنا',
  item: 'البند',
  kind: 'التقرير',
  line: 'سطر الكشف',
  name: 'الاسم',
  order: 'الطلب',
  owner: 'مرجع الزبون',
  providerReference: 'مرجع المزوّد',
  reference: 'المرجع',
  register: 'الصندوق',
  sale: 'البيع',
  seat: 'المقعد',
  shift: 'الوردية',
  staff: 'الموظف',
  state: 'الحالة',
  there: 'لدى المزوّد',
  ticket: 'التذكرة',
  ticketNumber: 'رقم التذكرة',
  to: 'إلى',
  toDo: 'المطلوب',
}

export const reconciled: ReconciledText = (shift, sales, agreed, differences) =>
  `الوردية ${shift} – المبيعات المقارنة: ${sales}، التذاكر المتطابقة: ${agreed}، الفروق: ${differences}`

export const noShift: NoShiftText = (ledger, shift) =>
  shift === null ? `\u2068${ledger}\u2069: لا وردية فيه` : `\u2068${ledger}\u2069: لا وردية رقمها ${shift}`
