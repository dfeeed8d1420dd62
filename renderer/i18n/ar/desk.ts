import { tenderNames } from '../../../shared/i18n/ar/words.ts'
import type { Catalogue } from '../fr/catalogue.ts'
import { isolated } from '../numerals.ts'
import { placeNames } from '../place-names.ts'

const list = new Intl.ListFormat('ar', { type: 'conjunction' })
const choices = new Intl.ListFormat('ar', { type: 'disjunction' })

/** `n` writes a count in the digits of the setting. */
export function arDesk(n: (count: number) => string): Catalogue['desk'] {
  return {
    title: 'شباك التذاكر',
    device: (id) => `الصندوق ${isolated(id)}`,
    signIn: 'بدء العمل',
    signInBody: 'اكتب رمزك ثم اضغط مفتاح الإدخال.',
    pin: 'الرمز',
    ready: 'جاهز للبيع',
    choose: 'ماذا نبيع؟',
    chooseBody: 'اكتب الرقم ثم اضغط مفتاح الإدخال.',
    noEvents: 'لا شيء معروض للبيع الآن.',
    eventStands: { over: 'انتهت', begun: 'بدأت', soldOut: 'نفدت المقاعد' },
    seatsLeft: (count) => `المقاعد المتبقية: ${count}`,
    commandLabel: 'الأمر',
    eventHint: 'رقم الفعالية',
    sumHint: 'المبلغ المستلم، أو مفتاح الإدخال للمبلغ المطلوب تمامًا',
    parked: 'مبيعات جانبًا',
    parkedHint: 'رقم البيع',
    parkedOver: 'انتهى الحجز',
    offers: 'أفضل المقاعد',
    places: (count) =>
      count === 1 ? 'مقعد واحد' : count === 2 ? 'مقعدان' : count <= 10 ? `${n(count)} مقاعد` : `${n(count)} مقعدًا`,
    row: 'الصف',
    seats: 'المقاعد',
    gate: 'البوابة',
    price: 'السعر',
    cash: tenderNames.cash,
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
      'print-problem': 'الطابعة تنتظر: افحص الورق ثم اضغط مفتاح الإدخال.',
      'refund-due': 'هناك مبلغ يجب رده: البيع في قائمة الموظفين. اضغط مفتاح الإدخال للمتابعة.',
      'needs-staff': 'هذا البيع ينتظر جوابًا في قائمة الموظفين. اضغط مفتاح الإدخال للمتابعة.',
    },
    partnerDown: 'خدمة التذاكر لا تجيب: لا بيع جديد.',
    printerDown: 'الطابعة غير جاهزة.',
    enter: 'إدخال',
    enterMeans: {
      events: 'اختيار',
      search: 'بحث',
      take: 'أخذ هذه المقاعد',
      pay: 'قبض',
      recall: 'استئناف',
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
      files: 'المبيعات',
      language: 'لغة الزبون',
      switch: 'تسليم',
      office: 'المكتب',
      lock: 'قفل',
    },
    problems: {
      'no-access-code': () => ({
        title: 'رمز الدخول لهذه الفعالية غير موجود',
        body: 'يكتبه مسؤول في المكتب، صفحة رموز الدخول.',
      }),
      'session-expired': () => ({ title: 'انتهى وقت الاختيار', body: 'لم يُدفع شيء. ابحث عن المقاعد من جديد.' }),
      'hold-expired': () => ({ title: 'انتهى الوقت', body: 'لم تعد المقاعد محجوزة، ولم يُدفع شيء. ابحث عنها من جديد.' }),
      'payment-refused': () => ({
        title: 'رُفض الدفع',
        body: 'لم يُخصم شيء، والمقاعد ما زالت محجوزة. اقترح بطاقة أو طريقة أخرى.',
      }),
      'payment-cancelled': () => ({ title: 'أُلغي الدفع', body: 'لم يُخصم شيء، والمقاعد ما زالت محجوزة.' }),
      'too-little-time': () => ({
        title: 'لم يبقَ وقت كافٍ للدفع',
        body: 'لم يُدفع شيء. اضغط Esc وخذ المقاعد من جديد: يبدأ الوقت من أوله.',
      }),
      'printer-not-ready': () => ({
        title: 'الطابعة غير جاهزة',
        body: 'لم يُخصم شيء. تحقق من الورق والغطاء ثم أعد المحاولة.',
      }),
      'purchases-refused': () => ({
        title: 'خدمة التذاكر ترفض البيع',
        body: 'لم يُدفع شيء. ينظر مسؤول في المكتب، صفحة الجهاز، ثم يستأنف البيع.',
      }),
      'storage-full': () => ({
        title: 'قرص هذا الصندوق ممتلئ',
        body: 'لم يُدفع شيء. أفرغ مكانًا في القرص: يُستأنف البيع وحده.',
      }),
      'invalid-input': () => ({
        title: 'لم يُقبل هذا الطلب',
        body: 'ما دُفع مسجّل. أعد المحاولة؛ وإن استمر ذلك فأخبر مسؤولًا.',
      }),
      forbidden: () => ({ title: 'لا تستطيع هذه الشاشة فعل ذلك', body: 'ما دُفع مسجّل. أخبر مسؤولًا.' }),
      'bridge-lost': () => ({
        title: 'الصندوق يعيد التشغيل',
        body: 'ما دُفع مسجّل. انتظر لحظة: هذه الشاشة تتابع وحدها.',
      }),
      internal: ({ incident }) => ({
        title: 'حدث خطأ ما',
        body: `ما دُفع مسجّل. أعد المحاولة؛ وإن استمر ذلك فأعطِ هذا الرقم لمسؤول: ${incident}.`,
      }),
      'hold-refused': ({ code, limit }) =>
        code === 'SEAT_LIMIT'
          ? {
              title: 'تقبل خدمة التذاكر مقاعد أقل في البيع الواحد',
              body:
                limit === undefined
                  ? 'أجرِ عدة بيوع، كل منها بمقاعد أقل.'
                  : `${limit} على الأكثر في المرة: أجرِ عدة بيوع.`,
            }
          : { title: 'لم تحجز خدمة التذاكر هذه المقاعد', body: 'لم يُدفع شيء. اختر غيرها.' },
      'seat-taken': ({ seatCodes }) => ({
        title:
          seatCodes.length === 1 ? `حُجز المقعد ${seatCodes.join()} للتو` : `حُجزت المقاعد ${seatCodes.join('، ')} للتو`,
        body: 'كان غيرك أسرع. لم يُحصَّل أي مبلغ؛ اختر غيرها.',
      }),
      'no-count': () => ({ title: 'كم مقعدًا؟', body: 'ابدأ بالعدد، من 1 إلى 50.' }),
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
      'much-received': ({ received, due, currency }, money) => ({
        title: `استُلم ${money(received, currency)} مقابل ${money(due, currency)}`,
        body: `سيكون الباقي ${money(received - due, currency)}. أعد العدّ؛ وإن كان صحيحًا فاكتب المبلغ نفسه مرة أخرى.`,
      }),
      'nothing-parked': () => ({
        title: 'لا بيع موضوعًا جانبًا',
        body: 'ضع جانبًا بيعًا ينتظر الدفع؛ وتبقى مقاعده محجوزة.',
      }),
      'no-such-sale': () => ({ title: 'لا بيع بهذا الرقم', body: 'اختر رقمًا من القائمة.' }),
      'not-a-number': () => ({ title: 'هذا ليس رقم هاتف', body: 'اكتب من 8 إلى 15 رقمًا، مع + أو دونها.' }),
      'card-number': () => ({ title: 'هذا يشبه رقم بطاقة', body: 'لا يُكتب رقم البطاقة هنا أبداً.' }),
      'no-approval': () => ({
        title: 'هذا ليس رقم موافقة',
        body: 'انسخ الرقم من الإيصال أو الرسالة: 4 حروف أو أرقام على الأقل.',
      }),
      'one-or-two': () => ({ title: 'أجب بـ 1 أو 2', body: 'تحقّق أولًا ثم اكتب 1 أو 2.' }),
      'no-such-ticket': () => ({ title: 'لا بيع هنا لهذه التذكرة', body: 'بيعت في مكان آخر، أو ليست تذكرة.' }),
      'no-such-event': () => ({ title: 'لا فعالية بهذا الرقم', body: 'اختر رقمًا من القائمة.' }),
    },
  }
}
