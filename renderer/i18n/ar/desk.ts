import { arDeskRefusals } from './desk-refusals.ts'
import { MAX_PHONE_DIGITS, MIN_PHONE_DIGITS } from '../../../shared/domain/money/telephone.ts'
import { tenderNames } from '../../../shared/i18n/ar/words.ts'
import type { Catalogue } from '../fr/catalogue.ts'
import { isolated } from '../numerals.ts'
import { placeNames } from '../place-names.ts'

const list = new Intl.ListFormat('ar', { type: 'conjunction' })
const choices = new Intl.ListFormat('ar', { type: 'disjunction' })

/** `n` writes a count in the digits of the setting. */
export function arDesk(n: (count: number) => string): Catalogue['desk'] {
  return {
    title: 'خدمة التذاكر',
    device: (id) => `الصندوق ${isolated(id)}`,
    signIn: 'بدء العمل',
    signInBody: 'اكتب رمزك ثم اضغط مفتاح الإدخال.',
    training: {
      title: 'التدريب',
      body: 'يكتب المشرف رقمه ورمزه ثم يضغط مفتاح الإدخال. لا يُحتسب شيء مما يباع في التدريب، ويبقى الشباك الحقيقي مقفلًا كما هو.',
      begin: 'بدء التدريب',
      leave: 'إلغاء',
      band: 'لا يباع شيء، ولا تفتح أي تذكرة بوابة، ويبقى الدرج مغلقًا.',
      end: 'إنهاء التدريب',
    },
    pin: 'الرمز',
    ready: 'جاهز للبيع',
    choose: 'ماذا نبيع؟',
    chooseBody: 'اكتب الرقم ثم اضغط مفتاح الإدخال.',
    noEvents: 'لا شيء معروض للبيع الآن.',
    eventStands: { over: 'انتهت', begun: 'بدأت', soldOut: 'نفدت المقاعد' },
    seatsLeft: (_, count) => `المقاعد المتبقية: ${count}`,
    commandLabel: 'الأمر',
    eventHint: 'رقم الفعالية',
    sumHint: 'المبلغ المستلم، أو مفتاح الإدخال للمبلغ المطلوب تمامًا',
    parked: 'مبيعات جانبًا',
    parkedHint: 'رقم البيع',
    parkedOver: 'انتهى الحجز',
    behind: {
      title: 'قيد التنفيذ',
      count: (count) => `قيد التنفيذ: ${n(count)}`,
      confirming: (since) => `ينتظر خدمة التذاكر منذ ${since}`,
      printing: (out, of) => `طباعة ${n(out)} من ${n(of)}`,
      stopped: (seats) => `افحص الطابعة، بقي ${seats}`,
      asking: 'دفع يجب التحقق منه',
      question: 'ينتظر جوابًا',
      back: 'مبلغ يُردّ',
      done: 'خرجت التذاكر',
    },
    late: {
      title: (amount) => `دُفع ${amount}: خدمة التذاكر لا تجيب`,
      body: 'قُبض المبلغ وسُجّل. تُطبع التذاكر وحدها حالما تجيب خدمة التذاكر؛ ويبقى البيع ظاهرًا تحت «قيد التنفيذ».',
      tell: 'قل للزبون',
      words: (amount, number) =>
        `«تم الدفع: ${amount}. خدمة التذاكر لا تجيب بعد. احتفظ بالرقم ${number}: ستخرج تذاكرك هنا، أو يُردّ إليك مالك.»`,
      number: 'الرقم الذي يُعطى',
    },
    copies: {
      title: 'إعادة طباعة آخر بيع',
      body: 'تخرج كل تذكرة وعليها «نسخة مكررة». يأخذ مفتاح الإدخال السبب الأول؛ ورقمٌ أو كلمات تعطي سببًا آخر.',
      hint: 'السبب، أو مفتاح الإدخال',
    },
    papers: {
      out: 'خرجت',
      missing: 'لم تخرج بعد',
      doubtful: 'ربما خرجت',
      body: 'أعد تشغيل الطابعة ثم اضغط مفتاح الإدخال: لا يُطبع إلا الناقص.',
      doubt: 'ابحث أولًا عن هذه التذاكر. إن وُجدت فاكتب 1. وإلا فإن مفتاح الإدخال يطبعها «نسخة مكررة».',
    },
    offers: 'أفضل المقاعد',
    places: (count) =>
      count === 1 ? 'مقعد واحد' : count === 2 ? 'مقعدان' : count <= 10 ? `${n(count)} مقاعد` : `${n(count)} مقعدًا`,
    row: 'الصف',
    seats: 'المقاعد',
    gate: 'البوابة',
    price: 'السعر',
    toPay: 'المطلوب',
    heldFor: 'محجوز لمدة',
    given: 'الباقي للزبون',
    nothingToGive: 'المبلغ تمامًا',
    lastSale: (seats, amount) => `البيع السابق: ${seats}، ${amount}`,
    empty: 'لم تُختر مقاعد',
    emptyBody: 'تظهر هنا المقاعد المختارة والسعر والباقي.',
    tenders: tenderNames,
    left: 'الباقي للدفع',
    inCash: 'نقدًا',
    reference: 'المرجع',
    found: 'بيع هذه التذكرة',
    customer: {
      label: 'الزبون',
      noted: 'مسجَّل',
      title: 'لمن هذا الشراء؟',
      body: 'الاسم أو الهاتف أو كلاهما: مريم باه 622112233. وبعد # ملاحظة للزملاء. مفتاح الإدخال وحده: لا أحد.',
      kept: 'فقط إذا أراد الزبون ذلك. يُرسل الاسم والهاتف إلى خدمة التذاكر مع الشراء، وتبقى الملاحظة هنا. كل ذلك مشفّر ويُمحى بعد 30 يوماً من الفعالية.',
      hint: 'الاسم والهاتف و# ملاحظة',
    },
    float: {
      body: 'عُدّ ما في الدرج عند بدء المناوبة واكتب المبلغ. و0 إن كان فارغًا.',
      later: 'لاحقًا',
    },
    payerHint: 'رقم هاتف الزبون',
    questionHints: {
      moved: '1: نعم   ·   2: لا',
      'give-up': '1: نعم   ·   2: لا',
      'not-paid': '1: مرفوض   ·   2: لم يُدفع',
      'pay-back': 'مرجع الإرجاع ثم مفتاح الإدخال',
    },
    attended: {
      card: {
        title: 'اقبض بجهاز الدفع',
        body: 'بعد قبول الدفع يطبع الجهاز إيصالًا: اكتب رقم الموافقة المذكور فيه.',
        hint: 'رقم الموافقة في الإيصال',
      },
      byTelephone: {
        title: 'اقبض بهاتف الشباك',
        body: 'بعد وصول رسالة المشغّل اكتب رقم العملية المذكور فيها.',
        hint: 'رقم العملية في الرسالة',
      },
      notPaid: 'مرفوض أو لم يُدفع',
    },
    payingBy: {
      terminal: 'جهاز الدفع: بطاقة الزبون',
      drawer: 'الزبون يعدّ النقود',
      telephone: (operator) => `الزبون يوافق على ${operator} في هاتفه`,
    },
    atTerminal: (shown) => `يقول جهاز الدفع للعميل: «${shown}».`,
    askingAgain: (reference) => `ضاع الجواب: نسأل من جديد. المرجع ${reference}`,
    questions: {
      'not-paid': {
        title: 'ألم يُقبض شيء؟',
        body: 'تحقق على الجهاز: إذا أُخذ المال فارجع واكتب الرقم.',
        yes: 'رفضه الجهاز',
        no: 'الزبون يدفع بطريقة أخرى',
      },
      moved: {
        title: 'هل تم الدفع؟',
        body: 'انظر في إيصال الجهاز أو رسالة المشغّل أو الدرج.',
        yes: 'نعم، المبلغ وصل',
        no: 'لا، لم يُؤخذ شيء',
      },
      'give-up': {
        title: 'هل تردّ المال وتوقف البيع؟',
        body: 'دُفع جزء من المبلغ؛ وستُحرَّر المقاعد.',
        yes: 'نعم، ردّ الكل',
        no: 'لا، تابع الدفع',
      },
      'pay-back': {
        title: 'مبلغ يُردّ للزبون',
        body: 'ردّ هذا المبلغ ثم اكتب مرجع الإرجاع. مفتاح الإدخال وحده يتركه في قائمة الموظفين.',
      },
    },
    stages: {
      holding: 'جارٍ الحجز…',
      releasing: 'جارٍ الإلغاء…',
      confirming: 'جارٍ التأكيد…',
      printing: 'جارٍ الطباعة…',
      done: 'تم البيع',
    },
    problem: {
      'refund-due': 'هناك مبلغ يجب رده: البيع في قائمة الموظفين. اضغط مفتاح الإدخال للمتابعة.',
      'needs-staff': 'هذا البيع ينتظر جوابًا في قائمة الموظفين. اضغط مفتاح الإدخال للمتابعة.',
    },
    partnerDown: 'خدمة التذاكر لا تجيب: لا بيع جديد.',
    printerDown: 'الطابعة غير جاهزة.',
    printerAwaited: 'الطابعة مشغولة، ربما بشباك آخر: انتظار لبضع ثوانٍ.',
    enter: 'إدخال',
    enterMeans: {
      events: 'اختيار',
      search: 'بحث',
      take: 'أخذ هذه المقاعد',
      pay: 'قبض',
      recall: 'استئناف',
      open: 'فتح',
      next: 'الزبون التالي',
      print: 'طباعة',
      rest: 'طباعة الباقي',
      send: 'طلب الدفع',
      note: 'تسجيل',
      charged: 'تم القبض',
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
      park: 'جانبًا',
      recall: 'استئناف',
      behind: 'قيد التنفيذ',
      repeat: 'تكرار',
      reprint: 'نسخة ثانية',
      files: 'المبيعات',
      language: 'لغة الزبون',
      aloud: 'القراءة للزبون',
      switch: 'تسليم',
      office: 'المكتب',
      lock: 'قفل',
      training: 'تدريب',
    },
    refused: arDeskRefusals,
    money: {
      'no-sale': 'المبيعات السابقة قائمة.',
      none: 'لم يُدفع شيء.',
      'left-open': 'ما زالت دفعة من هذا البيع قيد التحقق: إن تمّت رُدّ مبلغها.',
      pending: 'هذه الدفعة لم تُسجَّل بعد: لا تحصّل المبلغ مرة ثانية.',
      partly: 'الجزء المدفوع مسجّل.',
      paid: 'هذا البيع مدفوع ومسجّل.',
      owed: 'يجب ردّ ما دُفع.',
      closed: 'سُوّي هذا البيع.',
    },
    problems: {
      'no-access-code': () => ({
        title: 'رمز الدخول لهذه الفعالية غير موجود',
        body: 'يكتبه مسؤول في المكتب، صفحة رموز الدخول.',
      }),
      'partner-refused': (_, paid) => ({
        title: 'لم يقبل مكتب التذاكر الطلب',
        body: `${paid} أعد المحاولة؛ وإن استمر ذلك فأخبر مسؤولًا.`,
      }),
      'partner-unclear': (_, paid) => ({
        title: 'لا يمكن قراءة جواب مكتب التذاكر',
        body: `${paid} أعد المحاولة؛ وإن استمر ذلك فأخبر مسؤولًا.`,
      }),
      'session-expired': (_, paid) => ({ title: 'انتهى وقت الاختيار', body: `${paid} ابحث عن المقاعد من جديد.` }),
      'hold-expired': (_, paid) => ({
        title: 'انتهى الوقت',
        body: `لم تعد المقاعد محجوزة. ${paid} ابحث عنها من جديد.`,
      }),
      'payment-cancelled': (_, paid) => ({ title: 'أُلغي الدفع', body: `${paid} المقاعد ما زالت محجوزة.` }),
      'too-little-time': (_, paid) => ({
        title: 'لم يبقَ وقت كافٍ للدفع',
        body: `${paid} اضغط Esc وخذ المقاعد من جديد: يبدأ الوقت من أوله.`,
      }),
      'printer-not-ready': (_, paid) => ({
        title: 'الطابعة غير جاهزة',
        body: `${paid} تحقق من الورق والغطاء، ومما إذا كان شباك آخر يستعملها، ثم أعد المحاولة.`,
      }),
      'purchases-refused': (_, paid) => ({
        title: 'خدمة التذاكر ترفض البيع',
        body: `${paid} ينظر مسؤول في المكتب، صفحة الجهاز، ثم يستأنف البيع.`,
      }),
      'storage-full': (_, paid) => ({
        title: 'قرص هذا الصندوق ممتلئ',
        body: `${paid} أفرغ مكانًا في القرص ثم أعد المحاولة؛ والمبيعات المنتظرة تُستأنف وحدها.`,
      }),
      'invalid-input': (_, paid) => ({
        title: 'لم يُقبل هذا الطلب',
        body: `${paid} أعد المحاولة؛ وإن استمر ذلك فأخبر مسؤولًا.`,
      }),
      forbidden: (_, paid) => ({ title: 'لا تستطيع هذه الشاشة فعل ذلك', body: `${paid} أخبر مسؤولًا.` }),
      'bridge-lost': (_, paid) => ({
        title: 'الصندوق يعيد التشغيل',
        body: `${paid} انتظر لحظة: هذه الشاشة تتابع وحدها.`,
      }),
      internal: ({ incident }, paid) => ({
        title: 'حدث خطأ ما',
        body: `${paid} أعد المحاولة؛ وإن استمر ذلك فأعطِ هذا الرقم لمسؤول: ${incident}.`,
      }),
      'event-ended': (_, paid) => ({
        title: 'انتهت هذه الفعالية',
        body: `${paid} لم تعد خدمة التذاكر تبيع مقاعدها؛ والمقاعد المحجوزة من قبل ما زال يمكن دفع ثمنها. اختر فعالية أخرى.`,
      }),
      'hold-refused': ({ code, limit }, paid) =>
        code === 'SEAT_LIMIT'
          ? {
              title: 'تقبل خدمة التذاكر مقاعد أقل في البيع الواحد',
              body:
                limit === undefined
                  ? 'أجرِ عدة بيوع، كل منها بمقاعد أقل.'
                  : `${limit} على الأكثر في المرة: أجرِ عدة بيوع.`,
            }
          : { title: 'لم تحجز خدمة التذاكر هذه المقاعد', body: `${paid} اختر غيرها.` },
      'seat-taken': ({ seatCodes }, paid) => ({
        title:
          seatCodes.length === 1 ? `حُجز المقعد ${seatCodes.join()} للتو` : `حُجزت المقاعد ${seatCodes.join('، ')} للتو`,
        body: `كان غيرك أسرع. ${paid} اختر غيرها.`,
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
        title: 'كل مقعد يباع بسعره',
        body: 'الدعوات والتذاكر المجانية والأسعار المخفضة والقسائم تُطلب من المنظم: هو وحده يمنحها.',
      }),
      'unknown-place': ({ words }) => ({ title: `لا يوجد «${words}» هنا`, body: 'اذكر مدرجًا أو منطقة أو قطاعًا.' }),
      'unknown-row': ({ row }) => ({ title: `لا يوجد صف ${row.toUpperCase()}`, body: 'تحقق من الصف في هذا القطاع.' }),
      'unknown-seat': ({ numbers }) => ({
        title: `لا يوجد مقعد ${list.format(numbers.map(String))}`,
        body: 'هذا الرقم غير موجود في هذا الصف.',
      }),
      'nothing-free': () => ({ title: 'لا توجد مقاعد كافية هناك', body: 'جرّب مدرجًا آخر أو مقاعد أقل.' }),
      'not-a-sum': () => ({ title: 'هذا ليس مبلغًا', body: 'اكتب أرقامًا: 500000 أو 500k أو 1,5m.' }),
      'ambiguous-sum': ({ typed, grouped, decimal, currency }) => ({
        title: `\u2068${typed}\u2069: \u2068${grouped}\u2069 أم \u2068${decimal} ${currency}\u2069؟`,
        body: `للمبلغ الأول اكتب \u2068${grouped}\u2069 بلا نقطة ولا فاصلة؛ وللآخر رقمًا أو رقمين بعد الفاصلة.`,
      }),
      'much-received': ({ received, due, currency }, _, money) => ({
        title: `استُلم ${money(received, currency)} مقابل ${money(due, currency)}`,
        body: `سيكون الباقي ${money(received - due, currency)}. أعد العدّ؛ وإن كان صحيحًا فاكتب المبلغ نفسه مرة أخرى.`,
      }),
      'nothing-parked': () => ({
        title: 'لا بيع موضوعًا جانبًا',
        body: 'ضع جانبًا بيعًا ينتظر الدفع؛ وتبقى مقاعده محجوزة.',
      }),
      'nothing-to-repeat': () => ({
        title: 'لا شيء للتكرار',
        body: 'بِع مقاعد أولًا؛ ثم يكرر مفتاح واحد الطلب نفسه.',
      }),
      'nothing-to-reprint': () => ({
        title: 'لا شيء لإعادة طباعته',
        body: 'ليس لآخر بيع في هذا الصندوق تذاكر تُعاد.',
      }),
      'last-goes-on': () => ({
        title: 'لم ينته آخر بيع',
        body: 'تذاكره ما زالت تخرج أو تنتظر: انظر «قيد التنفيذ».',
      }),
      'copies-ordered': ({ count }) => ({
        title: `تُطبع نسخ ثانية: ${n(count)}`,
        body: 'يمكنك متابعة البيع.',
      }),
      'copies-out': ({ count, wanted }) =>
        count === wanted
          ? { title: `خرجت النسخ الثانية: ${n(count)}`, body: 'سلّمها للزبون.' }
          : { title: `${n(count)} من ${n(wanted)} نسخ ثانية`, body: 'افحص الطابعة ثم أعد المحاولة.' },
      'partner-unreachable': () => ({
        title: 'خدمة التذاكر لا تجيب',
        body: 'لم يضع شيء: سطرك باقٍ هنا. مفتاح الإدخال يعيد المحاولة؛ ويُفتح الصندوق وحده حين تعود خدمة التذاكر.',
      }),
      'nothing-behind': () => ({
        title: 'لا بيع قيد التنفيذ',
        body: 'لكل بيع مدفوع تذاكره.',
      }),
      'no-such-sale': () => ({ title: 'لا بيع بهذا الرقم', body: 'اختر رقمًا من القائمة.' }),
      'not-a-number': () => ({
        title: 'هذا ليس رقم هاتف',
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
      'card-number': () => ({ title: 'هذا يشبه رقم بطاقة', body: 'لا يُكتب رقم البطاقة هنا أبداً.' }),
      'no-approval': () => ({
        title: 'هذا ليس رقم موافقة',
        body: 'انسخ الرقم من الإيصال أو الرسالة: 4 حروف أو أرقام على الأقل.',
      }),
      'key-failed': (_, paid) => ({
        title: 'لم تُنفَّذ هذه الضغطة',
        body: `${paid} أعد المحاولة؛ وإن استمر ذلك فأخبر مسؤولًا.`,
      }),
      'one-or-two': () => ({ title: 'أجب بـ 1 أو 2', body: 'تحقّق أولًا ثم اكتب 1 أو 2.' }),
      'no-such-ticket': () => ({ title: 'لا بيع هنا لهذه التذكرة', body: 'بيعت في مكان آخر، أو ليست تذكرة.' }),
      incomplete: ({ field }) =>
        ({
          reason: { title: 'السبب ناقص', body: 'اختره من القائمة أو اكتبه.' },
          receipt: { title: 'رقم الإيصال ناقص', body: 'انسخه من إيصال الجهاز أو من الرسالة.' },
          pin: { title: 'الرمز 4 أرقام على الأقل', body: 'لشخص آخر، اكتب رقمه أولًا.' },
        })[field],
      'no-such-event': () => ({ title: 'لا فعالية بهذا الرقم', body: 'اختر رقمًا من القائمة.' }),
    },
  }
}
