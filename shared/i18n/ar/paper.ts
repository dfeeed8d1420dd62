import { formatMoney } from '../../domain/money/money.ts'
import { inNumerals, type Numerals } from '../../domain/numerals.ts'
import {
  nbsp,
  twoDigits,
  type PaperTexts,
  type ReceiptTexts,
  type CollectionSlipTexts,
  type CreditSlipTexts,
  type ReportTexts,
  type SlipTexts,
  type TestPageTexts,
  type TicketTexts,
} from '../paper-texts.ts'
import { providerNames } from './words.ts'

const days = ['الأحد', 'الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت']

const months = [
  'يناير',
  'فبراير',
  'مارس',
  'أبريل',
  'مايو',
  'يونيو',
  'يوليو',
  'أغسطس',
  'سبتمبر',
  'أكتوبر',
  'نوفمبر',
  'ديسمبر',
]

function ticket(numerals: Numerals): TicketTexts {
  const figures = (text: string): string => inNumerals(text, numerals)
  const count = (number: number): string => figures(String(number))
  return {
    when: ({ weekday, day, month, year, hour, minute }) =>
      figures(`${days[weekday]} ${day} ${months[month]} ${year}، الساعة${nbsp}${hour}:${twoDigits(minute)}`),
    money: (amount, currency) => figures(formatMoney(amount, currency, 'ar-u-nu-latn')),
    count,
    tribune: 'المدرّج',
    gate: 'البوابة',
    sector: 'القطاع',
    row: 'الصف',
    seat: 'المقعد',
    wayIn: 'طريقك إلى مقعدك',
    wayInHint: 'من المدخل إلى مقعدك.',
    atTheGate: 'أبرزها عند البوابة',
    ticket: 'تذكرة',
    number: 'رقم التذكرة',
    reference: 'المرجع',
    dispute: 'رمز الشكوى',
    zone: 'الفئة',
    place: 'رمز المقعد',
    price: 'السعر',
    order: 'الطلب',
    position: (index, total) => `التذكرة ${count(index)} من ${count(total)}`,
    copy: (copyNumber) => `DUPLICATA ${copyNumber}`,
    unchecked: 'لم يُتحقق من الصلاحية',
    specimens: {
      demo: { word: 'نموذج', hint: 'عرض تجريبي: غير صالح للدخول' },
      training: { word: 'تدريب', hint: 'تدريب: غير صالح للدخول' },
    },
    fold: 'اطوِ هنا',
    keep: 'احتفظ بهذه التذكرة حتى النهاية. الرمز صالح للدخول مرة واحدة: لا تُظهره لأحد.',
    documentTitle: (eventTitle, numbers) =>
      numbers.length === 1 ? `تذكرة ${numbers[0]} – ${eventTitle}` : `التذاكر (${numbers.length}) – ${eventTitle}`,
    tribuneWords: ['المدرّج', 'المدرج', 'مدرّج', 'مدرج', 'tribune'],
  }
}

const receipt: ReceiptTexts = {
  receipt: 'إيصال',
  soldAt: 'تاريخ البيع',
  total: 'المجموع',
  change: 'الباقي',
  rounding: 'تقريب النقود',
  paid: 'المدفوع',
  approval: 'رمز الموافقة',
  cardRead: { contactless: 'دون تلامس', chip: 'شريحة', stripe: 'شريط مغناطيسي' },
  operatorReference: (tender) => `مرجع ${tender}`,
  taxNumber: 'الرقم الجبائي',
  totalWithTax: 'المجموع بالضريبة',
  net: 'المجموع بلا ضريبة',
  tax: (rate) => `الضريبة على القيمة المضافة ${rate}%`,
  register: 'الصندوق',
  noTicket: 'هذا الإيصال ليس تذكرة، وهو غير صالح للدخول.',
  terms: 'شروط البيع والخصوصية',
  termsOnScreen: 'على الشاشة قبل الدفع',
}

const slip: SlipTexts = {
  headings: { refund: 'رد ثمن', void: 'إلغاء', unsold: 'رد مبلغ' },
  on: 'التاريخ',
  people: 'بواسطة',
  by: (staffId, second) => (second === null ? `رقم ${staffId}` : `رقم ${staffId} مع رقم ${second}`),
  reason: 'السبب:',
  total: 'المبلغ المستحق رده',
  given: 'المبلغ المردود',
  rounding: 'منها تقريب النقود',
  reference: 'المرجع',
  worthless: 'تُسترجع هذه التذاكر من الزبون.',
  unsold: 'لم تُبع أي تذكرة: أُعيدت المقاعد للبيع.',
  notices: {
    cancelled: 'أُلغيت هذه التذاكر لدى خدمة التذاكر: لم تعد رموزها صالحة للدخول، وعادت المقاعد إلى البيع.',
    asked:
      'طُلب من خدمة التذاكر إلغاء هذه التذاكر ولم تُجب بعد. حتى ذلك الحين تبقى مباعة وقد تسمح رموزها بالدخول. أعطِ المنظّم أرقامها.',
    none: 'خدمة التذاكر لا تتيح الإلغاء: تبقى هذه التذاكر مباعة، وقد تسمح رموزها بالدخول، ولا تعود المقاعد إلى البيع. أعطِ المنظّم أرقامها.',
  },
  signatures: ['الزبون: استلمت المبلغ', 'المسؤول'],
}

const collectionSlip: CollectionSlipTexts = {
  'payment-open': {
    heading: 'قسيمة الاستلام',
    code: 'المرجع',
    amount: 'المبلغ المطلوب',
    todo: 'بعد قبول الدفع تنتظرك تذاكرك عند الكشك المذكور أعلاه: المس «استلام تذاكري» ثم أدخل المرجع أو أظهر الرمز المربع للقارئ. لا تدفع مرة ثانية. إن خُصم المبلغ ولم تعد المقاعد محفوظة فإن شباك التذاكر يردّه إليك مقابل هذه القسيمة.',
  },
  trouble: {
    heading: 'مرجع عملية الشراء',
    code: 'المرجع',
    amount: 'المبلغ',
    todo: 'أظهر هذه القسيمة لموظف أو في شباك التذاكر ليجد عملية شرائك. لا تدفع مرة ثانية.',
  },
  machine: 'الكشك',
  on: 'بتاريخ',
  seats: 'المقاعد',
  payment: 'الدفع',
  paymentReference: 'مرجع الدفع',
  noTicket: 'هذه القسيمة ليست تذكرة، وهي غير صالحة للدخول.',
}

const creditSlip: CreditSlipTexts = {
  heading: 'قسيمة استرداد',
  number: 'الرقم',
  worth: 'القيمة',
  why: {
    over: 'مبلغ زائد دُفع في شرائك',
    unpaid: 'عملية شراء لم تكتمل',
    returned: 'تذاكر رُدّ ثمنها',
  },
  machine: 'الكشك',
  on: 'التاريخ',
  copy: 'نسخة: لا يُستعمل الأصل ونسخه إلا مرة واحدة وبهذا المبلغ إجمالًا.',
  todo: {
    here: 'تُستعمل مرة واحدة، على الكشك المذكور أعلاه: عند الدفع أظهر الرمز المربع أو أدخل الرقم. وما يتبقى يعود إليك في قسيمة جديدة. ويستطيع موظف أن يدفعها لك نقدًا. بلا تاريخ انتهاء. احفظها جيدًا: من يحملها يستطيع استعمالها.',
    anywhere:
      'تُستعمل مرة واحدة، على أي كشك أو صندوق في هذا المكان: عند الدفع أظهر الرمز المربع أو أدخل الرقم. وما يتبقى يعود إليك في قسيمة جديدة. ويستطيع موظف أن يدفعها لك نقدًا. بلا تاريخ انتهاء. احفظها جيدًا: من يحملها يستطيع استعمالها.',
  },
  noTicket: 'هذه القسيمة ليست تذكرة: لا تصلح للدخول.',
}

const report: ReportTexts = {
  title: { X: 'تقرير X', Z: 'تقرير Z' },
  hint: { X: 'تقرير مرحلي: الوردية مستمرة.', Z: 'أُقفلت الوردية وتبدأ التالية.' },
  register: 'الصندوق',
  shift: 'الوردية',
  from: 'من',
  to: 'إلى',
  staff: 'الموظف',
  sales: 'المبيعات',
  tickets: 'التذاكر الصالحة',
  duplicates: 'النسخ المكررة المطبوعة',
  waiting: 'مبيعات لم تنتهِ',
  nothing: 'لا مبيعات في هذه الوردية.',
  byEvent: 'الإيراد الصافي حسب الفعالية',
  noZone: 'فئة غير معروفة',
  byTender: 'حسب وسيلة الدفع',
  refundsOf: (tender) => `${tender}، مبالغ مردودة`,
  terminalDay: 'إقفال يوم جهاز الدفع',
  dayStanding: 'إقفال اليوم',
  dayDone: 'تمّ',
  dayDue: 'لم يتمّ بعد',
  byTerminal: 'حسب جهاز الدفع',
  byBooks: 'حسب الصندوق',
  dayDifference: 'الفرق',
  byProvider: 'حسب المزوّد',
  providers: providerNames,
  taken: 'المقبوض',
  givenBack: 'المردود',
  open: 'بلا جواب بعد',
  refunding: 'ردّ جارٍ',
  unmatched: 'مبلغ مختلف مقبوض',
  byCashier: 'المبيعات حسب الموظف',
  nobody: 'دون موظف',
  takings: 'الإيراد',
  sold: 'تذاكر مبيعة',
  returned: 'تذاكر رُدّ ثمنها',
  net: 'الإيراد الصافي',
  owed: 'مبالغ لم تُرد بعد للزبائن',
  openSlips: 'قسائم استرداد لم تُستعمل',
  hubSlips: 'منها ما قد استُعمل في جهاز آخر',
  slipsPaid: 'قسائم استرداد رُدّت قيمتها',
  drawer: 'درج النقود',
  openingFloat: 'رصيد البداية',
  cash: 'نقد مقبوض',
  paidIn: 'إدخال نقد',
  paidOut: 'إخراج نقد',
  dropped: 'إيداعات الخزنة',
  expected: 'المتوقع في الدرج',
  counted: 'المعدود',
  uncounted: 'لم يُعدّ',
  noteBox: 'صندوق الأوراق النقدية',
  boxEmptied: 'أُفرغ وعُدّ',
  boxSince: 'آخر إفراغ',
  boxNever: 'لم يُفرغ قط',
  inBox: 'في صندوق الأوراق النقدية',
  unknownNotes: 'أوراق نقدية لا تُعرف قيمتها',
  boxOpen: 'مفتوح، لم يُعدّ بعد',
  blind: 'دون النقد: لم يُعدّ بعد',
  note: (money) => `ورقة نقدية من فئة ${money}`,
  coin: (money) => `قطعة من فئة ${money}`,
  over: 'زيادة',
  short: 'نقص',
  exact: 'لا فرق',
  openings: 'فتح الدرج دون بيع',
  perpetual: 'منذ أول عملية بيع',
  perpetualNet: 'المجموع الدائم الصافي',
  perpetualAbs: 'المجموع الدائم المطلق',
  anchor: 'نقطة تحقق السجل',
  anchorHint: 'احتفظ بهذه الورقة: تسمح بإثبات أن أسطر السجل لم تتغير منذ ذلك الحين.',
  rows: 'الأسطر',
  range: (first, last) => `من ${first} إلى ${last}`,
  head: (row) => `بصمة السطر ${row}`,
  key: 'المفتاح',
  code: 'رمز مربع موقَّع: السطر والمجاميع والمفتاح',
  signatures: ['أمين الصندوق', 'المسؤول'],
  page: (page, count) => `صفحة ${page} من ${count}`,
}

const testPage: TestPageTexts = {
  title: 'صفحة اختبار',
  edges: 'أطر على بعد 2 و4 و6 مم من الحافة: يجب أن يظهر إطارا 4 و6 مم كاملين.',
  ruler: (millimetres) => `يجب أن يكون طول هذه المسطرة ${millimetres} مم.`,
  code: 'يجب أن يُقرأ هذا الرمز المربع؛ وهو غير صالح للدخول.',
}

const tickets: Readonly<Record<Numerals, TicketTexts>> = { western: ticket('western'), arabic: ticket('arabic') }

export const paper: PaperTexts = {
  ticket: (numerals) => tickets[numerals],
  receipt,
  slip,
  collectionSlip,
  creditSlip,
  report,
  testPage,
}
