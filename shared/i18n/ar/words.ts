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
  'credit-slip': 'قسيمة رصيد',
  free: 'مجاني',
}

export const seatNotes: SeatNotes = {
  accessible: 'مكان كرسي متحرك',
  companion: 'مرافق',
  restrictedView: 'رؤية محدودة',
  stepFree: 'بلا درجات',
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
  'not-listed': 'هذه التذكرة غير صالحة للدخول. أعطوا شباك التذاكر المرجع ورقم التذكرة، وإلا فأعيدوا المبلغ.',
  'not-recorded':
    'لم يدفع أحد ثمن هذه التذكرة هنا. ابحثوا عنها في الصناديق الأخرى، وإلا فاطلبوا من شباك التذاكر إلغاءها.',
  differs: 'الطرفان لا يقولان الشيء نفسه عن هذه التذكرة. اسألوا شباك التذاكر أيهما الصحيح ثم اطبعوها من جديد.',
  'given-back': 'أُعيد ثمنها هنا وما زالت صالحة لدى شباك التذاكر. اطلبوا منه إلغاءها.',
  unsettled: 'أُخذ المال والتذاكر ناقصة. أجيبوا عن السؤال الذي ينتظر في هذه العملية.',
  'not-asked': 'لم يجب شباك التذاكر. أعيدوا المقارنة لاحقًا.',
}

export const columns: ColumnNames = {
  amount: 'المبلغ',
  at: 'التاريخ',
  compared: 'وقت المقارنة',
  count: 'العدد',
  currency: 'العملة',
  detail: 'التفصيل',
  difference: 'الفرق',
  driver: 'برنامج المشغّل',
  event: 'الحدث',
  from: 'من',
  here: 'هنا',
  item: 'البند',
  kind: 'التقرير',
  line: 'سطر الكشف',
  name: 'الاسم',
  order: 'الطلب',
  owner: 'مرجع الزبون',
  providerReference: 'مرجع المشغّل',
  reference: 'المرجع',
  register: 'الصندوق',
  sale: 'البيع',
  seat: 'المقعد',
  shift: 'المناوبة',
  staff: 'الموظف',
  state: 'الحالة',
  there: 'هناك',
  ticket: 'التذكرة',
  ticketNumber: 'رقم التذكرة',
  to: 'إلى',
  toDo: 'المطلوب',
}

export const reconciled: ReconciledText = (shift, sales, agreed, differences) =>
  `المناوبة ${shift} – المبيعات المقارنة: ${sales}، التذاكر المتطابقة: ${agreed}، الفروق: ${differences}`

export const noShift: NoShiftText = (ledger, shift) =>
  shift === null ? `\u2068${ledger}\u2069: لا مناوبة فيه` : `\u2068${ledger}\u2069: لا مناوبة رقمها ${shift}`
