import type { LedgerMismatch, LedgerMemory } from '../../../shared/domain/fleet/readiness.ts'
import { inNumerals, type Numerals } from '../../../shared/domain/language.ts'
import type { PlainRefusal } from '../../../shared/domain/money/tender.ts'
import type { RefundClosedBy } from '../../../shared/domain/sale/open-payment.ts'
import { issues } from '../../../shared/i18n/ar/words.ts'
import type { StaffCase } from '../../../shared/api/kiosk/staff-cases.ts'
import type { PrinterRole, ReportPaper } from '../../../shared/api/kiosk/views.ts'
import { isolated } from '../dates.ts'
import type { Catalogue } from '../fr/catalogue.ts'

export function arFiles(n: (count: number) => string): Catalogue['files'] {
  return {
    search: 'البحث عن عملية بيع',
    hint: 'رقم أو مقعد أو مبلغ أو اسم أو هاتف أو ساعة',
    find: 'بحث',
    close: 'إغلاق',
    sameSeats: 'المقاعد نفسها',
    confirm: 'تأكيد',
    found: 'المبيعات التي وُجدت',
    soldAt: (when) => `بيعت في ${when}`,
    severalEvents: 'يطابق البحث عدة فعاليات: اختر عملية البيع بمفتاحَي السهمين للأعلى وللأسفل.',
    file: 'عملية البيع',
    story: 'ما حدث',
    latestOnly: (count) => `تظهر آخر ${n(count)} عملية بيع فقط: أضف المقعد أو الرقم أو الاسم أو الساعة.`,
    nothing: 'لا توجد عملية بيع مطابقة. ابحث بالمقعد أو الساعة أو المبلغ أو رقم التذكرة.',
    acts: {
      reprint: 'نسخة مكررة',
      refund: 'رد الثمن',
      void: 'إلغاء البيع',
      correct: 'تصحيح الدفع',
      pay: 'دفع المبلغ المستحق',
      slip: 'نسخة مكررة من الإيصال',
      invoice: 'فاتورة',
      'invoice-copy': 'إعادة طبع الفاتورة',
    },
    beforeReturn: 'خذ التذاكر من الزبون. يُطلب من خدمة التذاكر إلغاؤها، ويُطبع جوابها على إيصال رد المبلغ.',
    cancellation: {
      cancelled: 'أُلغيت التذاكر لدى خدمة التذاكر، وعادت المقاعد إلى البيع.',
      asked: 'طُلب من خدمة التذاكر إلغاء هذه التذاكر ولم تُجب بعد؛ تبقى هذه التذاكر مباعة حتى تؤكد الإلغاء.',
      none: 'خدمة التذاكر لا تتيح الإلغاء: تبقى هذه التذاكر مباعة لديها. خذها من الزبون وأعطِ المنظّم أرقامها.',
    },
    beforeCorrection: 'تتغير وسيلة الدفع فقط: تبقى التذاكر صالحة ولا يُردّ أي مبلغ.',
    whichPayment: 'أي دفعة؟',
    rightTender: 'وسيلة الدفع الفعلية',
    approval: 'رقم الموافقة أو العملية',
    correction: (was, is) => `${is} بدلًا من ${was}`,
    corrected: (tender, receipt) => `صُحّح الدفع: ${tender}. ${receipt}`,
    which: 'أي تذاكر؟',
    whichSlip: 'أي إيصال؟',
    over: 'طريقة الرد',
    receipt: 'رقم إيصال جهاز الدفع',
    handOver: 'سلّم المبلغ للزبون ثم أكّد.',
    reason: 'السبب',
    reasons: {
      reprint: ['ورق ممزق', 'طباعة سيئة', 'تذكرة ضائعة'],
      refund: ['الزبون لا يستطيع الحضور', 'أُلغيت الفعالية', 'لفتة تجارية'],
      void: ['خطأ في الكتابة', 'فعالية خاطئة', 'عدل الزبون عن الشراء'],
      correct: ['خطأ في الكتابة', 'دفع الزبون بوسيلة أخرى'],
      slip: ['ورق ممزق', 'طباعة سيئة', 'إيصال ضائع'],
    },
    second: 'يؤكد مسؤول',
    toGiveBack: 'المبلغ المستحق رده',
    returned: (amount) => `رُدّ ${amount}`,
    stillOwed: (amount) => `${amount} لم تُردّ بعد`,
    granted: (amount, slip) => `المستحق رده: ${amount}. ${slip}`,
    copiesOut: (out, wanted) =>
      out === wanted
        ? out === 1
          ? 'خرجت النسخة.'
          : `النسخ التي خرجت: ${n(out)}.`
        : `خرج ${n(out)} من ${n(wanted)}: افحص الطابعة ثم أعد المحاولة.`,
    slips: {
      printed: 'طُبع إيصال رد المبلغ: يجب توقيعه.',
      saved: 'حُفظ إيصال رد المبلغ في ملف.',
      failed: 'لم يُطبع إيصال رد المبلغ: افحص الطابعة ثم اطبع نسخة مكررة منه.',
      unknown: 'تحقق هل طُبع إيصال رد المبلغ.',
    },
    receipts: {
      printed: 'طُبع الإيصال المصحّح.',
      saved: 'حُفظ الإيصال المصحّح في ملف.',
      failed: 'لم يُطبع الإيصال المصحّح: افحص الطابعة ثم اطبع نسخة مكررة منه.',
      unknown: 'تحقق هل طُبع الإيصال المصحّح.',
    },
    invoices: {
      kinds: { invoice: 'فاتورة', 'credit-note': 'إشعار دائن' },
      company: 'الشركة',
      address: 'العنوان',
      taxNumber: 'الرقم الجبائي (اختياري)',
      which: 'أي فاتورة؟',
      once: 'لكل بيع فاتورة واحدة، للتذاكر التي لا تزال صالحة: تحقق قبل التأكيد.',
      total: 'مبلغ الفاتورة',
      erased: 'مُسحت البيانات',
      copy: (copies) => `DUPLICATA ${copies}`,
      fiscal: {
        waiting: 'في انتظار التوقيع الضريبي',
        signed: 'موقّعة',
        refused: (reason) => `رفضتها المصلحة الضريبية: ${reason}`,
      },
      resend: 'إعادة إرسال الفاتورة إلى المصلحة الضريبية',
      resubmit: 'رفضت المصلحة الضريبية هذه الفاتورة. صحّح السبب ثم أكّد لإرسالها ثانية.',
      unsigned: (name, state) =>
        ({
          waiting: `${isolated(name)}: طُبعت دون توقيع ضريبي. عند توقيعها اطبعها ثانية (F1): تلك هي الأصل.`,
          refused: `${isolated(name)}: رفضتها المصلحة الضريبية. لا تسلّم هذه الورقة. انظر السبب في البيع ثم صحّح الفاتورة (F1).`,
        })[state],
      damaged: (row) => `السطر ${row} من السجل غير مقروء: كان فيه فاتورة أو إشعار دائن لهذا البيع. اتصل بالدعم.`,
      out: (name, paper) =>
        ({
          printed: `${isolated(name)}: طُبعت.`,
          saved: `${isolated(name)}: حُفظت في ملف.`,
          failed: `${isolated(name)}: صدرت لكنها لم تُطبع. افحص الطابعة ثم اطبع نسخة مكررة.`,
          unknown: `${isolated(name)}: صدرت. تحقق هل طُبعت.`,
        })[paper],
    },
    paid: 'رُدّ المبلغ',
    owed: 'لم يُردّ بعد',
    change: (amount) => `الباقي ${amount}`,
    by: (staffId, second) => `رقم ${isolated(staffId)} مع رقم ${isolated(second)}`,
    who: (staffId) => `رقم ${isolated(staffId)}`,
    back: { refund: 'رُدّ ثمنها', void: 'أُلغيت', unsold: 'مقاعد لم تُبَع' },
    cancelledThere: 'أُلغيت لدى خدمة التذاكر',
    paper: (copy, state) => (copy === 0 ? `الأصل: ${state}` : `DUPLICATA ${copy}: ${state}`),
    papers: { queued: 'تنتظر', spooling: 'قيد الطباعة', printed: 'طُبعت', unknown: 'ربما طُبعت', failed: 'لم تُطبع' },
    payments: {
      started: 'بدأ',
      unknown: 'بلا جواب',
      approved: 'قُبض',
      refused: 'رُفض',
      cancelled: 'أُلغي',
      unavailable: 'تعذر الوصول',
      refunded: 'رُدّ',
    },
    states: {
      choosing: 'قيد الاختيار',
      holding: 'قيد حفظ المقاعد',
      held: 'مقاعد محفوظة',
      priced: 'تنتظر الدفع',
      paying: 'قيد الدفع',
      paid: 'مدفوعة',
      confirming: 'قيد التأكيد',
      unknown: 'طلب التأكيد بلا جواب',
      confirmed: 'مؤكدة',
      printing: 'قيد الطباعة',
      'print-unknown': 'تحقق من الطباعة',
      done: 'مباعة',
      releasing: 'قيد تحرير المقاعد',
      abandoned: 'متروكة',
      'refund-due': 'يجب رد ثمنها',
      refunded: 'رُدّ ثمنها',
      'needs-staff': 'تنتظر قرارًا',
    },
    told: {
      SEATS_CHOSEN: 'اختيرت المقاعد',
      CUSTOMER_RECORDED: 'سُجّل الزبون',
      FREE_ORDER_ACCEPTED: 'طلب مجاني',
      TENDER_APPROVED: 'قُبض المبلغ',
      TENDER_REFUSED: 'رُفض الدفع',
      TENDER_CANCELLED: 'أُلغي الدفع',
      PURCHASE_CONFIRMED: 'صدرت التذاكر',
      TICKETS_FOUND: 'صدرت التذاكر',
      PRINT_FINISHED: 'خرجت تذكرة',
      PRINT_FAILED: 'لم تُطبع تذكرة',
      REFUNDED: 'رُدّ المبلغ',
      REPRINT_REQUESTED: 'طُلبت نسخة مكررة',
      REPRINT_FINISHED: 'انتهت طباعة النسخة المكررة',
      TICKETS_REFUNDED: 'رُدّ ثمن تذاكر',
      TICKETS_VOIDED: 'أُلغي البيع',
      CANCELLATION_RESULT: 'جواب خدمة التذاكر عن الإلغاء',
      REFUND_PAID: 'رُدّ المبلغ',
      TENDER_CORRECTED: 'صُحّحت وسيلة الدفع',
      SLIP_COPIED: 'نسخة مكررة من الإيصال',
      INVOICE_ISSUED: 'صدرت فاتورة أو إشعار دائن',
      INVOICE_COPIED: 'نسخة مكررة من فاتورة',
      INVOICE_SIGNED: 'التوقيع الضريبي لفاتورة',
      INVOICE_REFUSED: 'فاتورة رفضتها المصلحة الضريبية',
      INVOICE_RESUBMITTED: 'فاتورة أُرسلت ثانية إلى المصلحة الضريبية',
      PAYMENT_FOUND: 'دفع تمّ لاحقًا',
      PAYMENT_CLOSED: 'دفع لم يتمّ',
      PAYMENT_UNRESOLVED: 'دفع بقي بلا جواب',
      PAYMENT_PAID_BACK: 'رُدّ مبلغ الدفع',
      REFUND_REQUESTED: 'طُلب ردّ المبلغ من المزوّد',
      REFUND_CLOSED: 'ردّ مبلغ لم يتمّ',
    },
  }
}

export const arPeople: Catalogue['people'] = {
  numberAndPin: 'رقمك ثم رمزك ثم مفتاح الإدخال.',
  number: 'الرقم',
  begin: 'تسجيل الدخول',
  recent: 'آخر المستخدمين',
  machine: 'رمز الجهاز',
  withoutNumber: (pin) => `عرض تجريبي: بلا رقم، الرمز ${isolated(pin)}`,
  demoChoice: 'عرض تجريبي: اختر من أنت ثم مفتاح الإدخال.',
  demoPeople: 'أشخاص العرض التجريبي',
  demoCode: (pin) => `الرمز ${isolated(pin)}`,
  demoSecond: (person, pin) => `عرض تجريبي: ${isolated(person)}، الرمز ${isolated(pin)}`,
  roles: { cashier: 'أمين الصندوق', supervisor: 'مسؤول', technician: 'تقني' },
}

export function arService(numerals: Numerals): Catalogue['service'] {
  const n = (count: number): string => inNumerals(String(count), numerals)
  return {
    title: 'حالة الجهاز',
    device: 'الجهاز',
    version: 'الإصدار',
    partner: 'خدمة التذاكر',
    printer: 'الطابعة',
    printers: 'الطابعات',
    printerRole: (role) => arPrinterRoles[role],
    paperLow: 'لفافة الورق على وشك الانتهاء: جهّز أخرى.',
    stoodIn: (count) => (count === 1 ? 'حلّت محل طابعة أخرى مرة واحدة.' : `مرات حلولها محل طابعة أخرى: ${n(count)}.`),
    ledger: 'السجل',
    partnerState: (state) => (state === 'up' ? 'تستجيب' : 'لا تستجيب'),
    ready: 'في الخدمة',
    unknown: 'غير معروف',
    full: 'القرص ممتلئ: البيع متوقف',
    sales: 'المبيعات',
    selling: { yes: 'ممكنة', partly: 'ممكنة، مع ملاحظات', no: 'غير ممكنة' },
    issues,
    resumeSales: 'استئناف المبيعات',
    shift: 'الوردية',
    shiftBody: 'يُظهر التقرير المرحلي الإيراد دون إقفال. وإقفال الوردية يُنهيها ويفتح التالية.',
    closeX: 'تقرير مرحلي',
    closeZ: 'إقفال الوردية',
    sureZ: 'نعم، إقفال الوردية',
    closed: (kind, shiftNo) =>
      kind === 'Z' ? `أُقفلت الوردية ${n(shiftNo)}` : `الوردية ${n(shiftNo)}: أُنشئ تقرير مرحلي`,
    takings: (tickets, money) => `عدد التذاكر: ${n(tickets)}، ${money}`,
    noTakings: 'لا مبيعات.',
    blind: 'تظهر مبالغ النقد بعد العدّ.',
    reportPaper: (paper) => arReportPapers[paper],
    reportFile: (file) => `حُفظ في: ${isolated(file)}`,
    printAgain: 'إعادة الطباعة',
    refresh: 'تحديث',
    quit: 'إيقاف البرنامج',
    quitNow: 'نعم، إيقافه',
    quitBody: 'تُغلق الشاشة ولا يبيع الجهاز شيئًا حتى يُعاد تشغيله.',
    calibration: 'قياس الشاشة',
    measureLead: 'ضع بطاقة مصرفية على الشاشة، ثم اضبط الإطار على حواف البطاقة.',
    cardFrame: 'إطار بطاقة مصرفية، 85.6 في 54 مم',
    shorter: 'تصغير الإطار',
    longer: 'تكبير الإطار',
    perMillimetre: (value) => isolated(`${inNumerals(value.toFixed(2), numerals)} px/mm`),
    line: 'طول الخط مقيسًا بالمسطرة',
    foot: 'ارتفاع أسفل الشاشة عن الأرض',
    millimetres: (digits) => `${inNumerals(digits, numerals)} مم`,
    save: 'حفظ',
    saved: 'حُفظ: يسري القياس على كل الشاشات.',
  }
}

const arReportPapers: Readonly<Record<ReportPaper, string>> = {
  printed: 'طُبع التقرير.',
  saved: 'لا طابعة للتقارير: حُفظ التقرير في ملف.',
  failed: 'لم يخرج التقرير من الطابعة.',
  unknown: 'افحص الطابعة: ربما خرج التقرير.',
}

const arPrinterRoles: Readonly<Record<PrinterRole, string>> = {
  tickets: 'تذاكر',
  receipts: 'إيصالات',
  reports: 'تقارير',
}

export function arShift(numerals: Numerals): Catalogue['shift'] {
  const n = (count: number): string => inNumerals(String(count), numerals)
  return {
    title: (shiftNo) => `الوردية ${n(shiftNo)}`,
    since: (when) => `منذ ${when}`,
    nothingYet: 'لا عمليات بعد.',
    drawer: 'درج النقود',
    float: 'رصيد البداية',
    unset: 'لم يُسجّل بعد',
    counted: 'المعدود',
    uncounted: 'لم يُعدّ بعد',
    over: (money) => `زيادة: ${money}`,
    short: (money) => `نقص: ${money}`,
    exact: 'لا فرق',
    beforeZ: {
      title: 'قبل الإقفال',
      nothing: (shiftNo) => `لا عمليات منذ إقفال الوردية ${n(shiftNo)}: لا شيء لإقفاله.`,
      uncounted: (currencies) => `لم يُعدّ الدرج (${isolated(currencies)}).`,
      openSales: (count) => `مبيعات لم تنته بعد: ${n(count)}.`,
      owed: (money) => `مبلغ يجب ردّه للزبائن: ${money}.`,
    },
    reporting: 'التقرير قيد الطباعة: انتظر لحظة.',
    terminalDay: {
      title: 'إقفال يوم جهاز الدفع',
      close: 'إقفال يوم جهاز الدفع',
      running: 'إقفال يوم جهاز الدفع جارٍ: دقيقة على الأكثر. اتركه مشغّلًا.',
      due: {
        'not-asked': 'لم يُقفل يوم جهاز الدفع بعد.',
        wanted: 'يرفض جهاز الدفع البطاقات ما لم يُقفل يومه.',
        unavailable: 'جهاز الدفع لا يستجيب: شغّله وافحص كابله، ثم أعد المحاولة.',
        unknown: 'النتيجة غير معروفة. انتظر لحظة ثم أعد إقفال اليوم: لا ضرر في تكراره.',
      },
      refused: {
        'provider-down': 'البنك لا يستجيب: أعد المحاولة لاحقًا.',
        'not-set-up': 'يرفض جهاز الدفع الطلب: أقفل يومه من قائمته، أو اتصل بخدمته الفنية.',
        declined: 'رفض جهاز الدفع الطلب دون ذكر سبب: انظر إلى شاشته، ثم أعد المحاولة.',
      },
      done: 'أُقفل يوم جهاز الدفع.',
      sums: (told, ours) => `${told} حسب جهاز الدفع، ${ours} حسب صندوق البيع`,
      exact: 'لا فرق',
      difference: (difference) => `الفرق: ${difference}`,
      untold: 'المجموع غير مذكور',
      again: 'اطبع تقرير الإقفال من جديد ليظهر فيه هذا المجموع.',
    },
    paidIn: 'نقد مُدخَل',
    paidOut: 'نقد مُخرَج',
    droppedInAll: 'إيداعات الخزنة',
    noteFloat: 'تسجيل رصيد البداية',
    payIn: 'إدخال نقد',
    paySlip: 'ردّ قيمة قسيمة نقدًا',
    paySlipBody: 'اكتب رقم قسيمة الاسترداد التي يسلمها الزبون. يؤكد مسؤول معك.',
    slipPaid: (amount) => `رُدّت قيمة القسيمة: سلّم الزبون ${amount} واحتفظ بالقسيمة.`,
    slipCopy: {
      lead: 'إن علقت الورقة أو ضاعت أو لم تؤخذ فاختر القسيمة. القسيمة التي استُعملت أو رُدّت قيمتها لا تُطبع ثانية.',
      paper: 'الورق',
      print: 'طباعة نسخة مكررة',
      copies: (copies) => (copies === 1 ? 'نسخة واحدة' : copies === 2 ? 'نسختان' : `عدد النسخ ${copies}`),
      out: {
        printed: (copy) => `طُبعت النسخة رقم ${copy}. لا تزيد قيمة الأصل والنسخ معًا على مبلغ القسيمة.`,
        failed: (copy) => `لم تخرج النسخة رقم ${copy}: افحص الطابعة ثم أعد المحاولة.`,
        unknown: (copy) => `تحقق هل خرجت النسخة رقم ${copy}.`,
      },
    },
    cashbox: {
      title: 'صندوق الأوراق النقدية',
      lead: 'يلزم شخصان: أحدهما يفتح الصندوق والآخر يؤكد. لا تُقبل الأوراق النقدية ما دام مفتوحًا.',
      waits: {
        'going-in': 'زبون يُدخل أوراقًا نقدية: انتظر حتى ينتهي.',
        'asked-about': 'بيع بأوراق نقدية ينتظر قرارًا: عُد أولًا إلى شاشة الموظفين وأجب.',
      },
      open: 'فتح الصندوق',
      openLead: 'أخرجا كل الأوراق النقدية وعدّاها معًا. لا يقبل القارئ أي ورقة نقدية حتى يُسجَّل العدّ.',
      opened: 'مفتوح',
      close: 'إغلاق دون عدّ',
      first: 'الشخص الأول',
      emptied: 'أُفرغ صندوق الأوراق النقدية',
      done: (amount, difference) => `إلى الخزنة: ${amount}. ${difference}. أعيدا الصندوق الفارغ إلى القارئ.`,
      never: 'لم يُفرغ قط',
    },
    payOut: 'إخراج نقد',
    drop: 'إيداع في الخزنة',
    dropped: 'إيداع في الخزنة',
    open: 'فتح الدرج',
    count: 'العدّ',
    floatBody: 'محتوى الدرج عند بدء الوردية.',
    payInBody: 'نقد وُضع في الدرج دون بيع.',
    payOutBody: 'نقد أُخذ من الدرج دون بيع.',
    dropBody: 'نقد نُقل من الدرج إلى الخزنة أثناء الوردية.',
    openBody: 'يُفتح الدرج دون بيع: اذكر السبب.',
    countBody: 'عُدّ كل فئة، واكتب 0 إن كان الدرج فارغًا. يظهر المبلغ المتوقع بعد العدّ.',
    amount: 'المبلغ',
    reason: 'السبب',
    record: 'حفظ',
    handOver: 'تسليم الدرج إلى زميل',
    receiver: 'من يستلم الدرج؟',
    total: 'مجموع المعدود',
    note: (money) => `أوراق نقدية من فئة ${money}`,
    coin: (money) => `قطع من فئة ${money}`,
    sum: (currency) => `المبلغ بعملة ${currency}`,
    opened: 'الدرج مفتوح.',
    notOpened: 'سُجّل، لكن الدرج لم يُفتح: استعمل المفتاح.',
    recorded: 'سُجّل.',
    reasonsIn: ['إحضار فكّة', 'تكملة رصيد البداية', 'تصحيح خطأ في الباقي', 'سبب آخر (مدوَّن على حدة)'],
    reasonsOut: ['تسليم فكّة', 'رد مبلغ يدويًا', 'سبب آخر (مدوَّن على حدة)'],
    reasonsOpen: ['صرف فكّة', 'تفقّد المحتوى', 'ورقة نقدية عالقة', 'سبب آخر (مدوَّن على حدة)'],
  }
}

export function arStaffDesk(n: (count: number) => string): Catalogue['staffDesk'] {
  return {
    title: 'شاشة الموظفين',
    pinBody: 'أدخل رمزك لترى القرارات المنتظرة وحالة الجهاز.',
    none: 'لا قرار منتظر',
    noneBody: 'يظهر هنا ما يحتاج إلى قرار.',
    close: 'إغلاق',
    of: (index, count) => (count === 1 ? 'قرار واحد منتظر' : `القرار ${n(index)} من ${n(count)}`),
    question: (question) => questions[question],
    documentQuestion: (name, amount) => `هل استلمت المستند بقيمة ${amount} (${name})؟ ابحث عنه.`,
    documentNumber: 'رقم المستند',
    moneyMovedQuestion: (tender, amount, tenders) =>
      tender === 'cash'
        ? `هل استلمت ${amount} نقدًا؟ عُدّ ما في الدرج.`
        : tender === null
          ? `هل دفع الزبون ${amount}؟ تحقق من سجل جهاز الدفع والحساب لدى المزوّد.`
          : tender === 'card'
            ? `هل دفع الزبون ${amount} بالبطاقة؟ تحقق من سجل جهاز الدفع.`
            : tender === 'notes'
              ? `هل الورقة النقدية بقيمة ${amount} في صندوق الأوراق النقدية؟ افتح الكشك وتحقق.`
              : tender === 'credit-slip'
                ? `هل استُعملت في هذا البيع قسيمة استرداد قيمتها ${amount}؟ يسأل الجهاز الخادم: انتظر إن استطعت.`
                : `هل دفع الزبون ${amount} عبر ${tenders[tender]}؟ تحقق من الحساب لدى المزوّد.`,
    rowsLost: 'ضاع جزء من سجل هذا البيع. تحقق من أن الزبون لم يستلم تذاكره أو ماله من قبل.',
    unknownTender: 'غير معروف',
    paymentReference: 'مرجع الدفع',
    order: 'رقم عملية البيع',
    find: 'البحث عن عملية بيع',
    findBody: 'المس عملية البيع، أو ابحث بالمقعد أو الساعة أو المبلغ أو آخر أرقام الهاتف أو المرجع.',
    notFound: 'لم يُعثر على عملية بيع في هذا الجهاز. تحقق مما أدخلته.',
    hubAway: 'الخادم لا يجيب: البحث يشمل مبيعات هذا الجهاز فقط.',
    soldElsewhere: 'بيع في جهاز آخر',
    printCopies: (count) => (count > 1 ? `طباعة النسخ المكررة: ${n(count)}` : 'طباعة النسخة المكررة'),
    paidBy: 'الدفع',
    moneyMoved: 'نعم، تم الدفع',
    moneyNotMoved: 'لا، لم يتم الدفع',
    askAgain: 'طلب التذاكر من جديد',
    giveBack: 'ردّ المبلغ',
    handedOut: 'سُلّمت التذاكر بطريقة أخرى',
    askLast: 'التحقق لدى خدمة التذاكر',
    lookFirst: 'بيع مدفوع بلا تذاكر. تحقق أولًا لدى خدمة التذاكر: إن وُجدت التذاكر طُبعت ولا شيء يُردّ.',
    notAsked: 'تعذّر الاتصال بخدمة التذاكر. اتصل بها هاتفيًا قبل ردّ المبلغ: إن باعت هذه المقاعد فعليها إلغاؤها.',
    ticketsShown: 'لدى خدمة التذاكر تذاكر لهذا البيع. اطلب منها إلغاءها قبل ردّ المبلغ.',
    printNow: 'طباعة التذاكر',
    stillAsked:
      'لا جواب من المزوّد بعد؛ يواصل الجهاز المحاولة. إن أجبت «لا» استمر البيع من دون هذا الدفع. وإن تمّ لاحقًا فردّ مبلغه من هنا.',
    tookOtherwise: (sum) => `يذكر المزوّد مبلغًا آخر: ${sum}. أجب «لا»، ثم يمكن ردّه من هنا.`,
    mayStillSell: 'قد يكتمل البيع بعد. انتظر إن استطعت.',
    reprint: 'طباعة التذاكر',
    paperSeen: 'نعم، خرجت',
    paperNotSeen: 'لا، اطبع',
    approval: 'رقم الموافقة أو العملية، إن وُجد',
    operatorNumber: 'مرجع المزوّد',
    refundNumber: 'رقم ردّ المبلغ',
    refundOver: (tender) => `ردّ المبلغ عبر ${tender}`,
    refundMade: 'نعم، رُدّ بهذا الرقم',
    refundNotMade: 'لا، لم يُردّ شيء',
    refundSince: 'طُلب في',
    refundReference: 'مرجع ردّ المبلغ',
    refundFailed: (by, reason) => refusals[by](refundReasons[reason as PlainRefusal] ?? reason),
    receipt: 'رقم إيصال ردّ المبلغ',
    paidBack: 'تسجيل ردّ المبلغ',
    note: 'مرجع ملاحظتك',
    settled: 'تسجيل المعالجة',
    ownerRef: 'مرجع خدمة التذاكر',
    shown: 'التذاكر لدى خدمة التذاكر',
    shownNothing: 'لا تذاكر',
    gapSince: 'آخر سطر قبل الحادث',
    gapFound: 'اكتُشف',
    gapRows: 'السطور الضائعة',
    gapRowsAtLeast: (rows) => (rows === null ? 'العدد غير معروف' : `${n(rows)} على الأقل`),
    gapRemembered: 'أثرها محفوظ في',
    memory: (memory) => memories[memory],
    strayPaidOut: 'رُدّ المبلغ للزبون من الدرج',
    strayKept: 'تُترك في صندوق الأوراق النقدية حتى العدّ',
    strayFound: 'دخلت في',
    strayUnknown: 'القيمة غير معروفة',
    newKey: 'المفتاح الجديد',
    hubSays: 'ما لاحظه الخادم',
    hubDoubt: (doubt) => doubts[doubt],
    hubRow: 'آخر سطر يعرفه الخادم',
    previous: 'السابق',
    next: 'التالي',
  }
}

const questions: Readonly<Record<StaffCase['question'], string>> = {
  collect: 'بيع دُفع ثمنه بعد انصراف الزبون. اطبع التذاكر حين يأتي لاستلامها.',
  'money-moved': 'هل دفع الزبون؟',
  'service-unreachable':
    'بيع مدفوع، ولم تؤكده خدمة التذاكر بعد. يواصل الجهاز المحاولة تلقائيًا. إن طال ذلك فاتصل بخدمة التذاكر، ثم ردّ المبلغ، أو سلّم التذاكر بطريقة أخرى وسجّل ذلك هنا.',
  'tickets-mismatched': 'تذاكر خدمة التذاكر لا تطابق الطلب. اتصل بخدمة التذاكر ثم اطلب التذاكر من جديد، أو ردّ المبلغ.',
  'payment-open':
    'استمر البيع من دون هذا الدفع، ولم يجب المزوّد بعد. يواصل الجهاز المحاولة: إن تمّ الدفع فردّ مبلغه من هنا.',
  'payment-unresolved': 'استمر البيع من دون هذا الدفع، ولم يجب المزوّد قط. تحقق من الحساب لدى المزوّد: هل دفع الزبون؟',
  'payment-found': 'استمر البيع من دون هذا الدفع، ثم تمّ بعد ذلك. ردّ المبلغ للزبون، ثم أدخل رقم ردّه.',
  'refund-open':
    'طُلب من المزوّد ردّ هذا المبلغ ولم يجب بعد. يواصل الجهاز المحاولة: لا تردّ المبلغ بطريقة أخرى. إن طال ذلك فتحقق من الحساب لدى المزوّد: هل رُدّ المبلغ؟',
  'pay-back': 'بيع مدفوع بلا تذاكر. ردّ المبلغ للزبون، ثم أدخل رقم الإيصال.',
  reprint: 'بيع مدفوع ومؤكد، لكن تذاكر لم تخرج. افحص الطابعة، ثم اطبع.',
  'paper-out':
    'بيع مدفوع ومؤكد. هل خرجت هذه التذاكر؟ افحص الطابعة؛ والتذكرة المطبوعة من جديد تحمل علامة النسخة المكررة.',
  'rows-lost':
    'فُقد جزء من سجل هذا الجهاز. يسأل الجهاز تلقائيًا خدمة التذاكر وجهاز الدفع عن هذا البيع. إن لم يأتِ جواب فتحقق لديهما، وعالج البيع، ثم سجّل معالجته.',
  unreconciled:
    'فُقد جزء من سجل هذا الجهاز، ولا خدمة التذاكر ولا جهاز الدفع يفسّران هذا البيع. تحقق لديهما وفي الدرج، وعالج البيع، ثم سجّل معالجته.',
  'note-unallocated':
    'دخلت ورقة نقدية إلى صندوق الأوراق النقدية بلا بيع، بعد انقطاع التيار أو الاتصال. إن كان الزبون معروفًا فأعطه المبلغ نفسه نقدًا، وإلا فاترك الورقة النقدية في الصندوق حتى العدّ.',
  'ledger-gap': 'ضاعت سطور من السجل: قد تنقصه مبيعات جرت بين هذين الوقتين. قارن الدرج وجهاز الدفع وخدمة التذاكر.',
  'ledger-key':
    'يستمر السجل بمفتاح جديد: ضاع المفتاح القديم. على مسؤول الخادم الموافقة على المفتاح الجديد؛ وبلا خادم، اذكر من غيّره واحتفظ بتقرير الإقفال التالي.',
  'ledger-hub':
    'لا يتعرّف خادم الموقع على سجل هذا الجهاز. اتصل بمسؤول الخادم: يقبل هذا السجل، أو يطلب استعادة النسخة الصحيحة منه.',
  'purchase-refused':
    'بيع مدفوع، لكن خدمة التذاكر رفضته. يواصل الجهاز المحاولة ما دام حفظ المقاعد ممكنًا؛ وبعد ذلك يُردّ المبلغ من هنا. لاستئناف المبيعات اختر «استئناف المبيعات» في «حالة الجهاز»، أو في المكتب، صفحة «الجهاز».',
  'storage-full':
    'القرص ممتلئ: هذا البيع ينتظر التسجيل. حرّر مساحة على القرص فيُستأنف تلقائيًا. وحتى ذلك الحين لا تطفئ الجهاز.',
  restart: 'حدث خلل في الجهاز أثناء هذا البيع. أعد تشغيله: يُستأنف البيع من حيث توقف.',
}

const memories: Readonly<Record<LedgerMemory, string>> = {
  anchor: 'نقطة تحقق السجل',
  roll: 'لفافة المراقبة',
  backup: 'نسخة احتياطية',
  archive: 'أرشيف',
  report: 'تقرير إقفال مطبوع',
}

const doubts: Readonly<Record<LedgerMismatch, string>> = {
  shorter: 'تنقص هذا السجل سطور يعرفها الخادم',
  forked: 'سطر يعرفه الخادم جرى تغييره',
  'another-key': 'هذا السجل موقّع بمفتاح لا يعرفه الخادم',
  'another-ledger': 'يعرف الخادم سجلًا آخر لهذا الجهاز',
}

const refusals: Readonly<Record<RefundClosedBy, (reason: string) => string>> = {
  provider: (reason) => `رفض المزوّد ردّ المبلغ: ${reason}. اطلبه من جديد، أو ردّ المبلغ بطريقة أخرى.`,
  unsent: () => 'تعذّر الاتصال بالمزوّد، فلم يُطلب ردّ المبلغ. أعد المحاولة لاحقًا، أو ردّ المبلغ بطريقة أخرى.',
  staff: () => 'رأى موظف لدى المزوّد أن شيئًا لم يُردّ: ردّ المبلغ بطريقة أخرى.',
}

const refundReasons: Readonly<Record<PlainRefusal, string>> = {
  declined: 'دون ذكر سبب',
  'timed-out': 'انقضت المهلة',
  'not-enough-money': 'الرصيد غير كافٍ في حسابكم التجاري',
  'over-limit': 'تجاوز الحد المسموح',
  'unknown-payer': 'لم يعد للزبون حساب',
  'provider-down': 'خدمة المزوّد متوقفة',
  'not-set-up': 'عقدكم أو إعداداتكم لا تسمح بذلك',
}
