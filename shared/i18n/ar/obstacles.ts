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
const enter = 'اكتبه في «رموز الدخول»: في مكتب الصندوق، أو على شاشة الموظفين في جهاز الخدمة الذاتية.'

const faults = {
  'no-answer': 'لا يجيب',
  'turned-away': 'يرفض هذا الجهاز',
  'not-there': 'القارئ لا يستجيب',
  'box-full': 'صندوق الأوراق ممتلئ',
  'box-out': 'صندوق الأوراق ليس في مكانه',
  jammed: 'ورقة عالقة',
  cheated: 'جرت محاولة غش',
  'other-currency': 'القارئ يقبل عملة أخرى',
  'being-emptied': 'صندوق الأوراق مفتوح ولم ينته العدّ',
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
  training: () => ({ what: 'الصندوق في وضع التدريب: لا يبيع شيئا', todo: 'إنهاء التدريب على شاشته ثم تسجيل الدخول.' }),
  'partner-unreachable': () => ({
    what: 'مكتب التذاكر لا يجيب لهذا الجهاز',
    todo: 'تحقق من اتصاله بالشبكة. إذا كانت الأجهزة الأخرى تبيع، فشغل «guichet doctor» على هذا الجهاز.',
  }),
  'clock-off': ({ minutes, refused }) => ({
    what: `ساعة الجهاز ${minutes > 0 ? 'متقدمة' : 'متأخرة'} بمقدار ${span(minutes, units)}${refused ? ': مكتب التذاكر يرفض الجهاز' : ''}`,
    todo: 'اضبط تاريخ الحاسوب ووقته وفعّل الضبط التلقائي. يعود البيع من تلقاء نفسه.',
  }),
  'not-let-in': (refusal) => ({
    what: `مكتب التذاكر يرفض هذا الجهاز (${refusalCode(refusal)})`,
    todo: '«guichet doctor» يبين ما هو الخطأ: رمز الشريك أو اسم المفتاح أو السر. صحّحه عبر «إعادة التجهيز» في الكشك، وعبر «guichet setup» في الشباك.',
  }),
  'not-understood': ({ detail }) => ({
    what: `تعذرت قراءة رد مكتب التذاكر (${detail})`,
    todo: 'تحقق من عنوان مكتب التذاكر ثم اتصل به: «guichet doctor» يبين ما ينقص.',
  }),
  'access-code-missing': (met) => ({
    what: `رمز الدخول ناقص${met.all ? '، ولا شيء معروض للبيع' : ''}: ${eventNames(met, '، ')}`,
    todo: `اطلب الرمز من مكتب التذاكر. ${enter}`,
  }),
  'access-code-refused': (met) => ({
    what: `رمز الدخول مرفوض${met.all ? '، ولا شيء معروض للبيع' : ''}: ${eventNames(met, '، ')}`,
    todo: `الرمز خطأ أو جُدد. اطلب الجديد من مكتب التذاكر. ${enter}`,
  }),
  'session-refused': (met) => ({
    what: `مكتب التذاكر لا يفتح البيع (${refusalCode(met)}): ${eventNames(met, '، ')}`,
    todo: 'اسأل مكتب التذاكر هل هذا البيع مفتوح، واذكر له هذا الرمز.',
  }),
  'purchases-refused': (refusal) => ({
    what: `مكتب التذاكر يرفض عمليات الشراء (${refusalCode(refusal)})`,
    todo: 'شغل «guichet doctor» وصحح ما يذكره، ثم المس «استئناف المبيعات» على شاشة الموظفين.',
  }),
  'no-way-to-pay': () => ({
    what: 'لا توجد وسيلة دفع على هذا الجهاز',
    todo: 'أضف وسيلة دفع في الإعدادات: النقد إذا كان بجانبه موظف، أو البطاقة.',
  }),
  'payments-down': ({ ways, all }, names) => ({
    what: `${saidOf(ways, names, '، ')}${all ? ': لا توجد وسيلة دفع أخرى' : ''}`,
    todo: ways.every(isBeingEmptied)
      ? 'على شاشة الموظفين في هذا الجهاز، تحت «صندوق الأوراق»: سجّل العدّ، أو أغلقه دون عدّ.'
      : ways.every(isOfNotes)
        ? 'افتحوا الجهاز بمفتاحه وانظروا إلى قارئ الأوراق النقدية: السلك، ورقة عالقة، صندوق ممتلئ أو غير موجود. تعود وسيلة الدفع هذه من تلقاء نفسها.'
        : ways.some(isTurnedAway)
          ? 'يذكر «guichet doctor» الخطأ: المعرف أو السر أو عنوان غير مدرج في قائمة المشغل. صححه عبر «إعادة التجهيز» في الكشك، وعبر «guichet setup» في الشباك.'
          : 'تحقق من الشبكة. إن كانت سليمة فانتظر المشغل: تعود وسيلة الدفع هذه من تلقاء نفسها. يذكر «guichet doctor» المزيد.',
  }),
  'no-tickets': ({ fault }) => ({
    what: `لا تخرج أي تذكرة: ${printerAdvice[fault].what}`,
    todo: printerAdvice[fault].todo,
  }),
  ledger: ({ condition }) =>
    condition === 'disk-failed'
      ? { what: 'القرص يرفض الكتابة', todo: 'أوقف البيع هنا. بدل القرص ثم استرجع النسخة.' }
      : { what: 'السجل مكسور', todo: 'أوقف البيع هنا. اتبع صفحة «When something went wrong» في الدليل.' },
  'disk-full': () => ({ what: 'القرص ممتلئ: لا يبدأ أي بيع', todo: 'أفرغ مكانا على القرص.' }),
  'damaged-files': ({ files }) => ({
    what: `ملفات تالفة: ${files.join('، ')}`,
    todo: 'يبيع الجهاز من دونها. أعد نسخة سليمة من نسخة احتياطية، أو أدخل محتواها من جديد؛ ثم انقل الملف التالف إلى مكان آخر.',
  }),
  'unprintable-characters': ({ characters, ...met }) => ({
    what: `حروف تُطبع مربعًا فارغًا (${characters.join(' ')}): ${eventNames(met, '، ')}`,
    todo: 'الجهاز يبيع. اطلب من خدمة التذاكر كتابة هذا العنوان أو المكان بخط تعرفه الأوراق.',
  }),
  'screen-failing': ({ side }) => ({
    what:
      side === 'seller'
        ? 'الشاشة تتعطل مرة بعد مرة: يعاد تحميلها كل 30 ثانية'
        : 'شاشة الزبون تتعطل مرة بعد مرة: الصندوق يبيع',
    todo: 'أعد تشغيل الجهاز. إن تكرر العطل فأرسل أسطر «screen failed» من guichet.log إلى المورّد.',
  }),
  'terms-missing': ({ settings }) => ({
    what: `ينقص لبيع مطابق للقانون: ${settings.map((setting) => terms[setting]).join('، ')}`,
    todo: 'يبيع الجهاز. أدخلها عبر «إعادة التجهيز» في الكشك، وعبر «guichet setup» في الشباك، أو في config.json.',
  }),
  other: () => ({
    what: 'لا يستطيع هذا الجهاز البيع',
    todo: 'اقرأ على شاشة الموظفين «حالة الجهاز» ما يمنعه، وحدّث هذا الخادم.',
  }),
}
