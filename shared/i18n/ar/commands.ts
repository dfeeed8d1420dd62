import type {
  LedgerTexts,
  PrivacyTexts,
  SettlementRefusals,
  SetupTexts,
  SimulatedPaymentTexts,
  VenueTexts,
} from '../texts.ts'

export const ledger: LedgerTexts = {
  counts: (rows, sales, tickets, hash) =>
    `الأسطر ${rows}، المبيعات ${sales}، التذاكر ${tickets}؛ البصمة الأخيرة ${hash}`,
  exported: (path, rows, ledger, hash) => `${path}: ${ledger}، الأسطر ${rows}، آخر بصمة ${hash}`,
  holds: 'السجل سليم، وأساس الثقة:',
  consistent: 'السجل متسق لكنه موقَّع بمفتاح غير موثوق: قدّم دليلًا من خارج هذا الجهاز (verify --key، ‏--trust، ‏--paper)',
  broken: 'السجل معدَّل: فشل التحقق',
  key: (keyId) => `المفتاح ${keyId}`,
  head: (seq) => `السطر ${seq}، المسجَّل خارج هذا الجهاز`,
  hub: (hubKey, keyId) => `الخادم ${hubKey}، للمفتاح ${keyId}`,
  paper: (seq) => `تقرير الإقفال المطبوع للسطر ${seq}`,
}

export const trialPackage = 'هذه حزمة تجريبية لا يتحمل أي مورّد مسؤوليتها: لا تبع بها تذاكر حقيقية.'

export const movedSetting = (setting: string): string =>
  `لم يعد ${setting} يُقرأ من هنا: مصدر التحديثات ومن يوقّعها يحددهما مسؤول الجهاز وحده في /etc/guichet/update-settings.json (docs/operating/updates.md). احذف هذا الإعداد.`

const kinds = { tribune: 'المدرجات', zone: 'الفئات', gate: 'البوابات', section: 'القطاعات' } as const

const partNames = { tribune: 'المدرج', zone: 'الفئة', gate: 'البوابة', section: 'القطاع' } as const

export const venue: VenueTexts = {
  refusals: {
    fileName: 'حدّد ملفًا ينتهي اسمه بـ ‎.json أو ‎.csv',
    facts: 'قائمة CSV تحتاج إلى ‎--name و ‎--city و ‎--country للموقع',
    unknownColumn: (name, known) => `عمود غير معروف: \u2068${name}\u2069؛ المتوقع: \u2068${known}\u2069`,
    columnTwice: (name) => `عمود مكرر: \u2068${name}\u2069`,
    columnMissing: (name) => `عمود ناقص: \u2068${name}\u2069`,
    noRows: 'لا صف مقاعد في القائمة',
    noHeading: (text) => `لا عنوان للعمود الذي فيه \u2068${text}\u2069`,
    contradiction: (kind, code, before, now) =>
      `${partNames[kind]} ${code}: المتوقع: \u2068${before}\u2069 كما في سطر سابق؛ المقروء: \u2068${now}\u2069`,
    otherPart: (section, kind, before, now) =>
      `القطاع ${section}: المتوقع: ${partNames[kind]} ${before} كما في سطر سابق؛ المقروء: ${now}`,
    rowTwice: (section, row) => `القطاع ${section}: الصف ${row} موجود من قبل`,
    noSeats: (section) => `القطاع ${section}: لا مقاعد فيه`,
    seats: 'عدد مقاعد، أو أعداد تفصلها ممرات مثل 8+10',
    seatNumbers: 'أرقام مقاعد من هذا الصف مثل 1 2 5',
    yesOrNo: 'yes أو no',
  },
  readAs: (encoding) =>
    encoding === 'windows-1252'
      ? 'الملف ليس بترميز UTF-8: قُرئ بترميز Windows-1252 كما يكتبه Excel. تحقق من الحروف أدناه.'
      : `قُرئ الملف بترميز ${encoding.toUpperCase()}.`,
  counts: (name, sections, rows, seats) => `${name}: القطاعات ${sections}، الصفوف ${rows}، المقاعد ${seats}`,
  parts: { tribune: 'المدرجات', zone: 'الفئات', gate: 'البوابات' },
  seats: (count) => `المقاعد ${count}`,
  allWell: 'لا مشكلات.',
  unprintable: (characters) => `تُظهر التذاكر والإيصالات مربعًا فارغًا مكان: ${characters}`,
  odd: 'للتحقق:',
  oddity(odd) {
    switch (odd.type) {
      case 'no-seats':
        return `القطاع ${odd.section}، الصف ${odd.row}: لا مقاعد؛ لم يُؤخذ هذا الصف`
      case 'row-out-of-order':
        return `القطاع ${odd.section}: الصف ${odd.row} يأتي بعد الصف ${odd.after}`
      case 'long-row':
        return `القطاع ${odd.section}، الصف ${odd.row}: المقاعد ${odd.seats}، وأكثر ما في الصفين المجاورين ${odd.beside}`
      case 'same-name':
        return `${kinds[odd.kind]} ${odd.codes.join('، ')} لها الاسم نفسه: ${odd.name}`
      case 'lone-gate':
        return `البوابة ${odd.gate} لا تخدم إلا قطاعًا واحدًا: ${odd.section}`
      case 'close-colours':
        return `لون المدرجين ${odd.tribunes.join(' و')} يكاد يكون واحدًا`
    }
  },
}

export const settlementRefusals: SettlementRefusals = {
  provider: 'يحدّد ‎--provider برنامج المشغّل صاحب الكشف، مثل djomy-push',
  days: 'يأخذ ‎--from و‎--to تاريخين مثل 2026-11-22، الأقدم أولًا',
  currency: 'يأخذ ‎--currency رمزًا مثل GNF',
  noLedger: (folder) => `\u2068${folder}\u2069: لا سجل هنا`,
  noList: (driver) => `لا يوفّر ${driver} قائمة مدفوعات: حدّد ملف كشفه`,
  partialList: (driver) => `${driver}: تعذرت قراءة كل مدفوعاته؛ أعد المقارنة لاحقًا`,
  noColumns: (references, amounts, found) =>
    `المتوقع: عمود للمراجع (\u2068${references} …\u2069) وعمود للمبالغ (\u2068${amounts} …\u2069)؛ المقروء: ${found ? `\u2068${found}\u2069` : 'لا شيء'}`,
}

export const setup: SetupTexts = {
  intro: (file) => `Guichet: تجهيز جهاز جديد. تُحفظ الإعدادات في ${file}. اضغط Enter لإبقاء القيمة بين القوسين.`,
  language: 'لغة الشاشات وهذه الأسئلة',
  yes: 'نعم',
  no: 'لا',
  standing: 'توجد إعدادات بالفعل: استبدالها',
  profile: 'دور الجهاز',
  hub: 'ليس للخادم ملف إعدادات: guichet hub venues import …‏ ثم guichet hub events create …‏ ثم guichet serve --mode live',
  name: 'اسم الجهاز',
  locked: 'ملء الشاشة، مقفل',
  terminals: 'البطاقات وموبايل موني في العرض التجريبي: محاكاة أو على أجهزة مستقلة',
  tenders: 'وسائل الدفع، تفصل بينها فواصل',
  tenderName: (tender) => `الاسم المعروض للزبائن لـ ${tender}`,
  driver: (tender) => `مزوّد الدفع لـ ${tender}`,
  noteDevice: 'منفذ قارئ الأوراق النقدية',
  noteEncryption: 'اتصال مشفّر: دائمًا، أو إن سمح القارئ، أو أبدًا',
  optional: 'اختياري',
  address: 'عنوان خدمة التذاكر (https://…)',
  partnerCode: 'رمز الشريك',
  signing: 'توقيع الطلبات',
  keyId: 'اسم المفتاح',
  secretFile: 'الملف الذي فيه السر',
  secretIn: 'أين يُحفظ هذا السر',
  machinePin: 'رمز الجهاز، من 4 إلى 8 أرقام',
  supervisor: 'اسم المسؤول الأول (رقم 1)',
  supervisorUsual: 'المسؤول',
  supervisorPin: 'رمز المسؤول، من 4 إلى 8 أرقام',
  pinAgain: 'الرمز نفسه مرة أخرى',
  seller: {
    name: 'البائع: الاسم أو الشركة',
    address: 'البائع: العنوان',
    contact: 'البائع: الهاتف أو البريد الإلكتروني',
    taxNumber: 'البائع: الرقم الجبائي',
    taxRate: 'الضريبة على القيمة المضافة المشمولة في الأسعار، بالمئة',
    conditions: 'ملف نصي لشروط البيع',
    privacy: 'ملف نصي لإشعار الخصوصية',
  },
  printer: 'طابعة التذاكر',
  receipts: 'طابعة الإيصالات',
  reports: 'طابعة التقارير',
  drawer: 'الطابعة التي يتصل بها درج النقود',
  printerAddress: 'عنوان الطابعة',
  queue: 'اسم صف الطباعة',
  keep: 'حفظ هذه الإعدادات',
  oneOf: (choices) => `المطلوب واحد من: ${choices}`,
  someOf: (choices) => `المطلوب واحد أو أكثر من: ${choices}`,
  digits: 'من 4 إلى 8 أرقام',
  easyPin: 'هذا الرمز سهل التخمين: تجنّب الأرقام المكررة والمتتالية والسنوات والتواريخ',
  differ: 'الرمزان مختلفان',
  pageOut: 'أُرسلت صفحة الاختبار إلى الطابعة',
  pageNotOut: 'لم تُطبع صفحة الاختبار: انظر أعلاه',
  notTried: 'لم يُحفظ شيء: صحّح الأخطاء أو أضف --untried',
  notWritten: 'لم يُحفظ شيء',
  nobody: 'لا جواب: لم يُحفظ شيء',
  written: (file) => `حُفظ: ${file}`,
  next: 'ثم: شغّل guichet وقِس الشاشة (خمس لمسات عند الطرف الأيمن من الشريط العلوي، ثم الرمز، ثم «حالة الجهاز»، ثم «قياس الشاشة»)',
}

export const privacy: PrivacyTexts = {
  who: 'حدّد الشخص: ‎--name أو ‎--telephone أو ‎--order (6 أحرف على الأقل)',
  noNumber: (typed) => `‎--telephone \u2068${typed}\u2069: المتوقع رقم هاتف مثل 622112233`,
  nobody: 'لا شيء محفوظًا هنا عن هذا الشخص',
  found: (sales) => `المبيعات: ${sales}`,
  keptUntil: (moment) => `يُمحى تلقائيًا بعد \u2068${moment}\u2069`,
  namesakes: (people) =>
    `هذه المبيعات لأشخاص مختلفين (${people}): أضف ‎--name و ‎--telephone أو حدّد طلبًا واحدًا بالخيار ‎--order؛ لم يُفعل شيء`,
  mayBeNamesakes: 'هذه المبيعات بلا رقم هاتف قد تكون لأشخاص مختلفين: حدّد طلبًا واحدًا بالخيار ‎--order؛ لم يُفعل شيء',
  eraseAll: 'إن كانت كل هذه المبيعات للشخص نفسه فأضف ‎--all لمحو بياناته منها كلها',
  needed: {
    unfinished: 'لم تنتهِ هذه البيعة: أنهِها أو ألغِها أولًا',
    'open-money': 'ما زال مال هذه البيعة معلقًا (دفع أو استرداد أو إلغاء): سوِّه أولًا',
    'no-end': 'نهاية فعاليته غير معروفة، وقد تظل تذاكره صالحة: ألغِ التذاكر أولًا',
  },
  neededUntil: {
    event: (moment) => `لازم حتى نهاية الفعالية: يمكن محوه ابتداءً من \u2068${moment}\u2069`,
    settlement: (moment) => `لازم لمراجعة المدفوعات: يمكن محوه ابتداءً من \u2068${moment}\u2069`,
  },
  confirm: (sales) => `محو بيانات هذا الشخص من المبيعات (${sales})؟ لا رجوع عن ذلك.`,
  notErased: 'لم يُمحَ شيء',
  ledgerInDoubt:
    'السجل غير سليم أو أُعيد بناؤه للتو، وقد يكون جزء من البيانات في مكان آخر: شغّل أولًا guichet ledger verify وعالج ما يجده؛ لم يُمحَ شيء',
  erased: (sales) => `مُحيت بيانات الشخص من المبيعات (${sales})؛ وتبقى المبالغ والمقاعد والتذاكر`,
  exported: (file, sales) => `\u2068${file}\u2069: المبيعات ${sales}`,
  stillIn: (file) => `\u2068${file}\u2069: ما زال فيه الاسم أو الرقم: احذفه أو اطلب تصحيحه`,
  elsewhere:
    'لدى غير هذا الجهاز بيانات أيضًا: خدمة التذاكر (على الخادم: guichet hub privacy) ومزوّدو الدفع والأجهزة الأخرى.',
  elsewhereOfHub:
    'لدى غير هذا الخادم بيانات أيضًا: الأجهزة التي أجرت البيع (شغّل عليها guichet privacy) ومزوّدو الدفع ونسخ قاعدة البيانات هذه.',
  elsewhereOfPostgres:
    'يحتفظ PostgreSQL بالأسطر القديمة حتى تنفيذ \u2068VACUUM FULL purchase\u2069، وفي سجله ونسخه. ولدى الأجهزة التي أجرت البيع (شغّل عليها guichet privacy) ومزوّدي الدفع بيانات أيضًا.',
}

export const simulatedPayment: SimulatedPaymentTexts = {
  title: (provider) => `${provider}، محاكاة`,
  noMoney: 'محاكاة: هذا الدفع غير حقيقي.',
  pay: (amount) => `ادفع ${amount}`,
  refuse: 'ارفض',
  paid: 'تم الدفع.',
  refused: 'تم الرفض.',
  over: 'انتهى هذا الدفع.',
}
