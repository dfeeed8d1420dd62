import type * as fr from '../fr/program.ts'
export const ledger: typeof fr.ledger = {
  counts: (rows, sales, tickets, hash) => `الأسطر ${rows}، المبيعات ${sales}، التذاكر ${tickets}؛ البصمة الأخيرة ${hash}`,
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

const kinds = { tribune: 'المدرجات', zone: 'الفئات', gate: 'البوابات', section: 'القطاعات' } as const

const partNames = { tribune: 'المدرج', zone: 'الفئة', gate: 'البوابة', section: 'القطاع' } as const

export const venue: typeof fr.venue = {
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
  warningText(odd) {
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

export const settlementRefusals: typeof fr.settlementRefusals = {
  provider: 'يحدّد ‎--provider برنامج المشغّل صاحب الكشف، مثل djomy-push',
  days: 'يأخذ ‎--from و‎--to تاريخين مثل 2026-11-22، الأقدم أولًا',
  currency: 'يأخذ ‎--currency رمزًا مثل GNF',
  noLedger: (folder) => `\u2068${folder}\u2069: لا سجل هنا`,
  noList: (driver) => `لا يوفّر ${driver} قائمة مدفوعات: حدّد ملف كشفه`,
  partialList: (driver) => `${driver}: تعذرت قراءة كل مدفوعاته؛ أعد المقارنة لاحقًا`,
  noColumns: (references, amounts, found) =>
    `المتوقع: عمود للمراجع (\u2068${references} …\u2069) وعمود للمبالغ (\u2068${amounts} …\u2069)؛ المقروء: ${found ? `\u2068${found}\u2069` : 'لا شيء'}`,
}

export const wallet: typeof fr.wallet = {
  off: (wallets, why) => `لا تذاكر في \u2068${wallets}\u2069: ${why}`,
  unreadable: (path) => `تعذّرت قراءة \u2068${path}\u2069: تحقق من اسم الملف في \u2068wallet.json\u2069 ومن أذوناته`,
  key: (path) =>
    `\u2068${path}\u2069: المتوقع مفتاح خاص RSA ‏(2048 بت أو أكثر) بصيغة PEM؛ تحقق أيضًا من \u2068passphrase\u2069 في \u2068wallet.json\u2069`,
  certificate: (path) => `\u2068${path}\u2069: المتوقع شهادة X.509 بصيغة PEM أو DER`,
  otherKey: (path, key) =>
    `الشهادة \u2068${path}\u2069 لا توافق المفتاح \u2068${key}\u2069: استعمل المفتاح الذي طُلبت به هذه الشهادة أو اطلب شهادة جديدة`,
  otherName: (path, name, found, wanted) =>
    `\u2068${path}\u2069: في الشهادة \u2068${found}\u2069 وفي \u2068wallet.json\u2069 \u2068${wanted}\u2069: صحّح \u2068${name}\u2069 أو نزّل الشهادة الصحيحة`,
  otherIssuer: (path, issuer) =>
    `\u2068${path}\u2069 ليس الشهادة الوسيطة \u2068${issuer}\u2069 التي وقّعت شهادة التذاكر: نزّلها من Apple`,
  expired: (path, until) =>
    `انتهت صلاحية الشهادة \u2068${path}\u2069 في \u2068${until}\u2069: اطلب شهادة جديدة من Apple ثم أعد تشغيل خادم الموقع`,
  early: (path, from) =>
    `الشهادة \u2068${path}\u2069 صالحة ابتداءً من \u2068${from}\u2069 فقط: تحقق من تاريخ هذا الحاسوب`,
  expires: (until, days) =>
    `تنتهي صلاحية شهادة Apple Wallet في \u2068${until}\u2069 (الأيام المتبقية: ${days}): اطلب شهادة جديدة من Apple ثم أعد تشغيل خادم الموقع`,
  account: (path) =>
    `\u2068${path}\u2069: ‏\u2068private_key\u2069 ليس مفتاح RSA من 2048 بت أو أكثر: أنشئ مفتاحًا جديدًا لحساب الخدمة لدى Google`,
}

export const setup: typeof fr.setup = {
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
  next: 'ثم: شغّل guichet وقِس الشاشة (خمس لمسات في الوسط الفارغ من الشريط السفلي، ثم الرمز، ثم «حالة الجهاز»، ثم «قياس الشاشة»)',
}

export const privacy: typeof fr.privacy = {
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
  messages: {
    found: (messages) => `الرسائل المنتظرة: ${messages}`,
    confirm: (messages) => `إيقاف الرسائل المنتظرة (${messages}) ومحو عنوانها؟ لا رجوع عن ذلك.`,
    erased: (messages) => `لن تُرسل، ومُحي عنوانها: ${messages}`,
    salesNotErased: 'لم تُمحَ بيانات المبيعات',
  },
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

export const messages: typeof fr.messages = {
  address: 'عنوان بريد إلكتروني أو رقم هاتف، لقناة محددة في --messages',
  notSent: (code) => `لم يقبل الخادم الرسالة (${code}): تحقق من ملف --messages`,
}

export const simulatedPayment: typeof fr.simulatedPayment = {
  title: (provider) => `${provider}، محاكاة`,
  noMoney: 'محاكاة: هذا الدفع غير حقيقي.',
  pay: (amount) => `ادفع ${amount}`,
  refuse: 'ارفض',
  paid: 'تم الدفع.',
  refused: 'تم الرفض.',
  over: 'انتهى هذا الدفع.',
}

export const doctor: typeof fr.doctor = {
  steps: {
    name: 'الاسم',
    connection: 'الاتصال',
    certificate: 'الشهادة',
    clock: 'الساعة',
    code: 'رمز الشريك',
    signature: 'التوقيع',
    events: 'الفعاليات',
    session: 'البيع',
    section: 'المقاعد',
    hold: 'حفظ المقعد',
    purchase: 'الشراء',
  },
  fine: {
    name: 'عنوان {host}: {address}.',
    connection: '{host} يجيب على المنفذ {port}.',
    certificate: 'صالحة حتى {until}.',
    clock: 'الفرق {seconds} ثانية.',
    code: 'الرمز مقبول.',
    signature: 'مقبول.',
    events: 'المعروض للبيع: {count}.',
    session: 'يُفتح البيع.',
    section: 'القطاع {section} من الفعالية {event}: {count} مقعدًا.',
    hold: 'حُفظ المقعد {seat} ثم حُرِّر.',
    purchase: 'اشتُري المقعد {seat} في العرض التجريبي باسم «{name}».',
  },
  says: {
    'numeric-address': '{host} عنوان رقمي: لا اسم يُبحث عنه.',
    'not-reached': 'لم يُختبر: صحّح الأخطاء أعلاه أولًا.',
    'not-asked': 'لم يُختبر. لاختباره شغّل «guichet doctor --hold»: يُحفظ مقعد للحظة ثم يُحرَّر.',
    unsigned: 'الطلبات بلا توقيع. إذا كان الشريك يطلب التوقيع فاضبط partner.signing.',
    plain: 'الاتصال غير مشفّر. هذا للتجارب فقط.',
    'by-proxy': 'الوسيط {host} يجيب على المنفذ {port}.',
    'unknown-name': 'تعذّر إيجاد الاسم {host} ({code}). تحقق من partner.baseUrl وكابل الشبكة وخادم الأسماء (DNS).',
    'refused-connection': '{host} يرفض الاتصال على المنفذ {port}. تحقق من المنفذ في partner.baseUrl ومن أن الخدمة تعمل.',
    'no-connection':
      'تعذّر الوصول إلى {host} على المنفذ {port} ({code}). تحقق من الشبكة وجدار الحماية؛ وإذا كان لشبكتك وسيط (proxy) فاضبط partner.httpProxy.',
    'bad-certificate':
      'شهادة {host} غير موثوقة ({code}). إذا كانت للشريك سلطة شهادات خاصة فاضبط partner.caFile. وإلا فقد يكون الاتصال معترَضًا: لا تبع، واتصل بالشريك.',
    'certificate-ends': 'تنتهي الشهادة في {until} (الأيام المتبقية: {days}). أخبر الشريك.',
    'certificate-over':
      'انتهت صلاحية شهادة الشريك، أو ساعة هذا الجهاز خاطئة. تحقق أولًا من التاريخ والوقت هنا، ثم أخبر الشريك.',
    'no-answer': 'لا جواب ({code}). أعد المحاولة؛ وإن استمر ذلك فاسأل الشريك هل الخدمة متوقفة.',
    'clock-skew': 'ساعة هذا الجهاز تختلف {seconds} ثانية. ستُرفض التواقيع: فعّل الضبط التلقائي للوقت.',
    'no-date': 'لا يذكر رد الشريك الوقت: تعذرت مقارنة الساعة.',
    'unknown-code':
      'الشريك يرفض هذا الجهاز (HTTP {status} {code}). تحقق من partner.partnerCode؛ وإن كان صحيحًا فاسأل الشريك هل يجب توقيع الطلبات.',
    'bad-signature':
      'الشريك يرفض التوقيع (HTTP {status} {code}). راجع keyId والسر والطريقة في partner.signing، وكذلك الساعة.',
    'partner-fault': 'خدمة الشريك معطّلة أو مثقلة (HTTP {status} {code}). أعد المحاولة لاحقًا.',
    refused: 'الشريك يرفض هذا الطلب (HTTP {status} {code}). راجع partner.baseUrl ثم اتصل بالشريك.',
    unreadable: 'الرد لا يوافق هذه الواجهة ({code}). تأكد من أن partner.baseUrl يقود إلى الخدمة لا إلى موقع ويب.',
    'missing-field': 'في رد الشريك: «{field}» مفقود أو غير مقروء، ولا يمكن البيع. اطلب من الشريك إضافته.',
    'left-out':
      'عناصر من الشريك مستبعدة من البيع: {count}. عند {which}: «{field}» مفقود أو غير مقروء. الباقي معروض للبيع؛ أخبر الشريك.',
    'no-owner':
      'الشريك لا يذكر «owner_ref» (مرجع الزبون). البيع ممكن. لكن إذا بقي شراء بلا جواب فلا يمكن قراءة تذاكره من جديد: يُعاد الشراء نفسه، ثم على الموظفين الاتصال بالشريك. اطلب منه إضافة هذا الحقل.',
    'no-events': 'لا فعاليات معروضة للبيع لدى الشريك: لم يمكن اختبار المقاعد.',
    'no-access-code': 'رمز الدخول ناقص. اطلبه من الشريك ثم أدخله في accessCodes.',
    'code-from-hub': 'يرسل خادم الموقع رمز الدخول بعد تسجيل الجهاز.',
    'wrong-access-code':
      'ترفض خدمة التذاكر رمز الدخول: لقد جُدِّد أو هو خاطئ. اطلب الصحيح من الشريك ثم أدخله في accessCodes.',
    'only-first': 'اختُبرت الفعاليات الأولى فقط وعددها {count}.',
    'no-seats': 'لا مقاعد في الفعالية {event} لاختبارها.',
    'not-held': 'تعذّر حفظ المقعد {seat}. أعد المحاولة؛ وإن استمر ذلك فقارن partner.hold بوثائق الشريك.',
    'not-released': 'حُفظ المقعد {seat} ولم يمكن تحريره؛ سيُحرَّر تلقائيًا بعد {seconds} ثانية.',
    'not-bought': 'لم يُختبر. لاختباره شغّل «guichet doctor --hold»: يُشترى مقعد تجريبي باسم «{name}».',
    'real-sale':
      'لم يُختبر: ستُباع تذكرة حقيقية. من لا يذكر اسمه يشتري باسم «{name}» (partner.anonymousCustomer). لاختبار هذا الشراء على حساب تجريبي شغّل «guichet conformance».',
    'purchase-refused':
      'الشريك يرفض الشراء باسم «{name}» (HTTP {status} {code})، وسيرفضه بعد الدفع. إذا كان يطلب اسمًا آخر أو رقم هاتف أو بريدًا إلكترونيًا فاضبط partner.anonymousCustomer؛ وإلا فاتصل بالشريك. لا تبع قبل حلّ المشكلة.',
  },
  fields: {
    amount: 'المبلغ الكامل',
    currency: 'العملة',
    events: 'قائمة الفعاليات',
    expires_at: 'نهاية الجلسة',
    hold_id: 'رقم حفظ المقعد',
    id: 'المعرّف',
    items: 'المقاعد المحفوظة',
    map: 'مخطط الموقع',
    min_price: 'أدنى سعر',
    number: 'رقم المقعد',
    owner_ref: 'مرجع الزبون',
    price: 'السعر',
    remaining_seconds: 'الوقت المتبقي لحفظ المقاعد',
    seat_id: 'معرّف المقعد',
    seats: 'قائمة المقاعد',
    sections: 'قائمة القطاعات',
    session_id: 'معرّف الجلسة',
    starts_at: 'التاريخ والساعة',
    status: 'الحالة',
    title: 'العنوان',
    zone_id: 'معرّف الفئة',
    zones: 'قائمة الفئات',
  },
  spoken: {
    'partner.baseUrl': 'العنوان',
    'partner.partnerCode': 'رمز الشريك',
    'partner.signing': 'التوقيع',
    'partner.httpProxy': 'الوسيط (ملف الإعدادات، partner.httpProxy)',
    'partner.caFile': 'شهادته (ملف الإعدادات، partner.caFile)',
    'partner.hold': 'طريقة حفظ المقاعد (ملف الإعدادات، partner.hold)',
    'partner.anonymousCustomer': 'زبون المبيعات بلا اسم (ملف الإعدادات، partner.anonymousCustomer)',
    accessCodes: '«رموز الدخول»',
    keyId: 'اسم المفتاح',
  },
  payments: {
    steps: {
      address: 'العنوان',
      certificate: 'الشهادة',
      clock: 'الساعة',
      access: 'الدخول',
      contract: 'العقد',
      device: 'جهاز الدفع',
      currency: 'العملة',
      trial: 'اختبار حقيقي',
    },
    fine: {
      address: '{host} يجيب.',
      certificate: 'موثوقة.',
      clock: 'فارق {seconds} ث.',
      access: 'المعرف والسر مقبولان.',
      contract: 'حساب التاجر يجيب.',
      device: 'الجهاز مشغّل ويمكن الوصول إليه.',
      currency: 'الحساب بعملة {currency}.',
    },
    says: {
      'not-reached': 'لم يُفحص: صحّح الأخطاء أعلاه أولًا.',
      'only-a-payment': 'لم يُفحص: لا يُعرف إلا بعملية دفع.',
      'no-date': 'لا يذكر رد المزوّد الوقت: تعذرت مقارنة الساعة.',
      'no-answer':
        '{host} لا يجيب ({code}). تحقق من العنوان والشبكة وجدار الحماية؛ وإذا كان لشبكتك وسيط (proxy) فأدخله.',
      plain: 'الاتصال غير مشفر. للتجارب فقط.',
      untrusted: 'شهادة {host} غير موثوقة ({code}). قد يكون الاتصال معترَضًا: لا تقبض بوسيلة الدفع هذه، واتصل بالمزوّد.',
      'clock-skew': 'ساعة هذا الجهاز تختلف {seconds} ث: فعّل الضبط التلقائي للوقت.',
      refused:
        'المزوّد يرفض الطلب (HTTP {status} {code}). تحقق من المعرّف والأسرار؛ وإن كانت صحيحة فاتصل بالمزوّد واذكر له هذا الرمز.',
      'not-on-list':
        'المزوّد يرفض هذا الجهاز (HTTP {status} {code}). تحقق من نطاق العقد، واطلب من المزوّد السماح بعنوان IP العام لهذا الجهاز.',
      unreadable: 'الرد ليس من هذا المزوّد (HTTP {status}). تحقق من العنوان؛ ربما تجيب مكانه بوابة Wi-Fi أو وسيط.',
      'other-currency': 'الحساب بعملة {currency}، وهي غير عملة الإعدادات: لن يُقبل أي دفع. صحّح العملة أو اطلب حسابًا آخر.',
      'currency-not-taken': 'هذا المزوّد لا يقبل العملة {currency}: لن يُقبل أي دفع. اختر مزوّدًا آخر.',
      'test-account': 'حساب تجريبي: المدفوعات غير حقيقية. لا تبع بهذا الحساب.',
      'device-named': 'الجهاز {device} مشغّل ويمكن الوصول إليه.',
      'device-off': 'جهاز الدفع لا يجيب ({code}). شغّله وتحقق من شبكته؛ تعود وسيلة الدفع تلقائيًا.',
      busy: 'جهاز الدفع مشغول: أعد المحاولة لاحقًا.',
      'device-refuses':
        'جهاز الدفع لا يقبل هذا الجهاز ({code}). تحقق في قائمته من كلمة مرور الصندوق، ومن أنه غير متصل بصندوق آخر؛ وإن شُغّل للتو فانتظر دقيقة.',
      untried:
        'يتبع هذا الاتصال وثائق المزوّد المنشورة، ولم يُختبر معه بعد. قبل الافتتاح ادفع بنفسك مبلغًا صغيرًا ثلاث مرات: اقبل الأول، وارفض الثاني، واترك الثالث بلا جواب.',
    },
  },
  notes: {
    steps: {
      port: 'المنفذ',
      device: 'قارئ الأوراق النقدية',
      encryption: 'التشفير',
      notes: 'الأوراق النقدية',
      currency: 'العملة',
      box: 'صندوق الأوراق النقدية',
    },
    fine: {
      port: 'المنفذ {device} متاح.',
      device: 'القارئ يجيب.',
      encryption: 'الخط مشفَّر.',
      notes: 'مجموعة الأوراق النقدية مثبتة.',
      currency: 'هي بعملة البيع {currency}.',
      box: 'يفيد القارئ بأن الصندوق في مكانه وغير ممتلئ.',
    },
    says: {
      'not-reached': 'لم يُفحص: صحّح الأخطاء أعلاه أولًا.',
      'no-port':
        'لا وجود لـ {device} ({code}). تحقق من كابل USB ومن المسار في notes.device؛ قاعدة udev تعطيه مسارًا ثابتًا.',
      'no-rights':
        'ليس لهذا الحساب إذن باستعمال {device} ({code}). أضف الحساب إلى المجموعة «dialout» ثم سجّل الدخول من جديد.',
      'in-use': 'برنامج آخر يستعمل {device} ({code}). إن كان برنامج الكشك فأوقفه ثم أعد الاختبار.',
      'no-answer': 'المنفذ {device} غير متاح ({code}). تحقق من الكابل، أو من العنوان إن كان القارئ على الشبكة.',
      silent: 'لا جواب على {device}. تحقق من تغذية القارئ وكابله ومن ضبطه على SSP.',
      unfit:
        'الجهاز لا يقبل الأوراق النقدية، أو لا يشفّر مع أن قيمة notes.encryption هي «always». تحقق من الطراز والبروتوكول.',
      answers: 'البرنامج الثابت {firmware}، البروتوكول {protocol}.',
      plain: 'الاتصال غير مشفَّر: قد يحاكي من يفتح الكشك إدخال أوراق نقدية. أبقِ الكشك مقفلًا، أو اطلب من الصانع قارئًا يشفّر.',
      knows: 'الأوراق المعروفة: {values}. قارنها بالأوراق المتداولة.',
      'other-currency':
        'يعرف القارئ أوراقًا نقدية بعملة {currencies}، ولا يعرف أي ورقة بعملة {currency}. اطلب من الصانع مجموعة بيانات {currency}.',
      'not-there': 'لم يعد القارئ يجيب. تحقق من تغذيته وكابله.',
      'cashbox-full': 'صندوق الأوراق النقدية ممتلئ. أفرغه.',
      'cashbox-removed': 'صندوق الأوراق النقدية ليس في مكانه. أعده حتى تسمع النقرة.',
      jammed: 'ورقة عالقة. افتح القارئ وأخرج الورقة.',
      'fraud-attempt': 'رُصدت محاولة غش (سُحبت ورقة نقدية). تحقق من الجهاز.',
      'out-of-order': 'القارئ معطّل. أطفئه ثم شغّله؛ وإن لم يكفِ ذلك فاتصل بالصانع.',
    },
  },
  fiscal: {
    title: 'النظام الضريبي',
    queue: 'الفواتير',
    unsigned: (waiting, rejected) => `في انتظار التوقيع: ${waiting}؛ مرفوضة: ${rejected}.`,
    rejected: 'اقرأ السبب في البيعة (F12 عند الصندوق)، ثم صحّح الفاتورة وأعد إرسالها.',
    refused: (status) => `النظام الضريبي يرفض هذا الجهاز (HTTP ${status}). تحقق من \u2068fiscal.key\u2069.`,
    untrusted: (code) =>
      `الشهادة غير موثوقة (${code}). إن كانت للنظام سلطة شهادات خاصة به فاضبط \u2068fiscal.caFile\u2069؛ وإلا فقد يكون الاتصال معترَضًا.`,
    noDate: 'لا يذكر رد النظام الضريبي الوقت، فتعذّرت مقارنة الساعة.',
  },
  messages: {
    title: 'البريد والرسائل',
    sends: { email: 'يرسل الخادم رسائل بالبريد الإلكتروني.', sms: 'يرسل الخادم رسائل نصية.' },
    none: 'لا يرسل الخادم رسائل: انظر \u2068guichet serve --messages\u2069.',
    unreachable: 'الخادم لا يجيب، فلا يمكن إرسال التذاكر.',
  },
  savedTickets: {
    title: 'التذاكر المحفوظة',
    inFolder: (files, folder) => `عدد الملفات في ${folder}: ${files}.`,
    stay: 'تُحفظ التذاكر في هذا المجلد وتبقى فيه إلى أن تُحذف يدويًا.',
    deleted: (hours) => `تُحذف هذه الملفات بعد الطباعة، وفي أقصى حد بعد الفعالية بـ ${hours} ساعة.`,
  },
  screen: {
    title: 'الشاشة',
    unsandboxed:
      'متصفّح الشاشة يعمل بلا بيئة العزل (sandbox): شُغّل من حساب root أو بالخيار ‎--no-sandbox. عندئذ قد تصل صفحة خبيثة إلى النظام كله. شغّل Guichet من حساب آخر ومن دون هذا الخيار.',
  },
}

export const settlement: typeof fr.settlement = {
  kinds: {
    'missing-there': 'غير موجود لدى المزوّد',
    'missing-here': 'غير معروف هنا',
    'other-amount': 'مبلغ آخر',
    'not-taken': 'مقبوض بلا تذكرة',
    open: 'بلا جواب هنا بعد',
    'refunded-there': 'ردّه المزوّد',
    'refunded-here': 'مردود هنا',
    double: 'مقبوض مرتين',
    unclear: 'غير مقروء',
  },
  advice: {
    'missing-there':
      'قُبض هنا، وغير موجود في كشف المزوّد. راجع كشف اليوم التالي. إن لم تجد الدفع فيه أيضًا فقدّم للمزوّد مطالبة بالمرجع.',
    'missing-here':
      'قبضه المزوّد، ولا يعرفه هذا الصندوق. ابحث عن هذا الدفع في الصناديق الأخرى. إن لم تجده فرُدّ المبلغ للزبون.',
    'other-amount': 'المبلغان مختلفان. اسأل المزوّد عن المبلغ المخصوم، ثم رُدّ الفرق أو طالب به.',
    'not-taken': 'قبضه المزوّد، ولم تصدر تذكرة هنا. رُدّ المبلغ للزبون عن طريق المزوّد.',
    open: 'قبضه المزوّد، ولا جواب هنا بعد. أجب بنعم عن السؤال المفتوح في عملية البيع هذه.',
    'refunded-there': 'ردّه المزوّد، ولم يُردّ هنا. استرجع التذاكر، أو اسأل المزوّد عن السبب.',
    'refunded-here': 'مردود حسب السجل، ولا أثر له لدى المزوّد. تأكد من أن الزبون استلم المبلغ.',
    double: 'قبضه المزوّد مرتين لعملية واحدة. رُدّ الدفعة الثانية.',
    unclear: 'هذا السطر غير مقروء. صحّحه في الملف، أو اسأل المزوّد عن معناه.',
  },
  standings: {
    taken: 'مقبوض',
    open: 'بلا جواب',
    'not-taken': 'غير مقبوض',
    paid: 'مدفوع',
    refunded: 'مردود',
    failed: 'فاشل',
    waiting: 'في الانتظار',
    unclear: 'غير مقروء',
  },
  sums: (paid, refunded, fees) => `الكشف: مقبوض ${paid}، مردود ${refunded}، رسوم ${fees}.`,
  of: (payments, lines, agreed, written = String) =>
    `المدفوعات: ${written(payments)}، الأسطر: ${written(lines)}، المتطابقة: ${written(agreed)}.`,
  compared: (differences, written = String) =>
    differences === 0 ? 'كل شيء متطابق.' : `الفروق: ${written(differences)}.`,
  ambiguousSum: (typed, grouped, decimal, currency) =>
    `\u2068${typed}\u2069 قد يكون \u2068${grouped}\u2069 أو \u2068${decimal} ${currency}\u2069: اكتب المبلغ بلا فاصل آلاف وبرقمين عشريين`,
}
