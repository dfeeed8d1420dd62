import { inNumerals, type Numerals } from '../../../shared/domain/language.ts'
import type { DevicePhase } from '../../../shared/domain/money/tender.ts'
import { seatNotes } from '../../../shared/i18n/ar/words.ts'
import { isolated } from '../dates.ts'
import type { Catalogue } from '../fr/catalogue.ts'
import type { frNotes, SeatMapTexts } from '../fr/kiosk.ts'
import type { ProblemText } from '../problem-text.ts'

const held = 'مقاعدك ما زالت محفوظة.'

const forNow = { title: 'وسيلة الدفع هذه غير متاحة حاليًا', body: `${held} اختر وسيلة دفع أخرى، أو اسأل أحد الموظفين.` }

export const arRefused: Catalogue['paying']['refused'] = {
  declined: { title: 'رُفض الدفع', body: `${held} أعد المحاولة، أو اختر وسيلة دفع أخرى.` },
  'timed-out': { title: 'لم يُؤكَّد الدفع في الوقت المحدد', body: `${held} أعد المحاولة، أو اختر وسيلة دفع أخرى.` },
  'wrong-pin': { title: 'الرمز السري غير صحيح', body: `${held} استعمل بطاقة أخرى أو وسيلة دفع أخرى.` },
  'card-removed': {
    title: 'سُحبت البطاقة قبل الأوان',
    body: `${held} أعد المحاولة، واترك البطاقة في مكانها حتى يطلب منك جهاز الدفع سحبها.`,
  },
  'card-expired': { title: 'بطاقة منتهية الصلاحية', body: `${held} استعمل بطاقة أخرى أو وسيلة دفع أخرى.` },
  'card-not-taken': { title: 'هذه البطاقة غير مقبولة هنا', body: `${held} استعمل بطاقة أخرى أو وسيلة دفع أخرى.` },
  'not-enough-money': { title: 'الرصيد غير كافٍ', body: `${held} عبّئ حسابك، أو اختر وسيلة دفع أخرى.` },
  'over-limit': { title: 'بلغت حد الدفع المسموح', body: `${held} اختر وسيلة دفع أخرى.` },
  'unknown-payer': {
    title: 'هذا الرقم غير معروف لدى هذا المشغّل',
    body: `${held} تحقّق من الرقم، أو اختر وسيلة دفع أخرى.`,
  },
  'provider-down': { title: 'خدمة الدفع لا تستجيب', body: `${held} اختر وسيلة دفع أخرى، أو حاول لاحقًا.` },
  'not-set-up': forNow,
  'day-not-closed': forNow,
}

export const arPaying = (n: (count: number) => string): Catalogue['paying'] => ({
  how: {
    scan: 'رمز مربع تمسحه بهاتفك',
    telephone: 'تؤكّد على هاتفك',
    cash: 'لموظف',
    notes: 'تُدخلها هنا، بلا إرجاع الباقي',
  },
  tooLate: 'الوقت لا يكفي لوسيلة الدفع هذه',
  accepted: 'وسائل الدفع المقبولة',
  left: 'الوقت المتبقي',
  soon: 'أمامك ثلاثون ثانية للدفع.',
  due: 'المبلغ المستحق',
  stop: 'الدفع بطريقة أخرى',
  stopBody: 'إن كنت قد أكّدت على هاتفك فدفعك لم يضع: نتحقّق أولًا.',
  checking: 'نتحقّق من دفعك',
  checkingBody: (tender) => `نتحقّق لدى ${isolated(tender)}. لا تدفع مرة ثانية.`,
  scan: {
    preparing: 'جارٍ تجهيز الرمز المربع…',
    preparingBody: (tender) => `لحظة: جارٍ الاتصال بخدمة ${isolated(tender)}.`,
    title: 'امسح الرمز المربع للدفع',
    waiting: 'ننتظر دفعك.',
    simulated: 'عرض تجريبي: لا حاجة لمسح الرمز؛ يكتمل الدفع تلقائيًا.',
    code: (amount, tender) => `رمز مربع للمسح: دفع ${amount} عبر ${isolated(tender)}`,
    steps: {
      scan: 'وجّه كاميرا هاتفك إلى هذا الرمز المربع',
      agree: 'اتبع التعليمات على هاتفك ثم أكّد',
      ticket: 'ابقَ هنا: تُطبع تذاكرك فورًا',
    },
  },
  telephone: {
    title: (tender) => `رقمك في ${isolated(tender)}`,
    body: 'نرسل طلب دفع إلى هذا الرقم. لا نحتفظ بالرقم.',
    number: 'رقم الهاتف',
    entered: (count, whole) => `${n(count)} من ${n(whole)} أرقام`,
    ask: (amount) => `دفع ${amount}`,
    back: 'وسيلة دفع أخرى',
    waiting: 'أكّد على هاتفك',
    waitingBody: (tender, ending) =>
      ending === ''
        ? `يرسل إليك ${isolated(tender)} طلب دفع.`
        : `يرسل ${isolated(tender)} طلبًا إلى الرقم الذي ينتهي بـ ${isolated(ending)}.`,
    steps: {
      request: 'افتح الطلب الذي يصل إلى هاتفك',
      agree: 'أكّد برمزك السري، على هاتفك فقط',
      ticket: 'ابقَ هنا: تُطبع تذاكرك فورًا',
    },
  },
  slip: {
    open: 'استعمال قسيمة استرداد',
    title: 'قسيمة الاسترداد',
    lead: 'قرّب رمزها المربع من القارئ، أو أدخل رقمها المكوّن من عشرة حروف وأرقام.',
    number: 'رقم القسيمة',
    owed: (amount) => `قسيمة الاسترداد: ${amount}`,
    paper: {
      coming: 'تُطبع قسيمة الاسترداد الآن.',
      printed: 'خذ قسيمة الاسترداد: قيمتها هذا المبلغ.',
      none: 'التقط صورة لهذا الرقم: قيمته هذا المبلغ على هذا الكشك.',
    },
    back: 'يُردّ إليك المبلغ في قسيمة استرداد',
    backBody:
      'لم تصدر أي تذكرة. استعمل هذه القسيمة في شراء آخر على هذا الكشك، أو اطلب من موظف أن يردّ إليك المبلغ نقدًا.',
    finish: 'أخذت قسيمة الاسترداد',
  },
  refused: arRefused,
})

export const arNotes: typeof frNotes = {
  first: {
    title: 'أدخل أوراقك النقدية',
    body: 'واحدة واحدة ومبسوطة.',
  },
  more: (missing: string): ProblemText => ({
    title: 'أدخل الورقة النقدية التالية',
    body: `بقي للدفع: ${missing}. ورقة واحدة في كل مرة.`,
  }),
  held: (value: string): ProblemText => ({ title: `قُرئت ورقة نقدية: ${value}`, body: 'لحظة: لا تسحبها.' }),
  complete: { title: 'اكتمل المبلغ', body: 'شكرًا. نؤكد مقاعدك.' },
  checking: { title: 'جارٍ التحقّق من الورقة النقدية…', body: 'لحظة من فضلك.' },
  noChange: 'الكشك لا يردّ الباقي: يُردّ إليك الزائد في قسيمة استرداد.',
  due: 'المبلغ المستحق',
  taken: 'ما أدخلته',
  missing: 'بقي للدفع',
  accepted: 'الأوراق النقدية المقبولة',
  cancel: 'إلغاء الدفع',
  payRest: 'دفع الباقي بطريقة أخرى',
  slot: 'فتحة الأوراق النقدية',
  where: 'ابحث عن هذه الفتحة في الكشك.',
  already: (sum: string, rest: string): ProblemText => ({
    title: `دُفع ${sum}`,
    body: `بقي للدفع: ${rest}. إن توقفت تحصل على قسيمة استرداد.`,
  }),
}

const plural = new Intl.PluralRules('ar')

/** Returns a counted noun in the plural forms of Arabic: one, two, a few, many, whole hundreds. */
function counted(
  count: number,
  written: (count: number) => string,
  [one, two, few, many, other]: readonly [string, string, string, string, string],
): string {
  switch (plural.select(count)) {
    case 'one':
      return one
    case 'two':
      return two
    case 'zero':
    case 'few':
      return `${written(count)} ${few}`
    case 'many':
      return `${written(count)} ${many}`
    case 'other':
      return `${written(count)} ${other}`
  }
}

export const arPictures = (n: (count: number) => string): Catalogue['pictures'] => ({
  open: 'الشراء بالصور والصوت',
  greeting: 'كل شيء بالصور. المس صورة لتسمعها. لاختيارها المس الدائرة الخضراء.',
  take: 'نعم',
  no: 'لا',
  again: 'استمع مرة أخرى',
  takeFirst: 'المس صورة أولًا.',
  thenTake: 'لاختيارها المس الدائرة الخضراء.',
  today: 'اليوم',
  tomorrow: 'غدًا',
  party: 'كم شخصًا؟',
  persons: (count) => counted(count, n, ['شخص واحد', 'شخصان', 'أشخاص', 'شخصًا', 'شخص']),
  price: (sum) => `السعر: ${sum}`,
  notes: (count, note) => `${counted(count, n, ['ورقة واحدة', 'ورقتان', 'أوراق', 'ورقة', 'ورقة'])} من فئة ${note}`,
  bundles: (count, note) =>
    `${counted(count, n, ['رزمة واحدة', 'رزمتان', 'رزم', 'رزمة', 'رزمة'])} من عشر أوراق من فئة ${note}`,
  coins: (sum) => `${sum} قطعًا معدنية`,
  review: 'هل هذا صحيح؟',
  ways: 'كيف تريد أن تدفع؟',
  walk: 'الطريق إلى مقعدك',
  timeLeft: (minutes) =>
    `الوقت المتبقي للدفع: ${counted(minutes, n, ['دقيقة واحدة', 'دقيقتان', 'دقائق', 'دقيقة', 'دقيقة'])}.`,
  terminal: 'جهاز الدفع مع بطاقتك',
  staff: 'يمكن لموظف أن يساعدك.',
  notPaid: 'لم يُخصم شيء.',
  paid: 'دفعك مسجّل.',
  dontPayTwice: 'لا تدفع مرة ثانية.',
  wait: 'انتظر هنا لحظة.',
})

const figure = new Intl.NumberFormat('en-GB')

export function arabicSeats(count: number, written: (count: number) => string): string {
  switch (plural.select(count)) {
    case 'one':
      return 'مقعد واحد'
    case 'two':
      return 'مقعدان'
    case 'zero':
    case 'few':
      return `${written(count)} مقاعد`
    case 'many':
      return `${written(count)} مقعدًا`
    case 'other':
      return `${written(count)} مقعد`
  }
}

const viewSides = {
  pitch: {
    middle: 'مقابل وسط الملعب',
    left: 'جهة المرمى الأيسر',
    right: 'جهة المرمى الأيمن',
    goal: 'خلف المرمى',
    corner: 'في زاوية الملعب',
  },
  stage: { middle: 'في المقابل', left: 'الجانب الأيسر', right: 'الجانب الأيمن', goal: '', corner: '' },
}

export function arSeatMap(numerals: Numerals): SeatMapTexts {
  const n = (count: number): string => inNumerals(figure.format(count), numerals)
  const seats = (count: number): string => arabicSeats(count, n)
  /** A length after a preposition. */
  const metres = (count: number): string => counted(count, n, ['متر واحد', 'مترين', 'أمتار', 'مترًا', 'متر'])
  return {
    venueMap: 'المخطط العام حسب القطاع',
    sectionMap: (section) => `مخطط القطاع ${isolated(section)}، مقعدًا مقعدًا`,
    venueKeys: 'الأسهم: الانتقال بين القطاعات. مفتاح الإدخال: فتح القطاع.',
    sectionKeys: 'الأسهم: الانتقال بين المقاعد. مفتاح الإدخال: اختيار المقعد. مفتاح الخروج: العودة إلى المخطط العام.',
    wholeVenue: 'المخطط العام',
    zoomIn: 'تكبير',
    zoomOut: 'تصغير',
    here: 'أنت هنا',
    field: { pitch: 'الملعب', stage: 'المسرح' },
    from: (price) => `من ${price}`,
    count: n,
    seatsLeft: (count) => `المتاح ${n(count)}`,
    freeSeats: (count) => `المقاعد المتاحة في هذا القطاع: ${n(count)}`,
    soldOut: 'نفد',
    section: (code) => `القطاع ${isolated(code)}`,
    row: (label) => `الصف ${isolated(label)}`,
    seat: (number) => `المقعد ${number}`,
    looks: {
      available: 'متاح',
      selected: 'اختيارك',
      held: 'محفوظ لزبون آخر',
      sold: 'مُباع',
      blocked: 'غير متاح هنا',
    },
    accessible: 'كرسي متحرك',
    notes: seatNotes,
    kept: 'مخصّص لمستعملي الكراسي المتحركة',
    keptSeat: 'هذا المقعد مخصّص لشخص على كرسي متحرك ومرافقه.',
    onlyPlaces: 'اختر مكان كرسي متحرك: مقعد المرافق بجانبه.',
    spokenSection: ({ code, zone, price, remaining, gate }) =>
      [
        `القطاع ${isolated(code)}`,
        isolated(zone),
        remaining > 0 ? `${price}، المتاح ${seats(remaining)}` : 'نفد',
        isolated(gate),
      ]
        .filter((part) => part !== isolated(''))
        .join('، '),
    spokenSeat: ({ row, number, look, price, gate, accessible, note }) =>
      [
        `الصف ${isolated(row)}، المقعد ${number}`,
        { available: price, selected: 'مختار', held: 'محفوظ لزبون آخر', sold: 'مُباع', blocked: 'غير متاح هنا' }[look],
        accessible ? 'مكان كرسي متحرك' : '',
        gate === '' ? '' : isolated(gate),
        note,
      ]
        .filter((part) => part !== '')
        .join('، '),
    spokenSelection: (count) => `تم اختيار ${seats(count)}`,
    seatTaken: 'هذا المقعد غير متاح.',
    limitReached: (most) => `لديك ${seats(most)}: احذف واحدًا قبل اختيار غيره.`,
    leavesAlone: (count) =>
      count === 1
        ? 'سيترك هذا الاختيار مقعدًا منفردًا: انتقل مقعدًا واحدًا.'
        : `سيترك هذا الاختيار مقاعد منفردة (${n(count)}): انتقل مقعدًا واحدًا.`,
    seatCode: (row, number) => isolated(`${row} ${number}`),
    seenFrom: (seat) => `المشهد من المقعد ${seat}`,
    viewFacts: ({ kind, distance, height, side }) =>
      kind === 'stage'
        ? `على بعد ${metres(distance)} من المسرح، ${viewSides.stage[side]}`
        : `على بعد ${metres(distance)} من الوسط، بارتفاع ${metres(height)}، ${viewSides.pitch[side]}`,
    legend: 'الدليل',
    zones: 'الأسعار',
    sections: 'القطاعات',
    rows: 'الصفوف',
    seatsOfRow: (row) => `مقاعد الصف ${isolated(row)}`,
  }
}

export const arSpeaking = (n: (value: number) => string): Catalogue['speaking'] => ({
  greeting: 'هذا الكشك يتحدث إليك.',
  unheard: 'لا تسمع شيئًا؟ صل سماعة رأس أو ارفع الصوت.',
  keys: {
    arrows:
      'السهم الأسفل: الخيار التالي. السهم الأعلى: الخيار السابق. مفتاح الإدخال: اختيار. مفتاح الخروج: رجوع. مفتاح الوظيفة الأول: الإعدادات.',
    'twelve-keys':
      'المفتاح 8: الخيار التالي. المفتاح 2: الخيار السابق. المفتاح 5: اختيار. النجمة: رجوع. المفتاح 0: الإعدادات.',
    'one-switch': 'تمر الخيارات واحدًا بعد الآخر: اضغط عندما تسمع خيارك.',
    own: 'الأسهم تنتقل من خيار إلى آخر. المفتاح الأوسط يؤكد الاختيار. مفتاح المساعدة يفتح الإعدادات.',
  },
  controls: {
    arrows: 'مفتاح الوظيفة الثاني: إعادة. زائد وناقص: مستوى الصوت.',
    'twelve-keys': 'المفتاح 1: إعادة. المفتاح 3: أعلى صوتًا. المفتاح 9: أخفض صوتًا.',
  },
  press: 'اضغط لشراء تذاكرك',
  choices: (count) => (count === 1 ? 'خيار واحد.' : `عدد الخيارات: ${n(count)}.`),
  ways: (names) => `الخيارات: ${names}.`,
  givenBack: 'أُلغي اختياره',
  hidden: 'حرف مخفي',
  typed: (count, whole) => `${n(count)} من ${n(whole)}`,
  privateHere: 'ما تدخله لا يُقرأ إلا في سماعة الرأس. لسماعه بدونها افتح الإعدادات.',
  title: 'الصوت',
  volume: (now, most) => `مستوى الصوت ${n(now)} من ${n(most)}`,
  louder: 'أعلى صوتًا',
  quieter: 'أخفض صوتًا',
  pace: (now, most) => `السرعة ${n(now)} من ${n(most)}`,
  faster: 'أسرع',
  slower: 'أبطأ',
  dark: {
    title: 'شاشة سوداء',
    about: 'لكي لا يقرأ أحد شاشتك',
    how: 'الشاشة السوداء: في الإعدادات.',
    on: 'شاشة سوداء.',
    off: 'الشاشة مضاءة من جديد.',
  },
  aloud: {
    title: 'قراءة كل شيء بصوت مسموع',
    about: 'رقمك ومرجعك أيضًا',
  },
  unplugged: {
    title: 'سماعة الرأس مفصولة',
    body: 'توقفت القراءة. أعد توصيل السماعة للمتابعة: لم يضع شيء.',
    silent: 'المتابعة بدون قراءة',
    loud: 'المتابعة عبر مكبر الصوت',
  },
})

export const arDevice: Readonly<Record<DevicePhase, ProblemText>> = {
  waking: { title: 'جارٍ التجهيز…', body: 'لحظة: سيطلب منك الجهاز بطاقتك.' },
  'present-card': { title: 'قدّم بطاقتك', body: 'قرّبها من جهاز الدفع أو أدخلها فيه.' },
  'insert-card': {
    title: 'أدخل بطاقتك',
    body: 'تعذّر الدفع دون تلامس: أدخل البطاقة، والشريحة إلى الأمام.',
  },
  'card-unread': { title: 'لم تُقرأ بطاقتك', body: 'قرّبها مرة أخرى من جهاز الدفع أو أدخلها فيه.' },
  'enter-pin': { title: 'أدخل رمزك السري', body: 'على لوحة مفاتيح جهاز الدفع. غطّها بيدك الأخرى، ثم أكّد.' },
  'wrong-pin': { title: 'الرمز السري غير صحيح', body: 'حاول مرة أخرى على لوحة مفاتيح جهاز الدفع، ثم أكّد.' },
  'look-at-telephone': { title: 'انظر إلى هاتفك', body: 'أكّد الدفع عليه، ثم قرّب الهاتف من جهاز الدفع مرة أخرى.' },
  'choose-there': { title: 'أجب على جهاز الدفع', body: 'يعرض جهاز الدفع سؤالًا.' },
  authorising: { title: 'جارٍ التأكيد…', body: 'البنك يتحقّق. إن كانت بطاقتك في الجهاز فاتركها فيه.' },
  'remove-card': { title: 'خذ بطاقتك', body: 'اسحبها من جهاز الدفع.' },
  'removed-too-early': {
    title: 'سُحبت البطاقة قبل الأوان',
    body: 'أعد إدخالها، واتركها في مكانها حتى يطلب منك جهاز الدفع سحبها.',
  },
}

/** Tickets on the customer's phone. */
export const arTelephone: Catalogue['done']['telephone'] = {
  ask: 'تذاكري على هاتفي',
  title: 'امسح هذا الرمز بهاتفك',
  body: 'تُفتح تذاكرك على الهاتف، وبعد ذلك بلا شبكة أيضًا.',
  copies: 'هي نسخ مكررة من تذاكرك المطبوعة.',
  scan: 'امسح هذا الرمز',
  choose: 'تذاكر على هاتفي',
  get: 'احصل على تذاكري',
  print: 'اطبع',
  unopened: 'إذا لم تفتحها، تُطبع في النهاية.',
  send: {
    open: 'بريد إلكتروني أو رسالة نصية',
    address: {
      both: 'البريد الإلكتروني للزبون أو رقم هاتفه',
      email: 'البريد الإلكتروني للزبون',
      sms: 'رقم هاتف الزبون',
    },
    consent:
      'يوافق الزبون على إرسال التذاكر إلى هذا العنوان. يُمحى العنوان بعد الإرسال، وفي أجل أقصاه اثنتا عشرة ساعة بعد الفعالية.',
    send: 'إرسال',
    channels: { email: 'البريد الإلكتروني', sms: 'رسالة نصية' },
    states: { queued: 'في انتظار الإرسال', sent: 'أُرسلت', refused: 'رُفضت' },
    reasons: {
      'address-refused': 'رُفضت: هذا العنوان غير موجود. تحقق منه مع الزبون.',
      rejected: 'رفضها الخادم. تحقق من العنوان أو الرقم.',
      expired: 'أُلغيت: انتهت الفعالية.',
      erased: 'أُلغيت: مُحيت بيانات العميل.',
    },
  },
}
