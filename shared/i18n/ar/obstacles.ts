import type { PrinterFault, WayDown } from '../../domain/fleet/readiness.ts'
import {
  eventNames,
  isBeingEmptied,
  isOfNotes,
  isTurnedAway,
  refusalCode,
  span,
  type Advice,
  type ObstacleTexts,
} from '../obstacle-texts.ts'
import { isNotes } from '../../domain/money/tender.ts'
import type { TenderNames } from '../texts.ts'
import type { TermsSetting } from '../../domain/terms.ts'

const units = { minutes: 'دقيقة', hours: 'ساعة', days: 'يومًا' }
const enter = 'اكتبه في «رموز الدخول»: في مكتب الصندوق، أو على شاشة الموظفين في الكشك.'

const faults = {
  'no-answer': 'لا يستجيب',
  'turned-away': 'يرفض هذا الجهاز',
  'not-there': 'قارئ الأوراق النقدية لا يستجيب',
  'box-full': 'صندوق الأوراق النقدية ممتلئ',
  'box-out': 'صندوق الأوراق النقدية ليس في مكانه',
  jammed: 'ورقة نقدية عالقة',
  cheated: 'محاولة غش',
  'other-currency': 'القارئ يقبل عملة أخرى',
  'being-emptied': 'صندوق الأوراق النقدية مفتوح ولم ينتهِ العدّ',
  'out-of-order': 'القارئ معطل',
}
const saidOf = (ways: readonly WayDown[], names: TenderNames, comma: string): string =>
  ways.map(({ tender, fault }) => `${names[tender]}${isNotes(tender) ? ': ' : ' '}${faults[fault]}`).join(comma)

/** What stops a printer, and what to do about it. */
export const printerAdvice: Readonly<Record<PrinterFault, Advice>> = {
  offline: { what: 'لا تستجيب', todo: 'تحقق من كابل الطابعة وتغذيتها.' },
  'paper-out': { what: 'نفد الورق', todo: 'ضع الورق.' },
  jammed: { what: 'ورق عالق', todo: 'افتح الطابعة وأخرج الورق العالق.' },
  stopped: { what: 'متوقفة', todo: 'أعد تشغيل قائمة الطباعة.' },
  missing: { what: 'غير موجودة', todo: 'تحقق من كابل الطابعة وتغذيتها.' },
}

const terms: Readonly<Record<TermsSetting, string>> = {
  'seller.name': 'اسم البائع',
  'seller.address': 'عنوان البائع',
  'seller.contact': 'وسيلة الاتصال بالبائع',
  'terms.conditions': 'شروط البيع',
  'terms.privacy': 'إشعار الخصوصية',
}

export const obstacles: ObstacleTexts = {
  training: () => ({ what: 'الصندوق في وضع التدريب: لا بيع حقيقيًا', todo: 'أنهِ التدريب على شاشته ثم سجّل الدخول.' }),
  'partner-unreachable': () => ({
    what: 'خدمة التذاكر لا تجيب هذا الجهاز',
    todo: 'تحقق من الاتصال بالشبكة. إذا كانت الأجهزة الأخرى تبيع، فشغّل «guichet doctor» على هذا الجهاز.',
  }),
  'clock-off': ({ minutes, refused }) => ({
    what: `ساعة الجهاز ${minutes > 0 ? 'متقدمة' : 'متأخرة'} بمقدار ${span(minutes, units)}${refused ? ': خدمة التذاكر ترفض الجهاز' : ''}`,
    todo: 'اضبط تاريخ الحاسوب ووقته وفعّل الضبط التلقائي. يُستأنف البيع بعد ذلك تلقائيًا.',
  }),
  'not-let-in': (refusal) => ({
    what: `خدمة التذاكر ترفض هذا الجهاز (${refusalCode(refusal)})`,
    todo: 'يبيّن «guichet doctor» الخطأ: رمز الشريك أو اسم المفتاح أو السر. صحّحه عبر «إعادة التجهيز» في الكشك، وعبر «guichet setup» في الصندوق.',
  }),
  'not-understood': ({ detail }) => ({
    what: `رد غير صحيح من خدمة التذاكر (${detail})`,
    todo: 'تحقق من عنوان خدمة التذاكر ثم اتصل بها: يبيّن «guichet doctor» ما ينقص.',
  }),
  'access-code-missing': (met) => ({
    what: `رمز الدخول ناقص${met.all ? '، ولا شيء معروض للبيع' : ''}: ${eventNames(met, '، ')}`,
    todo: `اطلب الرمز من خدمة التذاكر. ${enter}`,
  }),
  'access-code-refused': (met) => ({
    what: `رمز الدخول مرفوض${met.all ? '، ولا شيء معروض للبيع' : ''}: ${eventNames(met, '، ')}`,
    todo: `الرمز خطأ أو جُدِّد. اطلب الجديد من خدمة التذاكر. ${enter}`,
  }),
  'session-refused': (met) => ({
    what: `خدمة التذاكر لا تفتح البيع (${refusalCode(met)}): ${eventNames(met, '، ')}`,
    todo: 'اسأل خدمة التذاكر هل هذا البيع مفتوح، واذكر لها هذا الرمز.',
  }),
  'purchases-refused': (refusal) => ({
    what: `خدمة التذاكر ترفض عمليات الشراء (${refusalCode(refusal)})`,
    todo: 'شغّل «guichet doctor» وصحّح الخطأ المذكور، ثم اختر «استئناف المبيعات» في «حالة الجهاز»، أو في المكتب، صفحة «الجهاز».',
  }),
  'no-way-to-pay': () => ({
    what: 'لا وسيلة دفع على هذا الكشك',
    todo: 'أضف وسيلة دفع في الإعدادات: البطاقة، أو النقد إذا كان بجانبه موظف.',
  }),
  'payments-down': ({ ways, all }, names) => ({
    what: `${saidOf(ways, names, '، ')}${all ? ': لا وسيلة دفع أخرى' : ''}`,
    todo: ways.every(isBeingEmptied)
      ? 'على شاشة الموظفين في هذا الكشك، تحت «صندوق الأوراق النقدية»: سجّل العدّ، أو أغلقه دون عدّ.'
      : ways.every(isOfNotes)
        ? 'افتح الكشك بمفتاحه وتحقق من قارئ الأوراق النقدية: الكابل، ورقة عالقة، صندوق ممتلئ أو غير موجود. تعود وسيلة الدفع هذه تلقائيًا.'
        : ways.some(isTurnedAway)
          ? 'يبيّن «guichet doctor» الخطأ: المعرّف أو السر أو عنوان غير مدرج في قائمة المزوّد. صحّحه عبر «إعادة التجهيز» في الكشك، وعبر «guichet setup» في الصندوق.'
          : 'تحقق من الشبكة. إن كانت سليمة فانتظر المزوّد: تعود وسيلة الدفع هذه تلقائيًا. يعطي «guichet doctor» التفاصيل.',
  }),
  'no-tickets': ({ fault }) => ({
    what: `لا تُطبع أي تذكرة: ${printerAdvice[fault].what}`,
    todo: printerAdvice[fault].todo,
  }),
  ledger: ({ condition }) =>
    condition === 'disk-failed'
      ? { what: 'تتعذر الكتابة على القرص', todo: 'أوقف البيع هنا. بدّل القرص ثم استعد النسخة.' }
      : { what: 'السجل تالف', todo: 'أوقف البيع هنا. اتبع صفحة «When something went wrong» في الدليل.' },
  'disk-full': () => ({ what: 'القرص ممتلئ: لا يبدأ أي بيع', todo: 'وفّر مساحة على القرص.' }),
  'damaged-files': ({ files }) => ({
    what: `ملفات تالفة: ${files.join('، ')}`,
    todo: 'يبيع الجهاز، لكن من دون هذه البيانات. استعد نسخة سليمة من نسخة احتياطية، أو أدخل البيانات من جديد؛ ثم انقل كل ملف تالف إلى مكان آخر.',
  }),
  'unprintable-characters': ({ characters, ...met }) => ({
    what: `حروف تُطبع مربعًا فارغًا (${characters.join(' ')}): ${eventNames(met, '، ')}`,
    todo: 'الجهاز يبيع. اطلب من خدمة التذاكر كتابة هذا العنوان أو المكان بحروف قابلة للطباعة.',
  }),
  'screen-failing': ({ side }) => ({
    what:
      side === 'seller'
        ? 'الشاشة تتعطل مرارًا: يعاد تحميلها كل 30 ثانية'
        : 'شاشة الزبون تتعطل مرارًا: الصندوق يواصل البيع',
    todo: 'أعد تشغيل الجهاز. إن تكرر العطل فأرسل أسطر «screen failed» من guichet.log إلى المورّد.',
  }),
  'terms-missing': ({ settings }) => ({
    what: `بيانات يفرضها القانون ناقصة: ${settings.map((setting) => terms[setting]).join('، ')}`,
    todo: 'الجهاز يبيع. أكملها عبر «إعادة التجهيز» في الكشك، وعبر «guichet setup» في الصندوق، أو في config.json.',
  }),
  other: () => ({
    what: 'لا يستطيع هذا الجهاز البيع',
    todo: 'اقرأ السبب على شاشة الموظفين، «حالة الجهاز»، وحدّث هذا الخادم.',
  }),
}
