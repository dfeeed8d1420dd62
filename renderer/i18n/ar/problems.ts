import { keyName } from '../../../shared/domain/desk/shortcuts.ts'
import { paperNames } from '../../../shared/domain/documents/paper.ts'
import {
  MAX_SELLER_TEXT,
  MAX_SMALL_PRINT,
  MAX_TENDER_NAME,
  numberLimits,
  type NumberLimits,
} from '../../../shared/domain/text-forms.ts'
import { commandName } from '../names.ts'
import { inNumerals, type Numerals } from '../../../shared/domain/language.ts'
import type { AccountRefused, CorrectionRefused, SlipRefused } from '../../../shared/api/kiosk/failures.ts'
import type { ProblemTexts } from '../fr/problems.ts'
import { isolated } from '../dates.ts'
import { refusalText, settingFaultText, type SettingFaultWords } from '../problem-text.ts'
import { arRefused } from './kiosk.ts'
import { arSettingNames } from './office.ts'

const list = new Intl.ListFormat('ar', { type: 'conjunction' })
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
    'shifts.maxCashierCashMove': `${number(numberLimits.maxCashierCashMove)} بوحدات العملة وبلا فواصل مثل 500000؛ و0: دائمًا مع مسؤول.`,
    'seller.taxRate': `${number(numberLimits.taxRate)}، برقمين عشريين على الأكثر.`,
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
      'لا يستطيع الكشك قبول المستندات ولا استعمال جهاز دفع مستقل: لا يوجد أمين صندوق ليؤكد الدفع. أبقِ النقد ووسائل الدفع الخاصة بمزوّد.',
    'cash-without-pin': () => 'يتطلب النقد رمز الجهاز الذي يُختار عند تجهيزه: أبقِ وسيلة دفع أخرى.',
    'printer-unknown': ({ printer }) => `لم تعد «${isolated(printer)}» بين الطابعات: اختر غيرها.`,
    'printer-idle': ({ printer }) => `لن تطبع «${isolated(printer)}» شيئًا بعد ذلك: أعطها أولًا استعمالًا آخر.`,
    'printer-twice': () => 'ذُكرت طابعة مرتين في القائمة: احذف إحدى المرتين.',
    'in-training': () => 'لا تُغيَّر الإعدادات في التدريب: أنهِ التدريب أولًا.',
    'nothing-to-read-back': () => 'يتحقق هذا الجهاز من الرمز المربع للتذاكر التي يطبعها: أبقِ طابعة للتذاكر.',
  },
}

const correctionRefusals: Readonly<Record<CorrectionRefused['because'], string>> = {
  returned: 'سبق ردّ ثمن تذاكر من هذا البيع.',
  'not-by-staff': 'أكدها جهاز أو مشغّل، أو دُفعت بأوراق نقدية أو بقسيمة. ردّ ثمن التذاكر ثم بعها من جديد.',
  'same-tender': 'سُجّلت بهذه الوسيلة من قبل.',
}

const accountRefusals: Readonly<Record<AccountRefused['because'], string>> = {
  unknown: 'لا يوجد حساب زبون بهذا الرقم. تحقق منه.',
  closed: 'حساب الزبون هذا مغلق: لا يقبل مبيعات أخرى.',
  'other-currency': 'عملة هذا الحساب غير عملة هذا البيع.',
  'over-limit': 'هذا البيع يتجاوز حد الحساب. اطلب من الزبون وسيلة دفع أخرى، أو اسأل المسؤول عن الحسابات.',
  'other-account': 'جزء من هذا البيع مسجَّل على حساب آخر.',
  'hub-away': 'لا يمكن التحقق من حسابات الزبائن الآن. انتظر لحظة، أو اطلب وسيلة دفع أخرى.',
}

const slipRefusals: Readonly<Record<SlipRefused['because'], string>> = {
  unknown: 'هذا الرقم غير معروف هنا. تحقق منه، وإن كان صحيحًا فتوجّه إلى الجهاز المذكور على القسيمة.',
  'not-ours': 'لم تصدر هذه القسيمة هنا، أو جرى تعديلها. توجّه إلى الجهاز المذكور عليها، أو اسأل موظفًا.',
  taken: 'تستخدم عملية دفع جارية هذه القسيمة. انتظر انتهاء تلك العملية ثم أعد المحاولة.',
  spent: 'استُخدمت هذه القسيمة من قبل. وإن بقي مبلغ فهو على القسيمة التي حلّت محلها.',
  'paid-out': 'سبق صرف هذه القسيمة نقدًا.',
  doubtful: 'يجب أن يتحقق مسؤول من هذه القسيمة أولًا. احتفظ بها وأظهرها لموظف.',
  'other-currency': 'عملة هذه القسيمة غير عملة هذا الشراء.',
  'hub-away': 'لا يمكن التحقق من هذه القسيمة الآن، لكنها لم تضع: احتفظ بها. انتظر لحظة ثم أعد المحاولة.',
}
const again = 'ابدأ من جديد، وإن استمر ذلك فاستعن بموظف.'

export const arProblems = (numerals: Numerals): ProblemTexts => ({
  'partner-unreachable': (_, paid) => ({
    title: 'خدمة البيع لا تستجيب',
    body: `${paid} انتظر لحظة ثم أعد المحاولة.`,
  }),
  'partner-refused': (_, paid) => ({
    title: 'رفضت خدمة البيع الطلب',
    body: `${paid} أعد المحاولة، وإن استمر ذلك فاستعن بموظف.`,
  }),
  'partner-unclear': (_, paid) => ({
    title: 'رد غير صحيح من خدمة البيع',
    body: `${paid} أعد المحاولة، وإن استمر ذلك فاستعن بموظف.`,
  }),
  'no-access-code': (_, paid) => ({
    title: 'هذه الفعالية غير معروضة للبيع على هذا الجهاز',
    body: `${paid} اختر فعالية أخرى، أو اسأل في شباك التذاكر.`,
  }),
  'unknown-event': (_, paid) => ({
    title: 'لم تعد هذه الفعالية معروضة للبيع',
    body: `${paid} اختر فعالية أخرى من القائمة.`,
  }),
  'event-ended': (_, paid) => ({
    title: 'انتهت هذه الفعالية',
    body: `${paid} اختر فعالية أخرى من القائمة.`,
  }),
  'hold-refused': (_, paid) => ({
    title: 'تعذّر حفظ هذه المقاعد',
    body: `${paid} اختر مقاعد أخرى.`,
  }),
  'session-expired': (_, paid) => ({
    title: 'انتهى الوقت',
    body: `${paid} اختر مقاعدك من جديد من فضلك.`,
  }),
  'unknown-sale': (_, paid) => ({
    title: 'لم تعد عملية الشراء هذه جارية',
    body: `${paid} ابدأ من جديد من فضلك.`,
  }),
  'invalid-state': (_, paid) => ({
    title: 'لم يعد هذا ممكنًا',
    body: `${paid} انتقل الشراء إلى خطوة أخرى: تابع من الشاشة المعروضة.`,
  }),
  'sale-in-progress': (_, paid) => ({
    title: 'هناك عملية شراء جارية هنا',
    body: `${paid} انتظر حتى تنتهي ثم ابدأ من جديد.`,
  }),
  'too-many-seats': ({ limit }) => ({
    title: `أقصى عدد للمقاعد: ${inNumerals(String(limit), numerals)}`,
    body: 'أزل بعض المقاعد، أو اشترِ مرة أخرى بعد ذلك.',
  }),
  'too-much': () => ({
    title: 'المبلغ أكبر من المتبقي للدفع',
    body: 'اكتب المبلغ الذي تقبضه، أو اترك السطر فارغًا لقبض المتبقي كله.',
  }),
  'tickets-turned-up': () => ({
    title: 'صدرت التذاكر فعلًا',
    body: 'باعت خدمة التذاكر هذه المقاعد: يكتمل البيع وتُطبع التذاكر. لا تردّ المبلغ، وإن رددته فاسترجعه من الزبون.',
  }),
  'approval-known': () => ({
    title: 'استُعمل هذا الرقم من قبل',
    body: 'سبق تسجيله لعملية بيع أخرى. راجع إيصال جهاز الدفع أو رسالة المشغّل أو المستند. إن كان الرقم فيه مختلفًا فاكتب ذلك الرقم، وإن كان هو نفسه فاكتبه مرة أخرى.',
  }),
  'payer-needed': () => ({ title: 'رقم هاتف الزبون غير مسجَّل', body: 'اكتب رقم هاتفه.' }),
  'too-many-parked': ({ limit }) => ({
    title: `أقصى عدد للمبيعات المعلّقة: ${inNumerals(String(limit), numerals)}`,
    body: 'استأنف عملية بيع معلّقة، أو أنهِ هذه العملية.',
  }),
  'seat-unknown': (_, paid) => ({
    title: 'تغيّر المخطط',
    body: `${paid} اختر من جديد على المخطط المحدّث.`,
  }),
  'seat-taken': ({ seatCodes }, paid) => ({
    title: seatCodes.length === 1 ? 'اختار زبون آخر هذا المقعد للتو' : 'اختار زبون آخر هذه المقاعد للتو',
    body: `${paid} اختر من جديد.`,
  }),
  'hold-expired': (_, paid) => ({
    title: 'انتهى الوقت',
    body: `لم تعد مقاعدك محفوظة. ${paid} اختر من جديد.`,
  }),
  'price-changed': (_, paid) => ({
    title: 'تغيّر السعر للتو',
    body: `${paid} اختر من جديد بالأسعار الجديدة المعروضة.`,
  }),
  'payment-refused': ({ reason }, paid) => refusalText(arRefused, reason, paid),
  'seat-kept': (_, paid) => ({
    title: 'تعذّرت إزالة هذا المقعد',
    body: `${paid} ما زالت كل مقاعدك محفوظة. أعد المحاولة، أو ادفع ثمنها كلها.`,
  }),
  'payment-cancelled': (_, paid) => ({
    title: 'أُلغي الدفع',
    body: `${paid} ما زالت مقاعدك محفوظة.`,
  }),
  'too-little-time': (_, paid) => ({
    title: 'الوقت المتبقي لا يكفي للدفع',
    body: `${paid} المس «اختيار مقاعد أخرى» واختر المقاعد نفسها من جديد لتحصل على وقت إضافي.`,
  }),
  'too-many-open': (_, paid) => ({
    title: 'وسيلة الدفع هذه غير متاحة حاليًا',
    body: `${paid} دفعات كثيرة تنتظر التأكيد. ادفع بوسيلة أخرى، أو توجّه إلى شباك التذاكر.`,
  }),
  'unknown-code': (_, paid) => ({
    title: 'المرجع غير معروف على هذا الجهاز',
    body: `تحقق من المرجع. يجب أن تذكر قسيمة الاستلام هذا الجهاز. ${paid}`,
  }),
  'codes-locked': ({ seconds }, paid) => ({
    title: 'محاولات كثيرة',
    body: `أعد المحاولة بعد ${inNumerals(String(seconds), numerals)} ث، أو توجّه إلى شباك التذاكر. ${paid}`,
  }),
  'slip-refused': ({ because }, paid) => ({
    title: 'قسيمة الاسترداد هذه غير مقبولة',
    body: `${paid} ${slipRefusals[because]}`,
  }),
  'account-refused': ({ because }, paid) => ({
    title: 'لا يمكن استعمال حساب الزبون هذا',
    body: `${paid} ${accountRefusals[because]}`,
  }),
  'payment-unavailable': (_, paid) => ({
    title: 'وسيلة الدفع لا تستجيب',
    body: `${paid} أعد المحاولة، أو ادفع بوسيلة أخرى.`,
  }),
  'tender-not-offered': (_, paid) => ({
    title: 'وسيلة الدفع هذه غير متاحة هنا',
    body: `${paid} اختر وسيلة دفع أخرى.`,
  }),
  'signed-out': () => ({
    title: 'لم تعد مسجَّل الدخول',
    body: 'أدخل رمزك من جديد: لم يضع شيء.',
  }),
  'wrong-pin': () => ({
    title: 'رمز غير صحيح',
    body: 'أدخله من جديد.',
  }),
  'pin-locked': ({ seconds }) => ({
    title: 'محاولات كثيرة',
    body: `هذا الرمز مقفل. أعد المحاولة بعد ${inNumerals(String(seconds), numerals)} ث؛ والرموز الأخرى تعمل.`,
  }),
  'too-little': () => ({
    title: 'المبلغ المستلم أقل من المطلوب',
    body: 'صحّح المبلغ أو أضف دفعة أخرى.',
  }),
  'not-in-cash': ({ smallest, currency }, _, { money }) => ({
    title: 'مبلغ لا يمكن دفعه نقدًا',
    body: `اكتب ${money(smallest, currency)} أو أحد مضاعفاته.`,
  }),
  'printer-not-ready': (_, paid) => ({
    title: 'الطابعة غير جاهزة',
    body: `${paid} اطلب من موظف إعادة تشغيل الطابعة، ثم أعد المحاولة.`,
  }),
  'not-published': (_, paid) => ({
    title: 'تعذّر الإرسال إلى الهاتف',
    body: `${paid} ما زال بإمكانك استعمال تذاكر ورقية. أعد المحاولة بعد لحظة.`,
  }),
  'message-refused': ({ because }) => ({
    title: 'لم تُرسل الرسالة',
    body: {
      unreachable: 'خادم المكان لا يستجيب. أعد المحاولة، أو اطلب من الزبون مسح الرمز.',
      address: 'تحقق من العنوان أو الرقم مع الزبون.',
      limit: 'رسائل كثيرة لهذه العملية أو في هذه الساعة. اطلب من الزبون مسح الرمز.',
      'page-unknown': 'انتهت صلاحية الصفحة أو لم تعد متاحة. اطبع التذاكر.',
      'not-offered': 'لا يرسل خادم المكان رسائل من هذا النوع. اطلب من الزبون مسح الرمز.',
    }[because],
  }),
  'invalid-input': (_, paid) => ({
    title: 'حدث خطأ',
    body: `${paid} ${again}`,
  }),
  forbidden: (_, paid) => ({
    title: 'غير متاح من هذه الشاشة',
    body: `${paid} ${again}`,
  }),
  internal: ({ incident }, paid) => ({
    title: 'حدث خطأ',
    body: `${paid} ابدأ من جديد، وإن استمر ذلك فأظهر هذا الرقم لموظف: ${isolated(incident)}.`,
  }),
  'purchasing-suspended': (_, paid) => ({
    title: 'البيع متوقف مؤقتًا',
    body: `${paid} توجّه إلى أقرب شباك تذاكر.`,
  }),
  'storage-full': (_, paid) => ({
    title: 'لم يعد هذا الجهاز قادرًا على البيع',
    body: `${paid} يحتاج الجهاز إلى تقني. توجّه إلى أقرب شباك تذاكر.`,
  }),
  'invalid-answer': () => ({
    title: 'لم يعد هذا الجواب ممكنًا',
    body: 'ربما أُجيب عن السؤال من قبل. ارجع إلى القائمة ثم أعد المحاولة.',
  }),
  'hub-decides': () => ({
    title: 'جارٍ التحقق من قسيمة الاسترداد لدى خادم الموقع',
    body: 'لم يضع شيء: يواصل الجهاز المحاولة. تحقق من الشبكة إن طال ذلك.',
  }),
  'training-not-offered': () => ({
    title: 'لا تدريب على هذا الجهاز',
    body: 'لا تدريب إلا على صندوق بيع في الخدمة الفعلية. وللتمرّن في مكان آخر استعمل العرض التجريبي.',
  }),
  'quit-not-offered': () => ({
    title: 'لا يمكن لهذه الشاشة إيقاف البرنامج',
    body: 'أوقفه من الجهاز نفسه.',
  }),
  'nothing-to-close': ({ shiftNo }) => ({
    title: 'لا شيء لإقفاله',
    body: `لا عمليات منذ إقفال الوردية ${inNumerals(String(shiftNo), numerals)}. يمكن طباعة تقرير إقفال تلك الوردية مرة أخرى.`,
  }),
  'no-report': () => ({
    title: 'لا يوجد تقرير للطباعة',
    body: 'أنشئ التقرير المرحلي أو تقرير الإقفال أولًا.',
  }),
  'not-allowed': () => ({
    title: 'لا تملك صلاحية لهذا الإجراء',
    body: 'اطلب ذلك من مسؤول.',
  }),
  'approval-required': () => ({
    title: 'يجب أن يؤكد مسؤول',
    body: 'يُدخل المسؤول رقمه ورمزه.',
  }),
  'second-person': ({ because, seconds = 0 }) => ({
    title: 'يجب أن يؤكد شخص ثانٍ',
    body:
      because === 'same-person'
        ? 'على مسؤول آخر أن يُدخل رقمه ورمزه.'
        : because === 'not-allowed'
          ? 'هذا الرقم ليس رقم مسؤول.'
          : because === 'pin-locked'
            ? `رمزه مقفل بعد محاولات كثيرة. أعد المحاولة بعد ${inNumerals(String(seconds), numerals)} ث.`
            : 'رقمه أو رمزه غير صحيح. تحقق منهما ثم أعد المحاولة.',
  }),
  'weak-pin': () => ({
    title: 'رمز سهل التخمين',
    body: 'اختر رمزًا آخر بلا أرقام متكررة أو متتالية، على ألا يكون سنة أو تاريخًا أو رقم موظف.',
  }),
  'number-taken': () => ({
    title: 'هذا الرقم مستعمل',
    body: 'اختر رقمًا آخر، أو أزل صاحبه أولًا.',
  }),
  'no-such-number': () => ({
    title: 'لم يعد هذا الرقم موجودًا',
    body: 'تغيّرت القائمة: حدّثها.',
  }),
  'last-supervisor': () => ({
    title: 'هذا آخر مسؤول',
    body: 'لا بد من مسؤول واحد دائمًا: أضف مسؤولًا آخر أولًا.',
  }),
  'refund-not-offered': () => ({
    title: 'لا يستطيع المزوّد ردّ هذا المبلغ',
    body: 'افتح القائمة من جديد، أو ردّ المبلغ بطريقة أخرى.',
  }),
  'refund-over': () => ({ title: 'لم يعد ردّ هذا المبلغ جاريًا', body: 'افتح القائمة من جديد لترى حالته.' }),
  'no-such-ticket': () => ({ title: 'هذه التذكرة لا تخص هذا البيع', body: 'افتح البيع من جديد ثم أعد المحاولة.' }),
  'ticket-returned': () => ({
    title: 'سبق ردّ ثمن إحدى هذه التذاكر',
    body: 'لم يردّ هذا الأمر أي مبلغ ولم يطبع شيئًا. افتح البيع من جديد واختر التذاكر التي لا تزال صالحة فقط.',
  }),
  'tickets-cancelled': ({ seatCodes }) => ({
    title: `${seatCodes.length === 1 ? 'تذكرة أُلغيت' : 'تذاكر أُلغيت'} لدى خدمة التذاكر: ${seatCodes.map(isolated).join('، ')}`,
    body: `${seatCodes.length === 1 ? 'ربما عاد هذا المقعد إلى البيع' : 'ربما عادت هذه المقاعد إلى البيع'}، فلا تُطبع نسخة مكررة. اسأل المنظم.`,
  }),
  'other-shift': () => ({
    title: 'هذا البيع من وردية سبق إقفالها',
    body: 'لم يعد إلغاؤه ولا تصحيح دفعه ممكنًا. يمكنك ردّ ثمن تذاكره.',
  }),
  'other-tender': () => ({
    title: 'لم يُدفع ثمن هذا البيع بهذه الوسيلة',
    body: 'ردّ المبلغ بوسيلة الدفع التي استُعملت.',
  }),
  'correction-refused': ({ because }) => ({
    title: 'لا يمكن تصحيح هذه الدفعة',
    body: correctionRefusals[because],
  }),
  'nothing-to-invoice': () => ({
    title: 'لا يمكن إصدار فاتورة',
    body: 'لا توجد تذاكر بثمن تُفوتر. التذاكر المجانية بلا فاتورة.',
  }),
  'unreadable-report': ({ line, what }) => ({
    title: 'تعذّرت قراءة كشف المدفوعات',
    body: `السطر ${line}: \u2068${what}\u2069`,
  }),
  'no-shift': () => ({
    title: 'هذه الوردية غير موجودة',
    body: 'اختر وردية من القائمة.',
  }),
  'unknown-currency': () => ({
    title: 'هذا الدرج لا يعمل بهذه العملة',
    body: 'اختر إحدى العملات المعروضة.',
  }),
  'float-known': () => ({
    title: 'سبق تسجيل رصيد البداية',
    body: 'صحّحه بإدخال نقد أو إخراج نقد.',
  }),
  'unknown-piece': () => ({
    title: 'ورقة أو قطعة نقدية غير معروفة',
    body: 'أعد العدّ.',
  }),
  'write-failed': () => ({
    title: 'تعذّرت كتابة الملف',
    body: 'تحقق من قرص الجهاز ومن المجلد المختار، ثم أعد المحاولة.',
  }),
  'unknown-printer': () => ({
    title: 'لم تعد هذه الطابعة في الإعدادات',
    body: 'حدّث قائمة الطابعات.',
  }),
  'access-code-refused': () => ({
    title: 'رفضت خدمة التذاكر رمز الدخول',
    body: 'انتهت صلاحيته أو هو خاطئ. اطلب الرمز الجديد من المنظم ثم اكتبه في صفحة «رموز الدخول».',
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
    title: 'يُعاد تشغيل الجهاز',
    body: `${paid} انتظر لحظة: ستعود هذه الشاشة.`,
  }),
})
