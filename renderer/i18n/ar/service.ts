import { inNumerals, type Numerals } from '../../../shared/domain/language.ts'
import { obstacles } from '../../../shared/i18n/ar/words.ts'
import type { PrinterRole, ReportPaper } from '../../../shared/kiosk-api/views.ts'
import type { Catalogue } from '../fr/catalogue.ts'
import { isolated } from '../numerals.ts'

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
    obstacles,
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
