import { arDeskRefusals } from './desk-refusals.ts'
import { MAX_PHONE_DIGITS, MIN_PHONE_DIGITS } from '../../../shared/domain/money/tender.ts'
import { tenderNames } from '../../../shared/i18n/ar/words.ts'
import type { Catalogue } from '../fr/catalogue.ts'
import { isolated } from '../numerals.ts'
import { placeNames } from '../place-names.ts'

const list = new Intl.ListFormat('ar', { type: 'conjunction' })
const choices = new Intl.ListFormat('ar', { type: 'disjunction' })

/** `n` writes a count in the digits of the setting. */
export function arDesk(n: (count: number) => string): Catalogue['desk'] {
  return {
    title: 'البيع',
    device: (id) => `صندوق البيع ${isolated(id)}`,
    signIn: 'تسجيل الدخول',
    signInBody: 'أدخل رمزك ثم اضغط مفتاح الإدخال.',
    training: {
      title: 'التدريب',
      body: 'يُدخل مسؤول رقمه ورمزه ثم يضغط مفتاح الإدخال. مبيعات التدريب لا تُحتسب، ويبقى الصندوق الحقيقي مقفلًا.',
      begin: 'بدء التدريب',
      leave: 'إلغاء',
      band: 'مبيعات غير حقيقية، وتذاكر غير صالحة، والدرج مغلق.',
      end: 'إنهاء التدريب',
    },
    pin: 'الرمز',
    choose: 'أي فعالية؟',
    noEvents: 'لا توجد فعاليات معروضة للبيع الآن.',
    eventStands: { over: 'انتهت', begun: 'بدأت', soldOut: 'نفدت المقاعد' },
    seatsLeft: (_, count) => `المقاعد المتاحة: ${count}`,
    commandLabel: 'سطر الأوامر',
    eventHint: 'رقم الفعالية',
    sumHint: 'المبلغ المستلم (مفتاح الإدخال = المبلغ المضبوط)',
    parked: 'معلّقة',
    parkedHint: 'رقم البيع',
    parkedOver: 'حُرّرت المقاعد',
    behind: {
      title: 'قيد التنفيذ',
      count: (count) => `قيد التنفيذ: ${n(count)}`,
      confirming: (since) => `ينتظر خدمة التذاكر منذ ${since}`,
      printing: (out, of) => `طباعة ${n(out)} من ${n(of)}`,
      stopped: (seats) => `افحص الطابعة: الناقص ${seats}`,
      asking: 'دفع يجب التحقق منه',
      question: 'يلزم قرار',
      back: 'مبلغ يجب ردّه',
      done: 'طُبعت التذاكر',
    },
    late: {
      title: (amount) => `دُفع ${amount}: التذاكر قيد الانتظار`,
      body: 'الدفع مسجَّل. تُطبع التذاكر حالما تستجيب خدمة التذاكر؛ تابع البيع في «قيد التنفيذ».',
      tell: 'قل للزبون',
      words: (amount, number) =>
        `«تم تسجيل دفعك بمبلغ ${amount}. احتفظ بالرقم ${number}: ستُطبع تذاكرك هنا، أو يُردّ إليك المبلغ.»`,
      number: 'الرقم الذي يُعطى للزبون',
    },
    copies: {
      title: 'إعادة طباعة آخر بيع',
      body: 'تُعلَّم كل تذكرة بأنها نسخة مكررة. مفتاح الإدخال: السبب الأول. أو اكتب رقمًا أو سببًا.',
      hint: 'السبب، أو مفتاح الإدخال',
    },
    papers: {
      out: 'طُبعت',
      missing: 'لم تُطبع بعد',
      doubtful: 'ربما طُبعت',
      body: 'أعد تشغيل الطابعة ثم اضغط مفتاح الإدخال: تُطبع التذاكر الناقصة فقط.',
      doubt:
        'هل خرجت التذاكر المذكورة في «ربما طُبعت»؟ إن خرجت فاكتب 1. وإلا فمفتاح الإدخال يطبعها من جديد بوصفها نسخًا مكررة.',
    },
    offers: 'أفضل المقاعد',
    places: (count) =>
      count === 1 ? 'مقعد واحد' : count === 2 ? 'مقعدان' : count <= 10 ? `${n(count)} مقاعد` : `${n(count)} مقعدًا`,
    row: 'الصف',
    seats: 'المقاعد',
    gate: 'البوابة',
    price: 'السعر',
    toPay: 'المطلوب',
    heldFor: 'محفوظة لمدة',
    given: 'الباقي للزبون',
    nothingToGive: 'لا باقي للزبون',
    lastSale: (seats, amount) => `البيع السابق: ${seats}، ${amount}`,
    empty: 'لم تُختر مقاعد',
    emptyBody: 'تظهر هنا المقاعد والسعر والباقي.',
    tenders: tenderNames,
    left: 'الباقي للدفع',
    inCash: 'نقدًا',
    reference: 'المرجع',
    found: 'البيع الذي تخصه هذه التذكرة',
    customer: {
      label: 'الزبون',
      noted: 'مسجَّل',
      title: 'الزبون (اختياري)',
      body: 'الاسم أو الهاتف أو كلاهما، مثل مريم باه 622112233. وبعد # ملاحظة داخلية. إن لم يكن لديك ما تكتبه فاضغط مفتاح الإدخال فقط.',
      kept: 'بموافقة الزبون. يُرسل الاسم والهاتف إلى خدمة التذاكر، وتبقى الملاحظة هنا. البيانات مشفّرة وتُمحى بعد الفعالية (30 يومًا ما لم يُضبط غير ذلك).',
      hint: 'الاسم والهاتف و# ملاحظة',
    },
    float: {
      body: 'عُدّ رصيد البداية واكتب المبلغ. و0 إن كان الدرج فارغًا.',
      later: 'لاحقًا',
    },
    payerHint: 'رقم هاتف الزبون',
    questionHints: {
      moved: '1: نعم   ·   2: لا',
      'give-up': '1: نعم   ·   2: لا',
      'not-paid': '1: مرفوض   ·   2: يدفع بطريقة أخرى',
      'pay-back': 'مرجع ردّ المبلغ ثم مفتاح الإدخال',
    },
    attended: {
      card: {
        title: 'حصّل المبلغ بجهاز الدفع',
        body: 'بعد قبول الدفع اكتب رقم الموافقة المطبوع على إيصال جهاز الدفع.',
        hint: 'رقم الموافقة في الإيصال',
      },
      byTelephone: {
        title: 'حصّل المبلغ بهاتف الصندوق',
        body: 'عند وصول رسالة المشغّل اكتب رقم العملية المذكور فيها.',
        hint: 'رقم العملية في الرسالة',
      },
      notPaid: 'مرفوض أو لم يُدفع',
    },
    payingBy: {
      terminal: 'جهاز الدفع: بطاقة الزبون',
      drawer: 'الدفع نقدًا',
      telephone: (operator) => `يوافق الزبون على دفعة ${operator} في هاتفه`,
    },
    atTerminal: (shown) => `يعرض جهاز الدفع للزبون: «${shown}».`,
    askingAgain: (reference) => `لا جواب: نتحقق من جديد. المرجع ${reference}`,
    questions: {
      'not-paid': {
        title: 'لماذا لم يتم الدفع؟',
        body: 'تحقق على الجهاز: إن خُصم المبلغ من الزبون فارجع واكتب الرقم.',
        yes: 'رفضه الجهاز',
        no: 'الزبون يدفع بطريقة أخرى',
      },
      moved: {
        title: 'هل تم الدفع؟',
        body: 'تحقق من إيصال جهاز الدفع أو رسالة المشغّل أو الدرج.',
        yes: 'نعم، تم الدفع',
        no: 'لا، لم يتم الدفع',
      },
      'give-up': {
        title: 'ردّ المبلغ وإلغاء البيع؟',
        body: 'دُفع جزء من المبلغ؛ وستُحرَّر المقاعد.',
        yes: 'نعم، ردّ الكل',
        no: 'لا، تابع الدفع',
      },
      'pay-back': {
        title: 'مبلغ يجب ردّه للزبون',
        body: 'ردّ هذا المبلغ ثم اكتب مرجع ردّه. مفتاح الإدخال وحده: يُعالَج لاحقًا في المكتب، في «المبيعات المتوقفة».',
      },
    },
    stages: {
      holding: 'جارٍ حفظ المقاعد…',
      releasing: 'جارٍ تحرير المقاعد…',
      confirming: 'جارٍ التأكيد…',
      printing: 'جارٍ الطباعة…',
      done: 'تم البيع',
    },
    problem: {
      'refund-due': 'مبلغ يجب ردّه: البيع في المكتب، في «المبيعات المتوقفة». مفتاح الإدخال: متابعة.',
      'needs-staff': 'هذا البيع يحتاج قرارًا: أجب في المكتب، في «المبيعات المتوقفة». مفتاح الإدخال: متابعة.',
    },
    partnerDown: 'خدمة التذاكر لا تستجيب: لا بيع جديد.',
    printerDown: 'الطابعة غير جاهزة.',
    printerAwaited: 'الطابعة مشغولة، ربما بصندوق آخر: انتظار لبضع ثوانٍ.',
    enter: 'إدخال',
    enterMeans: {
      events: 'اختيار',
      search: 'بحث',
      take: 'اختيار هذه المقاعد',
      pay: 'قبض',
      recall: 'استئناف',
      open: 'فتح',
      next: 'الزبون التالي',
      print: 'طباعة',
      rest: 'متابعة الطباعة',
      send: 'طلب الدفع',
      note: 'حفظ',
      charged: 'تأكيد',
      answer: 'جواب',
      goOn: 'متابعة',
    },
    leaveOffice: 'رجوع',
    commands: {
      'go-back': 'إلغاء',
      events: 'الفعالية',
      map: 'المخطط',
      card: 'بطاقة',
      customer: 'الزبون',
      park: 'تعليق',
      recall: 'استئناف',
      behind: 'قيد التنفيذ',
      repeat: 'تكرار',
      reprint: 'نسخة مكررة',
      files: 'المبيعات',
      language: 'لغة الزبون',
      aloud: 'قراءة صوتية',
      switch: 'تبديل البائع',
      office: 'المكتب',
      lock: 'قفل',
      training: 'تدريب',
    },
    refused: arDeskRefusals,
    money: {
      'no-sale': 'المبيعات السابقة مسجّلة.',
      none: 'لم يُدفع شيء.',
      'left-open': 'ما زالت دفعة من هذا البيع قيد التحقق: إن تمّت رُدّ مبلغها.',
      pending: 'هذه الدفعة لم تُسجَّل بعد: لا تحصّل المبلغ مرة ثانية.',
      partly: 'الجزء المدفوع مسجّل.',
      paid: 'هذا البيع مدفوع ومسجّل.',
      owed: 'يجب ردّ المبلغ المدفوع.',
      closed: 'اكتمل هذا البيع.',
    },
    problems: {
      'no-access-code': () => ({
        title: 'رمز الدخول لهذه الفعالية غير موجود',
        body: 'اطلب من مسؤول إدخاله: المكتب، صفحة «رموز الدخول».',
      }),
      'partner-refused': (_, paid) => ({
        title: 'رفضت خدمة التذاكر الطلب',
        body: `${paid} أعد المحاولة، وإن استمر ذلك فأخبر مسؤولًا.`,
      }),
      'partner-unclear': (_, paid) => ({
        title: 'رد غير صحيح من خدمة التذاكر',
        body: `${paid} أعد المحاولة، وإن استمر ذلك فأخبر مسؤولًا.`,
      }),
      'session-expired': (_, paid) => ({ title: 'انتهى الوقت', body: `${paid} ابحث عن المقاعد من جديد.` }),
      'hold-expired': (_, paid) => ({
        title: 'انتهى الوقت',
        body: `لم تعد المقاعد محفوظة. ${paid} ابحث عنها من جديد.`,
      }),
      'payment-cancelled': (_, paid) => ({ title: 'أُلغي الدفع', body: `${paid} المقاعد ما زالت محفوظة.` }),
      'too-little-time': (_, paid) => ({
        title: 'الوقت المتبقي لا يكفي للدفع',
        body: `${paid} اضغط Esc وخذ المقاعد من جديد: يبدأ الوقت من أوله.`,
      }),
      'printer-not-ready': (_, paid) => ({
        title: 'الطابعة غير جاهزة',
        body: `${paid} تحقق من الورق والغطاء. إن كان صندوق آخر يطبع فانتظر حتى ينتهي، ثم أعد المحاولة.`,
      }),
      'purchases-refused': (_, paid) => ({
        title: 'خدمة التذاكر ترفض البيع',
        body: `${paid} أخبر مسؤولًا: المكتب، صفحة «الجهاز»، زر «استئناف المبيعات».`,
      }),
      'storage-full': (_, paid) => ({
        title: 'قرص صندوق البيع ممتلئ',
        body: `${paid} حرّر مساحة على القرص ثم أعد المحاولة؛ والمبيعات التي توقفت تُستأنف وحدها.`,
      }),
      'invalid-input': (_, paid) => ({
        title: 'رفض الجهاز هذا الطلب',
        body: `${paid} أعد المحاولة، وإن استمر ذلك فأخبر مسؤولًا.`,
      }),
      forbidden: (_, paid) => ({ title: 'غير متاح من هذه الشاشة', body: `${paid} أخبر مسؤولًا.` }),
      'bridge-lost': (_, paid) => ({
        title: 'يُعاد تشغيل صندوق البيع',
        body: `${paid} انتظر لحظة: ستعود هذه الشاشة.`,
      }),
      internal: ({ incident }, paid) => ({
        title: 'حدث خطأ',
        body: `${paid} أعد المحاولة، وإن استمر ذلك فأعطِ هذا الرقم لمسؤول: ${incident}.`,
      }),
      'event-ended': (_, paid) => ({
        title: 'انتهت هذه الفعالية',
        body: `${paid} يمكن دفع ثمن المقاعد المحفوظة من قبل فقط. اختر فعالية أخرى.`,
      }),
      'hold-refused': ({ code, limit }, paid) =>
        code === 'SEAT_LIMIT'
          ? {
              title: 'مقاعد كثيرة في بيع واحد',
              body:
                limit === undefined
                  ? 'أجرِ عدة بيوع، كل منها بمقاعد أقل.'
                  : `${limit} على الأكثر في البيع الواحد: أجرِ عدة بيوع.`,
            }
          : { title: 'لم تحفظ خدمة التذاكر هذه المقاعد', body: `${paid} اختر مقاعد أخرى.` },
      'seat-taken': ({ seatCodes }, paid) => ({
        title:
          seatCodes.length === 1
            ? `اختير المقعد ${seatCodes.join()} للتو`
            : `اختيرت المقاعد ${seatCodes.join('، ')} للتو`,
        body: `كان مشترٍ آخر أسرع. ${paid} اختر من جديد.`,
      }),
      'no-count': ({ limit }) => ({ title: 'كم مقعدًا؟', body: `ابدأ بالعدد، من ${n(1)} إلى ${n(limit)}.` }),
      'which-line': ({ typed, lines }) => ({
        title: `«${isolated(typed)}» له أكثر من معنى`,
        body: `اكتب ${choices.format(lines.map((line) => `«${isolated(line)}»`))}.`,
      }),
      'not-seats': ({ typed }) => ({
        title: `«${isolated(typed)}»: أي مقاعد؟`,
        body: `اكتب الأرقام بعد الصف: ${isolated('F 12-15')} أو ${isolated('F 12,14')}.`,
      }),
      'which-place': ({ words, places }) => ({
        title: `«${words}»: أين بالضبط؟`,
        body: `حدّد: ${choices.format(placeNames(places))}.`,
      }),
      'one-price': () => ({
        title: 'لا أسعار مخفضة ولا تذاكر مجانية هنا',
        body: 'اطلب من المنظم الدعوات والتذاكر المجانية والأسعار المخفضة.',
      }),
      'unknown-place': ({ words }) => ({
        title: `«${words}»: مكان غير معروف`,
        body: 'اذكر مدرجًا أو فئة أو قطاعًا في هذا الموقع.',
      }),
      'unknown-row': ({ row }) => ({ title: `لا يوجد صف ${row.toUpperCase()}`, body: 'تحقق من الصف في هذا القطاع.' }),
      'unknown-seat': ({ numbers }) => ({
        title:
          numbers.length === 1
            ? `لا يوجد مقعد ${numbers.join()}`
            : `لا توجد المقاعد ${list.format(numbers.map(String))}`,
        body: numbers.length === 1 ? 'هذا الرقم غير موجود في هذا الصف.' : 'هذه الأرقام غير موجودة في هذا الصف.',
      }),
      'nothing-free': () => ({ title: 'لا توجد مقاعد كافية هناك', body: 'جرّب مدرجًا آخر أو مقاعد أقل.' }),
      'not-a-sum': () => ({ title: 'مبلغ غير صالح', body: 'اكتب أرقامًا: 500000 أو 500k أو 1,5m.' }),
      'ambiguous-sum': ({ typed, grouped, decimal, currency }) => ({
        title: `\u2068${typed}\u2069: \u2068${grouped}\u2069 أم \u2068${decimal} ${currency}\u2069؟`,
        body: `للمبلغ الأول اكتب \u2068${grouped}\u2069 بلا نقطة ولا فاصلة؛ وللآخر رقمًا أو رقمين بعد الفاصلة.`,
      }),
      'much-received': ({ received, due, currency }, _, money) => ({
        title: `استُلم ${money(received, currency)} مقابل ${money(due, currency)}`,
        body: `سيكون الباقي ${money(received - due, currency)}. أعد العدّ، وإن كان المبلغ صحيحًا فاكتبه مرة أخرى.`,
      }),
      'nothing-parked': () => ({
        title: 'لا مبيعات معلّقة',
        body: 'يمكن تعليق بيع ينتظر الدفع، وتبقى مقاعده محفوظة.',
      }),
      'nothing-to-repeat': () => ({
        title: 'لا شيء للتكرار',
        body: 'بِع مقاعد أولًا: يمكنك بعدها تكرار الطلب بمفتاح واحد.',
      }),
      'nothing-to-reprint': () => ({
        title: 'لا شيء لإعادة طباعته',
        body: 'ليس لآخر بيع في هذا الصندوق تذاكر لإعادة طباعتها.',
      }),
      'last-goes-on': () => ({
        title: 'لم ينتهِ آخر بيع',
        body: 'تذاكره قيد الطباعة أو الانتظار: انظر «قيد التنفيذ».',
      }),
      'copies-ordered': ({ count }) => ({
        title: `نسخ مكررة قيد الطباعة: ${n(count)}`,
        body: 'يمكنك متابعة البيع.',
      }),
      'copies-out': ({ count, wanted }) =>
        count === wanted
          ? { title: `نسخ مكررة طُبعت: ${n(count)}`, body: 'سلّمها للزبون.' }
          : { title: `نسخ مكررة طُبعت: ${n(count)} من ${n(wanted)}`, body: 'افحص الطابعة ثم أعد المحاولة.' },
      'partner-unreachable': () => ({
        title: 'خدمة التذاكر لا تستجيب',
        body: 'ما كتبته محفوظ. مفتاح الإدخال: إعادة المحاولة. يُستأنف البيع حالما تستجيب خدمة التذاكر.',
      }),
      'nothing-behind': () => ({
        title: 'لا بيع قيد التنفيذ',
        body: 'لكل بيع مدفوع تذاكره.',
      }),
      'no-such-sale': () => ({ title: 'لا بيع بهذا الرقم', body: 'اختر رقمًا من القائمة.' }),
      'not-a-number': () => ({
        title: 'رقم هاتف غير صالح',
        body: `اكتب من ${n(MIN_PHONE_DIGITS)} إلى ${n(MAX_PHONE_DIGITS)} رقمًا، مع + أو دونها.`,
      }),
      'which-figures': ({ typed }) => ({
        title: `«${isolated(typed)}»: أين يبدأ الرقم؟`,
        body: 'ضع فاصلة قبل الرقم، أو + قبل رمز البلد.',
      }),
      'too-long': ({ field, limit }) => ({
        title: `${n(limit)} حرفًا على الأكثر`,
        body: `اختصر ${{ name: 'الاسم', note: 'الملاحظة', reason: 'السبب', reference: 'الرقم' }[field]}.`,
      }),
      'card-number': () => ({ title: 'هذا يشبه رقم بطاقة', body: 'لا تكتب رقم بطاقة هنا أبدًا.' }),
      'no-approval': () => ({
        title: 'رقم موافقة غير صالح',
        body: 'انسخ الرقم من إيصال جهاز الدفع أو الرسالة: 4 حروف أو أرقام على الأقل.',
      }),
      'key-failed': (_, paid) => ({
        title: 'لم يُنفَّذ الأمر',
        body: `${paid} أعد المحاولة، وإن استمر ذلك فأخبر مسؤولًا.`,
      }),
      'one-or-two': () => ({ title: 'أجب بـ 1 أو 2', body: 'تحقّق أولًا ثم اكتب 1 أو 2.' }),
      'no-such-ticket': () => ({
        title: 'لا توجد هذه التذكرة في هذا الصندوق',
        body: 'امسح رمزها من جديد. إن لم توجد فأرسل الزبون إلى حيث اشترى هذه التذكرة.',
      }),
      incomplete: ({ field }) =>
        ({
          reason: { title: 'السبب ناقص', body: 'اختره من القائمة أو اكتبه.' },
          receipt: { title: 'رقم الإيصال ناقص', body: 'انسخه من إيصال جهاز الدفع أو من الرسالة.' },
          pin: { title: 'الرمز 4 أرقام على الأقل', body: 'لشخص آخر، أدخل رقمه أولًا.' },
        })[field],
      'no-such-event': () => ({ title: 'لا فعالية بهذا الرقم', body: 'اختر رقمًا من القائمة.' }),
    },
  }
}
