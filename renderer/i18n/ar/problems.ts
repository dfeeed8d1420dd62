import type { SlipRefused } from '../../../shared/kiosk-api/failures.ts'
import type { ProblemTexts } from '../fr/problems.ts'
import { inNumerals, isolated, type Numerals } from '../numerals.ts'
import { arRefused } from './paying.ts'
import { refusalText } from '../refusal-text.ts'
import { arSettingFaults } from './settings.ts'
import { settingFaultText } from '../setting-fault.ts'

const slipRefusals: Readonly<Record<SlipRefused['because'], string>> = {
  unknown: 'لا يعرف هذا الجهاز ذلك الرقم. تحقق منه، وإن كان صحيحًا فاذهب إلى الجهاز المكتوب على القسيمة.',
  'not-ours': 'لم يوقّع هذا الجهاز تلك القسيمة، أو أنها غُيّرت. اذهب إلى الجهاز المكتوب عليها، أو اسأل موظفًا.',
  taken: 'تستعملها عملية دفع جارية. انتظر حتى تنتهي ثم أعد المحاولة.',
  spent: 'استُعملت من قبل. وما تبقى منها في القسيمة التي حلّت محلها.',
  'paid-out': 'دُفع مبلغها نقدًا من قبل.',
  doubtful: 'فقد هذا الجهاز جزءًا من سجلاته: يتحقق مشرف أولًا هل استُعملت القسيمة. احتفظ بها.',
  'other-currency': 'هي بعملة غير عملة هذا الشراء.',
  'hub-away': 'انتظر لحظة ثم أعد المحاولة.',
}
const again = 'ابدأ من جديد؛ وإن استمر ذلك فكلّم موظفًا.'

export const arProblems = (numerals: Numerals): ProblemTexts => ({
  'partner-unreachable': (_, paid) => ({
    title: 'مكتب التذاكر لا يستجيب',
    body: `${paid} انتظر لحظة ثم أعد المحاولة.`,
  }),
  'partner-refused': (_, paid) => ({
    title: 'لم يقبل مكتب التذاكر الطلب',
    body: `${paid} أعد المحاولة؛ وإن استمر ذلك فكلّم موظفًا.`,
  }),
  'partner-unclear': (_, paid) => ({
    title: 'لا يمكن قراءة جواب مكتب التذاكر',
    body: `${paid} أعد المحاولة؛ وإن استمر ذلك فكلّم موظفًا.`,
  }),
  'no-access-code': (_, paid) => ({
    title: 'هذه الفعالية لا تُباع على هذا الجهاز',
    body: `${paid} اختر غيرها، أو اسأل في شبّاك التذاكر.`,
  }),
  'unknown-event': (_, paid) => ({
    title: 'هذه الفعالية لم تعد للبيع',
    body: `${paid} اختر غيرها من القائمة.`,
  }),
  'event-ended': (_, paid) => ({
    title: 'انتهت هذه الفعالية',
    body: `${paid} لم تعد مقاعدها تُباع. اختر غيرها من القائمة.`,
  }),
  'hold-refused': (_, paid) => ({
    title: 'تعذّر حجز هذه المقاعد',
    body: `${paid} اختر غيرها.`,
  }),
  'session-expired': (_, paid) => ({
    title: 'انتهى الوقت المخصص',
    body: `${paid} ابدأ ببساطة من جديد.`,
  }),
  'unknown-sale': (_, paid) => ({
    title: 'عملية البيع هذه لم تعد مفتوحة',
    body: `${paid} ابدأ ببساطة من جديد.`,
  }),
  'wrong-stage': (_, paid) => ({
    title: 'لم يعد هذا ممكنًا',
    body: `${paid} البيع في خطوة أخرى. تابع من هناك.`,
  }),
  'sale-in-progress': (_, paid) => ({
    title: 'هناك عملية بيع جارية هنا',
    body: `${paid} انتظر حتى تنتهي ثم ابدأ من جديد.`,
  }),
  'too-many-seats': ({ limit }) => ({
    title: `أقصى عدد للمقاعد: ${inNumerals(String(limit), numerals)}`,
    body: 'أزل بعضها، أو اشترِ مرة أخرى بعدها.',
  }),
  'too-much': () => ({ title: 'أكثر من الباقي للدفع', body: 'اكتب الجزء المطلوب، أو لا شيء لكل الباقي.' }),
  'tickets-turned-up': () => ({
    title: 'التذاكر موجودة',
    body: 'لقد باع مكتب التذاكر هذه المقاعد فعلًا: يكتمل البيع وتُطبع التذاكر. لا تردّ شيئًا، واسترجع ما رُدّ من قبل.',
  }),
  'approval-known': () => ({
    title: 'استُعمل هذا الرقم من قبل',
    body: 'هو رقم بيع آخر في هذه الوردية. اقرأ الإيصال أو الرسالة من جديد؛ وإن كان هو نفسه فأعطه مرة أخرى.',
  }),
  'payer-needed': () => ({ title: 'رقم الزبون ناقص', body: 'اكتب رقم هاتفه.' }),
  'too-many-parked': ({ limit }) => ({
    title: `أقصى عدد للمبيعات الموضوعة جانبًا: ${inNumerals(String(limit), numerals)}`,
    body: 'استأنف واحدًا منها، أو أنهِ هذا البيع.',
  }),
  'seat-unknown': (_, paid) => ({
    title: 'تغيّر المخطط في هذه الأثناء',
    body: `${paid} اختر من جديد على المخطط الحالي.`,
  }),
  'seat-taken': ({ seatCodes }, paid) => ({
    title: seatCodes.length === 1 ? 'أُخذ هذا المقعد للتو' : 'أُخذت هذه المقاعد للتو',
    body: `سبقك غيرك. ${paid} اختر غيرها.`,
  }),
  'hold-expired': (_, paid) => ({
    title: 'انتهى الوقت',
    body: `لم تعد مقاعدك محجوزة. ${paid} اختر من جديد.`,
  }),
  'price-changed': (_, paid) => ({
    title: 'تغيّر السعر للتو',
    body: `${paid} اختر من جديد بالأسعار المعروضة الآن.`,
  }),
  'payment-refused': ({ reason }, paid) => refusalText(arRefused, reason, paid),
  'seat-kept': (_, paid) => ({
    title: 'تعذّر حذف هذا المقعد',
    body: `${paid} كل مقاعدك ما زالت محجوزة. حاول من جديد أو ادفع ثمنها كما هي.`,
  }),
  'payment-cancelled': (_, paid) => ({
    title: 'أُلغي الدفع',
    body: `${paid} مقاعدك ما زالت محجوزة.`,
  }),
  'too-little-time': (_, paid) => ({
    title: 'لم يبقَ وقت كافٍ للدفع',
    body: `${paid} المس «تغيير المقاعد» واخترها من جديد لتحصل على وقت أطول.`,
  }),
  'too-many-open': (_, paid) => ({
    title: 'مدفوعات كثيرة بلا جواب',
    body: `${paid} ما زال هذا الجهاز ينتظر جواب مشغّل الدفع لزبائن آخرين: ادفع بطريقة أخرى، أو اذهب إلى شبّاك التذاكر.`,
  }),
  'unknown-code': (_, paid) => ({
    title: 'هذا الجهاز لا يعرف هذا المرجع',
    body: `تحقق من المرجع، ومن أن هذا هو الجهاز المكتوب على إيصالك. ${paid}`,
  }),
  'codes-locked': ({ seconds }, paid) => ({
    title: 'مراجع خاطئة كثيرة',
    body: `أعد المحاولة بعد ${inNumerals(String(seconds), numerals)} ث، أو اذهب إلى شبّاك التذاكر. ${paid}`,
  }),
  'slip-refused': ({ because }, paid) => ({
    title: 'قسيمة الرصيد هذه غير مقبولة',
    body: `${paid} ${slipRefusals[because]}`,
  }),
  'payment-unavailable': (_, paid) => ({
    title: 'طريقة الدفع هذه لا تجيب',
    body: `${paid} أعد المحاولة، أو ادفع بطريقة أخرى.`,
  }),
  'tender-not-offered': (_, paid) => ({
    title: 'طريقة الدفع هذه غير متاحة هنا',
    body: `${paid} اختر طريقة أخرى.`,
  }),
  'signed-out': () => ({
    title: 'لم تعد على الشباك',
    body: 'اكتب رمزك من جديد: بقي كل شيء كما كان.',
  }),
  'wrong-pin': () => ({
    title: 'هذا الرمز غير صحيح',
    body: 'أدخله من جديد.',
  }),
  'pin-locked': ({ seconds }) => ({
    title: 'محاولات كثيرة',
    body: `هذا الرمز مقفل لمدة ${inNumerals(String(seconds), numerals)} ث. الرموز الأخرى تعمل.`,
  }),
  'too-little': () => ({
    title: 'المبلغ المستلم أقل من المطلوب',
    body: 'صحّحه أو أكمله.',
  }),
  'not-in-cash': ({ smallest, currency }, _, { money }) => ({
    title: 'لا أوراق ولا قطع نقدية تكوّن هذا المبلغ',
    body: `اكتب ${money(smallest, currency)} على الأقل، أو أحد مضاعفاته.`,
  }),
  'printer-not-ready': (_, paid) => ({
    title: 'الطابعة غير جاهزة',
    body: `${paid} استدعِ موظفًا ليشغّلها، ثم أعد المحاولة.`,
  }),
  'invalid-input': (_, paid) => ({
    title: 'حدث خطأ ما',
    body: `${paid} ${again}`,
  }),
  forbidden: (_, paid) => ({
    title: 'لا يمكن لهذه الشاشة فعل ذلك',
    body: `${paid} ${again}`,
  }),
  internal: ({ incident }, paid) => ({
    title: 'حدث خطأ ما',
    body: `${paid} ابدأ من جديد؛ وإن استمر ذلك فأظهر هذا الرقم لموظف: ${isolated(incident)}.`,
  }),
  'purchases-refused': (_, paid) => ({
    title: 'مكتب التذاكر لا يقبل أي بيع',
    body: `${paid} أخبر موظفًا، وتوجّه إلى أقرب شبّاك تذاكر.`,
  }),
  'storage-full': (_, paid) => ({
    title: 'لم يعد هذا الجهاز قادرًا على البيع',
    body: `${paid} ذاكرته ممتلئة: أخبر موظفًا، وتوجّه إلى أقرب شبّاك تذاكر.`,
  }),
  'wrong-answer': () => ({
    title: 'هذا الجواب لا يناسب هذا البيع',
    body: 'اقرأ السؤال من جديد ثم أجب.',
  }),
  'hub-decides': () => ({
    title: 'سيقول الخادم هل استُعملت هذه القسيمة',
    body: 'لا يضيع شيء: يُسأل حتى يجيب. تحقق من شبكة هذا الجهاز.',
  }),
  'training-not-offered': () => ({
    title: 'لا تدريب هنا',
    body: 'التدريب لشباك حقيقي؛ والعرض التجريبي نفسه للتمرن.',
  }),
  'quit-not-offered': () => ({
    title: 'لا يمكن لهذه الشاشة إيقاف البرنامج',
    body: 'أوقفه من الجهاز نفسه.',
  }),
  'nothing-to-close': ({ shiftNo }) => ({
    title: 'ليس هناك ما يُقفل',
    body: `لم يحدث شيء منذ إقفال المناوبة ${inNumerals(String(shiftNo), numerals)}. لإخراجه على ورق من جديد، اطبعه مرة أخرى.`,
  }),
  'no-report': () => ({
    title: 'لا يوجد تقرير للطباعة',
    body: 'ابدأ بقراءة المناوبة أو إقفالها.',
  }),
  'not-allowed': () => ({
    title: 'وظيفتك لا تسمح بهذا',
    body: 'اطلب ذلك من المسؤول.',
  }),
  'second-needed': () => ({
    title: 'يؤكد مسؤول معك',
    body: 'هذا أكثر مما يفعله أمين الصندوق وحده: يكتب المسؤول رقمه ورمزه.',
  }),
  'second-person': ({ because, seconds = 0 }) => ({
    title: 'يلزم شخص ثانٍ',
    body:
      because === 'same-person'
        ? 'على مسؤول آخر أن يدخل رقمه ورمزه.'
        : because === 'not-allowed'
          ? 'رقمه ليس رقم مسؤول.'
          : because === 'pin-locked'
            ? `رمزه مقفل لمدة ${inNumerals(String(seconds), numerals)} ث بعد محاولات كثيرة.`
            : 'رقمه أو رمزه غير صحيح.',
  }),
  'guessed-pin': () => ({
    title: 'هذا الرمز سهل التخمين',
    body: 'بلا أرقام متكررة أو متتالية، ولا سنة ولا تاريخ ولا رقم موظف: اختر غيره.',
  }),
  'number-taken': () => ({
    title: 'هذا الرقم مأخوذ',
    body: 'أعطِ رقمًا آخر، أو أزل صاحبه أولًا.',
  }),
  'no-such-number': () => ({
    title: 'لا أحد يحمل هذا الرقم',
    body: 'تغيّرت القائمة في هذه الأثناء: حدّثها.',
  }),
  'last-supervisor': () => ({
    title: 'هذا آخر مسؤول',
    body: 'أضف مسؤولًا آخر أولًا: لا بد من أحد يُسأل عن الآخرين.',
  }),
  'refund-not-offered': () => ({
    title: 'لا يستطيع المشغّل ردّ هذا المبلغ من هنا',
    body: 'افتح القائمة من جديد، أو أعد المبلغ بطريقة أخرى.',
  }),
  'refund-over': () => ({ title: 'لم يعد ردّ هذا المبلغ جاريًا', body: 'افتح القائمة من جديد، ففيها ما آل إليه.' }),
  'no-such-ticket': () => ({ title: 'هذه التذكرة ليست من هذا البيع', body: 'افتح البيع من جديد ثم أعد المحاولة.' }),
  'ticket-returned': () => ({
    title: 'إحدى هذه التذاكر أُعيدت من قبل',
    body: 'لا تُطبع من جديد ولا يُرد ثمنها مرتين.',
  }),
  'tickets-cancelled': ({ seatCodes }) => ({
    title: `${seatCodes.length === 1 ? 'تذكرة أُلغيت' : 'تذاكر أُلغيت'} لدى خدمة الحجز: ${seatCodes.map(isolated).join('، ')}`,
    body: 'ربما عاد المقعد إلى البيع، فلا تُطبع نسخة. اسأل المنظم.',
  }),
  'other-shift': () => ({
    title: 'هذا البيع من وردية أُغلقت',
    body: 'لم يعد يُلغى: رُدّ ثمن تذاكره.',
  }),
  'other-tender': () => ({
    title: 'لم يُدفع هذا المبلغ بهذه الطريقة',
    body: 'أعده بالوسيلة التي دُفع بها.',
  }),
  'unreadable-report': ({ line, what }) => ({
    title: 'هذا الملف ليس كشفًا',
    body: `السطر ${line}: \u2068${what}\u2069`,
  }),
  'no-shift': () => ({
    title: 'لا توجد مناوبة صندوق بهذا الرقم',
    body: 'اختر واحدة من القائمة.',
  }),
  'unknown-currency': () => ({
    title: 'لا يحتوي هذا الدرج على هذه العملة',
    body: 'اختر إحدى العملات المعروضة.',
  }),
  'float-known': () => ({
    title: 'رصيد البداية مسجّل من قبل',
    body: 'صحّحه بإيداع أو سحب.',
  }),
  'unknown-piece': () => ({
    title: 'لا وجود لهذه الورقة أو القطعة',
    body: 'أعد العدّ.',
  }),
  'not-written': () => ({
    title: 'تعذّرت كتابة الملف',
    body: 'تحققوا من قرص الجهاز ومن المجلد المختار، ثم أعيدوا المحاولة.',
  }),
  'unknown-printer': () => ({
    title: 'هذه الطابعة لم تعد مضبوطة',
    body: 'حدّث قائمة الطابعات.',
  }),
  'access-code-refused': () => ({
    title: 'يرفض شبّاك التذاكر رمز الدخول',
    body: 'لقد جُدِّد أو هو خاطئ. اطلبوا الصحيح من المنظم ثم اكتبوه في صفحة رموز الدخول.',
  }),
  'setting-refused': ({ faults }, _, { desk }) => ({
    title: 'هذا الإعداد غير مقبول',
    body: faults.map((fault) => settingFaultText(fault, arSettingFaults, desk)).join(' '),
  }),
  'not-saved': () => ({
    title: 'تعذّر حفظ القياس',
    body: 'تحتفظ الشاشة بالقياس السابق. أعد المحاولة؛ وإن استمر ذلك فافحص قرص الجهاز.',
  }),
  'bridge-lost': (_, paid) => ({
    title: 'الجهاز يعيد التشغيل',
    body: `${paid} انتظر لحظة: هذه الشاشة تتابع وحدها.`,
  }),
})
