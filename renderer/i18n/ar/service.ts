import { obstacles } from '../../../shared/i18n/ar/obstacles.ts'
import type { PrinterRole, ReportPaper } from '../../../shared/kiosk-api/views.ts'
import type { Catalogue } from '../fr/catalogue.ts'
import { inNumerals, isolated, type Numerals } from '../numerals.ts'

export function arService(numerals: Numerals): Catalogue['service'] {
  const n = (count: number): string => inNumerals(String(count), numerals)
  return {
    title: 'حالة الجهاز',
    device: 'الجهاز',
    version: 'الإصدار',
    partner: 'مكتب التذاكر',
    printer: 'الطابعة',
    printers: 'الطابعات',
    printerRole: (role) => arPrinterRoles[role],
    paperLow: 'تكاد لفافة الورق تنتهي: جهّز أخرى.',
    stoodIn: (count) => (count === 1 ? 'حلّت محل طابعة أخرى مرة واحدة.' : `مرات حلولها محل طابعة أخرى: ${n(count)}.`),
    ledger: 'السجل',
    partnerState: (state) => (state === 'up' ? 'يجيب' : 'لا يجيب'),
    ready: 'في الخدمة',
    unknown: 'غير معروف',
    full: 'ممتلئ: لا يبدأ أي بيع',
    sales: 'المبيعات',
    selling: { yes: 'ممكنة', partly: 'ممكنة جزئيًا', no: 'غير ممكنة' },
    obstacles,
    resumeSales: 'استئناف المبيعات',
    shift: 'مناوبة الصندوق',
    shiftBody: 'القراءة تُظهر الإيراد ولا تُقفل شيئًا. الإقفال يُنهي المناوبة ويبدأ التالية.',
    closeX: 'قراءة المناوبة',
    closeZ: 'إقفال المناوبة',
    sureZ: 'نعم، إقفال المناوبة',
    closed: (kind, shiftNo) => (kind === 'Z' ? `أُقفلت المناوبة ${n(shiftNo)}` : `قُرئت المناوبة ${n(shiftNo)}`),
    takings: (tickets, money) => `عدد التذاكر: ${n(tickets)}، ${money}`,
    noTakings: 'لا مبيعات.',
    blind: 'تظهر مبالغ النقد بعد العدّ.',
    reportPaper: (paper) => arReportPapers[paper],
    reportFile: (file) => `حُفظ في: ${isolated(file)}`,
    printAgain: 'إعادة الطباعة',
    refresh: 'فحص جديد',
    quit: 'إيقاف البرنامج',
    quitNow: 'نعم، إيقافه',
    quitBody: 'تُغلق الشاشة ولا يبيع الجهاز شيئًا حتى يُعاد تشغيله.',
    calibration: 'قياس الشاشة',
    measureLead: 'ضع بطاقة مصرفية داخل الإطار: يجب أن يطابق حوافها.',
    cardFrame: 'إطار بطاقة مصرفية، 85.6 في 54 مم',
    shorter: 'تصغير الإطار',
    longer: 'تكبير الإطار',
    perMillimetre: (value) => isolated(`${inNumerals(value.toFixed(2), numerals)} px/mm`),
    line: 'طول الخط بالمسطرة',
    foot: 'من الأرض إلى أسفل الشاشة',
    millimetres: (digits) => `${inNumerals(digits, numerals)} مم`,
    save: 'حفظ',
    saved: 'حُفظ القياس: كل الشاشات بهذا القياس الآن.',
  }
}

const arReportPapers: Readonly<Record<ReportPaper, string>> = {
  printed: 'طُبع التقرير.',
  saved: 'لا طابعة للتقارير هنا: يكفي الملف.',
  failed: 'لم يخرج التقرير من الطابعة.',
  unknown: 'انظر إلى الطابعة: ربما خرج التقرير.',
}

const arPrinterRoles: Readonly<Record<PrinterRole, string>> = {
  tickets: 'تذاكر',
  receipts: 'إيصالات',
  reports: 'تقارير',
}
