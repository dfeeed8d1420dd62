import { paperNames } from '../../../shared/domain/documents/paper.ts'
import {
  MAX_SELLER_TEXT,
  MAX_SMALL_PRINT,
  MAX_TENDER_NAME,
  numberLimits,
  type NumberLimits,
} from '../../../shared/domain/text-forms.ts'
import { keyName } from '../../../shared/domain/desk/shortcuts.ts'
import type { frSettingWords } from '../fr/settings.ts'
import { isolated } from '../numerals.ts'
import { commandName } from '../command-name.ts'
import type { SettingFaultWords, SettingNames } from '../setting-fault.ts'

const list = new Intl.ListFormat('ar', { type: 'conjunction' })

export const arSettingNames: SettingNames = {
  language: 'اللغة',
  theme: 'المظهر',
  numerals: 'الأرقام في النصوص العربية',
  timeZone: 'المنطقة الزمنية للموقع',
  maxSeats: 'أقصى عدد للمقاعد في عملية البيع',
  groupSeats: 'أقصى عدد للمقاعد في عملية البيع (الصندوق)',
  spaceReleaseMinutes: 'بيع أماكن الكراسي المتحركة للجميع (بالدقائق قبل الفعالية)',
  lockAfterMinutes: 'القفل التلقائي (بالدقائق دون استعمال)',
  customerDisplay: 'شاشة الزبون',
  tenders: 'وسائل الدفع',
  'tenderNames.card': 'الاسم المعروض للبطاقة',
  'tenderNames.cash': 'الاسم المعروض للنقد',
  'tenderNames.notes': 'الاسم المعروض للأوراق النقدية',
  'tenderNames.mobile-money': 'الاسم المعروض لموبايل موني',
  'tenderNames.orange-money': 'الاسم المعروض لأورنج موني',
  'tenderNames.mtn-momo': 'الاسم المعروض لإم تي إن مومو',
  tenderBudgetSeconds: 'حفظ المقاعد: أقل وقت باقٍ لبدء الدفع (بالثواني)',
  'refundRule.fr': 'قاعدة الاسترداد بالفرنسية',
  'refundRule.en': 'قاعدة الاسترداد بالإنجليزية',
  'refundRule.pt': 'قاعدة الاسترداد بالبرتغالية',
  'refundRule.ar': 'قاعدة الاسترداد بالعربية',
  terminalSide: 'مكان جهاز الدفع',
  ticketSlot: 'مكان خروج التذاكر',
  noteSlot: 'مكان قارئ الأوراق النقدية',
  helpPlace: 'مكان الموظف',
  soundVolume: `مستوى الأصوات (من ${numberLimits.soundVolume.min} إلى ${numberLimits.soundVolume.max})`,
  'updates.openingHours': 'ساعات العمل',
  'shifts.closeAt': 'ساعة إقفال الوردية',
  'shifts.cashierMoves': 'أقصى إيداع أو سحب نقدي يسجّله أمين الصندوق وحده',
  'shifts.archiveFolder': 'مجلد الأرشيف',
  'printers.tickets': 'طابعة التذاكر',
  'printers.receipts': 'طابعة الإيصالات',
  'printers.reports': 'طابعة التقارير',
  'tickets.paper': 'ورق التذاكر',
  'tickets.selfCheck': 'التحقق من الرمز المربع لكل تذكرة قبل طباعتها',
  'tickets.folder': 'مجلد التذاكر',
  'tickets.deleteAfterHours': 'حذف التذاكر المحفوظة (بالساعات بعد الفعالية)',
  'tickets.logo': 'الشعار على التذاكر (ملف)',
  'tickets.sponsor': 'شعار الراعي على التذاكر (ملف)',
  'tickets.notice.fr': 'تنبيه على التذاكر بالفرنسية',
  'tickets.notice.en': 'تنبيه على التذاكر بالإنجليزية',
  'tickets.notice.pt': 'تنبيه على التذاكر بالبرتغالية',
  'tickets.notice.ar': 'تنبيه على التذاكر بالعربية',
  'seller.name': 'اسم البائع على الإيصالات',
  'seller.address': 'عنوان البائع',
  'seller.taxNumber': 'الرقم الجبائي',
  'seller.contact': 'وسيلة الاتصال بالبائع (هاتف أو بريد إلكتروني)',
  'seller.taxRate': 'الضريبة على القيمة المضافة المشمولة في الأسعار، بالمئة',
}

export const arSettingWords: typeof frSettingWords = {
  parts: { sale: 'البيع', hours: 'الأوقات', printers: 'الطابعات', tickets: 'التذاكر', keys: 'مفاتيح الصندوق' },
  leads: {
    hours: 'تُثبَّت التحديثات خارج ساعات العمل. بلا ساعات عمل لا يُثبَّت أي تحديث تلقائيًا. تسري هذه الساعات فور حفظها.',
    printers: 'الطابعة الأولى في كل قائمة تطبع، فإن توقفت حلّت التالية محلها.',
    keys: 'لكل أمر مفتاحه، ولكل مفتاح أمر واحد.',
  },
  usual: (value) => `الافتراضي: ${value}`,
  opens: 'الفتح',
  closes: 'الإغلاق',
  hours: (from, to) => (from === to ? 'مغلق دائمًا' : `من ${from} إلى ${to}${to < from ? ' من اليوم التالي' : ''}`),
  orElse: 'إن توقفت',
  nobody: 'لا غيرها',
  rank: (name, rank) => (rank === 1 ? `${name}: الأولى` : `${name}: البديلة ${rank - 1}`),
  keyOf: (command) => `المفتاح: ${command}`,
}

const number = ({ min, max }: NumberLimits): string => `اكتب عددًا من ${min} إلى ${max}`
const atMost = (max: number): string => `اكتب ${max} حرفًا على الأكثر.`

export const arSettingFaults: SettingFaultWords = {
  names: arSettingNames,
  about: (name, sentence) => `${name}: ${sentence}`,
  expected: {
    language: 'اختر لغة متاحة على هذا الجهاز.',
    timeZone: 'اكتب منطقة زمنية من IANA مثل Africa/Conakry؛ إن تُرك الحقل فارغًا: منطقة هذا الجهاز.',
    maxSeats: `${number(numberLimits.maxSeats)}.`,
    groupSeats: `${number(numberLimits.groupSeats)}.`,
    spaceReleaseMinutes: `${number(numberLimits.spaceReleaseMinutes)}؛ 0: فقط بعد بيع بقية مقاعد القطاع.`,
    soundVolume: `${number(numberLimits.soundVolume)}؛ و0 يوقف الصوت.`,
    lockAfterMinutes: `${number(numberLimits.lockAfterMinutes)}؛ و0: أبدًا.`,
    tenders: 'أبقِ واحدة على الأقل.',
    tenderNames: `اكتب اسمًا في سطر واحد من ${MAX_TENDER_NAME} حرفًا على الأكثر.`,
    tenderBudgetSeconds: `${number(numberLimits.tenderBudgetSeconds)}.`,
    'updates.openingHours': 'اكتب الساعتين مثل 08:00 و23:00، أو اتركهما معًا.',
    'shifts.closeAt': 'اكتب ساعة مثل 23:30.',
    'shifts.cashierMoves': `${number(numberLimits.cashierMoves)} بوحدات العملة وبلا فواصل مثل 500000؛ و0: دائمًا مع مسؤول.`,
    'seller.taxRate': `${number(numberLimits.taxRate)}.`,
    seller: atMost(MAX_SELLER_TEXT),
    refundRule: atMost(MAX_SMALL_PRINT),
    'tickets.notice': atMost(MAX_SMALL_PRINT),
    'tickets.paper': `اكتب ${paperNames.map(isolated).join(' أو ')}، أو قياسًا بالمليمتر مثل ${isolated('210x74')}.`,
    'tickets.deleteAfterHours': 'اكتب عددًا من 1 إلى 168.',
    'tickets.logo': 'هذا الملف غير موجود؛ اكتب مساره كاملًا.',
    'tickets.sponsor': 'هذا الملف غير موجود؛ اكتب مساره كاملًا.',
  },
  causes: {
    'same-key': ({ key, commands }, desk) =>
      `المفتاح ${isolated(keyName(key))} مخصّص لأكثر من أمر: ${list.format(commands.map((each) => `«${commandName(desk, each)}»`))}. اختر مفتاحًا آخر لأحدها.`,
    'no-shortcut': ({ key }) =>
      `لا يصلح ${isolated(keyName(key))} مفتاحًا للصندوق: اختر من ${isolated('F1')} إلى ${isolated('F12')}، أو ${isolated('Ctrl')} أو ${isolated('Alt')} مع حرف.`,
    'not-attended': () =>
      'لا يستطيع الكشك استعمال جهاز دفع مستقل: لا يوجد أمين صندوق ليؤكد الدفع. أبقِ النقد ووسائل الدفع الخاصة بمزوّد.',
    'cash-without-pin': () => 'يتطلب النقد رمز الجهاز الذي يُختار عند تجهيزه: أبقِ وسيلة دفع أخرى.',
    'printer-unknown': ({ printer }) => `لم تعد «${isolated(printer)}» بين الطابعات: اختر غيرها.`,
    'printer-idle': ({ printer }) => `لن تطبع «${isolated(printer)}» شيئًا بعد ذلك: أعطها أولًا استعمالًا آخر.`,
    'printer-twice': () => 'ذُكرت طابعة مرتين في القائمة: احذف إحدى المرتين.',
    'in-training': () => 'لا تُغيَّر الإعدادات في التدريب: أنهِ التدريب أولًا.',
    'nothing-to-read-back': () => 'يتحقق هذا الجهاز من الرمز المربع للتذاكر التي يطبعها: أبقِ طابعة للتذاكر.',
  },
}
