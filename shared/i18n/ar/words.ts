import type * as fr from '../fr/words.ts'
import { MAX_SHEET_MILLIMETRES, paperNames } from '../../domain/documents/paper.ts'
import type { PrinterFault, UnavailableTender } from '../../domain/fleet/readiness.ts'
import { isNotes } from '../../domain/money/tender.ts'
import type { TermsSetting } from '../../domain/terms.ts'
import { MAX_TENDER_NAME, MAX_TERMS_TEXT, type SettingForm } from '../../domain/text-forms.ts'
import type { Measured, SettingTexts } from '../setting-texts.ts'
import {
  type Advice,
  eventNames,
  isBeingEmptied,
  isOfNotes,
  isTurnedAway,
  type ReadinessIssueTexts,
  type ProviderNames,
  refusalCode,
  type SeatNotes,
  span,
  type TenderNames,
} from '../texts.ts'

export const tenderNames: TenderNames = {
  card: 'بطاقة',
  cash: 'نقدًا',
  notes: 'أوراق نقدية',
  'mobile-money': 'موبايل موني',
  'orange-money': 'أورنج موني',
  'mtn-momo': 'إم تي إن مومو',
  cheque: 'شيك',
  'bank-transfer': 'تحويل بنكي',
  account: 'على الحساب',
  'credit-slip': 'قسيمة استرداد',
  free: 'مجاني',
}

export const seatNotes: SeatNotes = {
  accessible: 'مكان كرسي متحرك',
  companion: 'مرافق',
  restrictedView: 'رؤية محدودة',
  stepFree: 'وصول بلا درجات',
}

export const providerNames: ProviderNames = {
  'djomy-link': 'جومي',
  'djomy-push': 'جومي',
  'orange-money': 'أورنج',
  'mtn-momo': 'إم تي إن',
  'stripe-terminal': 'سترايب',
  sumup: 'سم أب',
  simulated: 'المحاكي',
  'hub-account': 'خادم الموقع',
}

export const reconcileAdvice: typeof fr.reconcileAdvice = {
  'not-listed': 'هذه التذكرة غير صالحة للدخول. أعطِ خدمة التذاكر المرجع ورقم التذكرة. إن لم تُعد صلاحيتها فرُدّ ثمنها.',
  'not-recorded':
    'لم يُدفع ثمن هذه التذكرة هنا. ابحث عنها في الصناديق الأخرى. إن لم تجدها فاطلب من خدمة التذاكر إلغاءها.',
  differs:
    'بيانات هذه التذكرة تختلف بين الصندوق وخدمة التذاكر. اسأل خدمة التذاكر أيها الصحيح ثم اطبع نسخة مكررة من التذكرة.',
  'given-back': 'رُدّ ثمنها هنا وما زالت صالحة لدى خدمة التذاكر. اطلب إلغاء التذكرة.',
  unsettled: 'قُبض المبلغ لكن التذاكر ناقصة. أجب عن السؤال المفتوح في عملية البيع هذه.',
  'not-asked': 'لم تُجب خدمة التذاكر. أعد المقارنة لاحقًا.',
}

export const columns: typeof fr.columns = {
  account: 'الحساب',
  amount: 'المبلغ',
  at: 'التاريخ',
  compared: 'وقت المقارنة',
  count: 'العدد',
  currency: 'العملة',
  customer: 'الزبون',
  detail: 'التفصيل',
  difference: 'الفرق',
  driver: 'المشغّل البرمجي',
  event: 'الفعالية',
  from: 'من',
  here: 'هنا',
  invoice: 'الفاتورة',
  item: 'البند',
  kind: 'التقرير',
  line: 'سطر الكشف',
  movement: 'الحركة',
  name: 'الاسم',
  order: 'الطلب',
  owner: 'مرجع الزبون',
  providerReference: 'مرجع المزوّد',
  reference: 'المرجع',
  refund: 'استرداد',
  register: 'الصندوق',
  rounding: 'التقريب',
  documents: 'رقم المستند',
  sale: 'البيع',
  seat: 'المقعد',
  shift: 'الوردية',
  staff: 'الموظف',
  state: 'الحالة',
  tax: 'الضريبة',
  there: 'لدى المزوّد',
  ticket: 'التذكرة',
  ticketNumber: 'رقم التذكرة',
  to: 'إلى',
  toDo: 'المطلوب',
}

export const salesListed: typeof fr.salesListed = (lines, tickets, amount, tax) =>
  `الأسطر: ${lines}، التذاكر: ${tickets}، المبلغ: ${amount}${tax === null ? '' : `، منها الضريبة: ${tax}`}`

export const reconciled: typeof fr.reconciled = (shift, sales, agreed, differences) =>
  `الوردية ${shift} – المبيعات المقارنة: ${sales}، التذاكر المتطابقة: ${agreed}، الفروق: ${differences}`

export const noShift: typeof fr.noShift = (ledger, shift) =>
  shift === null ? `\u2068${ledger}\u2069: لا وردية فيه` : `\u2068${ledger}\u2069: لا وردية رقمها ${shift}`

export const config: SettingTexts = {
  'no-shortcut': ({ key }) =>
    `لا يصلح ${quoted(key)} اختصارًا: اختر من ${isolated('F1')} إلى ${isolated('F12')}، أو ${isolated('Escape, Insert, Pause')}، أو حرف مع ${isolated('Ctrl+')} أو ${isolated('Alt+')}`,
  'same-key': ({ key, commands }) =>
    `المفتاح ${isolated(key)} لأكثر من أمر: ${commands.map(isolated).join(' و')}: أعطِ أحدها مفتاحًا آخر`,
  'language-not-offered': ({ language }) =>
    `${quoted(language)} ليست ضمن ${isolated('languages')}: أضف هذه اللغة أو اختر غيرها`,
  'no-partner': () => `في وضع ${isolated('live')} اذكر ${isolated('baseUrl')} و${isolated('partnerCode')} للشريك`,
  'simulated-terminals': () => `${quoted('simulated')} لا يقبض مالًا: في وضع ${isolated('live')} اختر ${quoted('manual')}`,
  'not-attended': () =>
    `لا أمين صندوق عند الكشك ليؤكد الدفع بمستند أو على جهاز دفع مستقل: أبقِ في ${isolated('tenders')} النقد ووسائل الدفع التي لها مزوّد في ${isolated('payments')} فقط، أو اختر ${isolated('"role": "cashier"')}`,
  'driver-unfit': ({ driver, fit }) =>
    `لا يقبل ${quoted(driver)} وسيلة الدفع هذه؛ ${fit.length === 0 ? 'ولا يقبلها أي مشغّل' : `اختر من: ${fit.map(isolated).join('، ')}`}`,
  'shows-code': () =>
    `مع هذا المشغّل يمسح الزبون رمزًا مربعًا لا يعرضه الصندوق: اختر ${quoted('djomy-push')} أو ${quoted('mtn-momo')}، أو ${isolated('"role": "kiosk"')}`,
  'pays-out': () => 'تتيح هذه المفاتيح صرف المال: أزلها من هذا الكشك، فهو يعمل بلا مراقبة',
  'account-without-hub': () =>
    `تحتاج ${quoted('account')} إلى خادم: اذكره في ${isolated('fleet.hub')}، أو أزلها من هنا`,
  'notes-at-desk': () => `تحتاج ${quoted('notes')} إلى قارئ الأوراق النقدية في كشك: أزلها من هنا`,
  'no-note-device': () =>
    `لازم لقبول الأوراق النقدية: اذكر القارئ، مثل ${isolated('{ "driver": "ssp", "device": "/dev/note-device" }')}`,
  'plain-hub': () => `في وضع ${isolated('live')} يجب أن يبدأ العنوان بـ ${isolated('https://')}`,
  'plain-partner': () =>
    `وضع ${isolated('live')} يتطلب ${isolated('https')}: من دونه يستطيع غيرك على الشبكة قراءة المبيعات وتغييرها`,
  'cash-without-pin': () => 'لازم لقبض النقد',
  'weak-pin': () => 'هذا الرمز سهل التخمين: تجنّب الأرقام المكررة والمتتالية والسنوات والتواريخ',
  'nothing-to-read-back': () => `لكشك له طابعة في ${isolated('printers.tickets')} فقط: احذف هذا الإعداد`,
  'printer-unknown': ({ printer }) =>
    `${quoted(printer)} ليست ضمن ${isolated('printers.devices')}: صحّح الاسم أو أضف هذه الطابعة`,
  'printer-idle': () =>
    `هذه الطابعة غير مستعملة: اذكرها في ${isolated('printers.tickets')} أو ${isolated('printers.receipts')} أو ${isolated('printers.reports')}، أو احذفها`,
  'printer-twice': () => 'ذُكرت الطابعة نفسها مرتين: احذف إحدى المرتين',
  'no-drawer': () => `المتوقع: اسم طابعة من نوع ${isolated('"escpos"')} ضُبط لها ${isolated('"drawer"')}`,
  'no-file': ({ path }) => `لا وجود لهذا الملف: ${isolated(path)}`,
  'file-unreadable': ({ path, code }) => `تتعذر قراءة ${isolated(path)} ‏(${isolated(code)})`,
  'no-certificate': ({ path }) => `لا شهادة بصيغة PEM في ${isolated(path)}`,
  'not-text': ({ path, line, column, why }) => `${isolated(`${path}:${line}:${column}`)}: ${files[why]}`,
  'secret-source': () =>
    `اذكر مكان السر: إما ملف (${isolated('secretFile')}) وإما متغير بيئة (${isolated('secretEnv')})`,
  'variable-unset': ({ variable }) => `متغير البيئة ${isolated(variable)} غير محدد`,
  'secret-exposed': ({ path }) =>
    `تستطيع حسابات غير حساب صاحبه قراءة ${isolated(path)}: احمه بالأمر ${isolated('chmod 600')}`,
  'secret-sealed': ({ path, reason }) =>
    `${isolated(path)} شُفّر لحساب آخر أو جلسة أخرى أو حاسوب آخر (${isolated(reason)}): شغّل البرنامج حيث جُهّز، أو أعد التجهيز`,
  'no-keyring': ({ reason }) => `لا توجد حافظة مفاتيح: ${isolated(reason)}`,
  'secret-empty': () => 'السر فارغ',
  'wrong-key': ({ kind, wanted, algorithm }) =>
    `هذا المفتاح من نوع ${isolated(kind)}؛ وتتطلب الخوارزمية ${isolated(algorithm)} مفتاحًا من نوع ${wanted.map(isolated).join(' أو ')}`,
  'no-private-key': ({ algorithm }) =>
    `يتطلب ${isolated(algorithm)} مفتاحًا خاصًا بصيغة PEM ‏(${isolated('PKCS #8')}) بلا كلمة مرور`,
  'note-key': () => 'المتوقع: 16 خانة ست عشرية',
  'terms-elsewhere': ({ file }) => `${isolated(file)} على حاسوب آخر؛ المتوقع: ملف من هذا الجهاز`,
  'terms-special': ({ path }) => `${isolated(path)} ليس ملفًا عاديًا؛ المتوقع: ملف نصي`,
  'terms-empty': ({ path }) => `${isolated(path)} فارغ: اكتب النص فيه`,
  'terms-long': ({ path, max }) => `${isolated(path)} طويل جدًا؛ المتوقع: ${max} حرف على الأكثر`,
  'terms-name': ({ path, link }) =>
    `لا ينتهي ${isolated(path)} بـ ${isolated('.txt')} أو ${isolated('.md')}${link === null ? '' : ` (و${isolated(link)} رابط إليه)`}؛ المتوقع: ملف نصي بأحد هذين الامتدادين`,
  'unknown-role': ({ role }) =>
    `${isolated('--role')}: ${quoted(role)} ليس ${isolated('kiosk')} ولا ${isolated('cashier')}`,
  'settings-missing': () => 'لا وجود لهذا الملف',
  'settings-unreadable': ({ code }) => `تتعذر القراءة (${isolated(code)}): أعد نسخة من هذا الملف`,
  'settings-syntax': ({ line, column, what }) =>
    `السطر ${line}، العمود ${column}: ${what}؛ صحّح هذا الملف أو استعد نسخة احتياطية منه`,
  'foreign-folder': ({ path, uid }) =>
    `${isolated(path)} لحساب آخر (${uid})، ولا يستعمل root روابطه ولا إعداداته حفاظًا على الأمان: نفّذ الأمر بذلك الحساب، ${isolated(`sudo -u "#${uid}" guichet …`)}`,
  'number-twice': () => 'لشخصين الرقم نفسه: غيّر أحدهما',
  'not-answered': () => 'لا جواب بعد',
}

/** Isolates foreign text with Unicode controls, so that the text does not reorder the Arabic sentence. */
const isolated = (text: string): string => `\u2068${text}\u2069`

const quoted = (text: string): string => isolated(`"${text}"`)

const settingForms: Readonly<Record<SettingForm, string>> = {
  deviceId: 'من 1 إلى 32 حرفًا لاتينيًا أو رقمًا أو شرطة أو شرطة سفلية',
  tenderName: `من 1 إلى ${MAX_TENDER_NAME} حرفًا في سطر واحد`,
  timeOfDay: `ساعة مثل ${quoted('22:30')}`,
  printerName: 'من 1 إلى 40 حرفًا لاتينيًا أو رقمًا أو شرطة أو شرطة سفلية',
  pageOrigin: `عنوان مثل ${isolated('http://127.0.0.1:3000')}`,
  hubAddress: `عنوان مثل ${isolated('https://hub.example:7420')}`,
  customerName: 'من 1 إلى 100 حرف في سطر واحد، بلا فراغ في أوله أو آخره',
  headerText: 'من 1 إلى 200 من الحروف اللاتينية والأرقام والعلامات، بلا فراغات',
  headerName: 'اسم ترويسة HTTP',
  asciiText: 'من 1 إلى 200 من الحروف اللاتينية والأرقام والعلامات',
  environmentVariable: 'اسم متغير من متغيرات البيئة',
  signatureComponent: `اسم ترويسة بحروف صغيرة، أو ${isolated('@method, @target-uri, @authority, @scheme, @request-target, @path, @query, @query-param;name="…"')}`,
  signatureLabel: 'حروف لاتينية صغيرة أو أرقام أو شرطات أو شرطات سفلية',
  poiId: `الطراز والرقم التسلسلي مثل ${isolated('V400m-324688179')}`,
  certificateHash: 'بصمة SHA-256 لشهادة، من 64 خانة ست عشرية',
  merchantAccount: 'حروف لاتينية وأرقام',
  countryCode: `رمز بلد مثل ${isolated('GN')}`,
  orangeCountry: `رمز بلد مثل ${quoted('gn')}، أو ${quoted('dev')}`,
  shopName: '30 حرفًا لاتينيًا على الأكثر بلا علامات',
  stripeReader: `معرّف القارئ لدى Stripe، ويبدأ بـ ${quoted('tmr_')}`,
  merchantCode: `حروف لاتينية وأرقام و${isolated('"-", "_", "."')}`,
  sumupReader: `معرّف القارئ لدى SumUp: ‏${quoted('rdr_')} ثم 26 حرفًا أو رقمًا`,
  hostName: `اسم أو عنوان مثل ${isolated('192.168.1.50')}`,
  dialCode: `رمز اتصال بلد مثل ${quoted('224')}`,
}

const checks: typeof fr.values.checks = {
  addressWithoutPath: 'عنوان بلا مسار',
  certificateAndKey: `${isolated('certificate')} و${isolated('key')} معًا، أو لا هذا ولا ذاك`,
  displayPlace: `${isolated('"auto", "window", "off"')} أو رقم شاشة من 1 إلى 9 بالعدّ من اليسار`,
  distinct: 'قائمة بلا تكرار',
  emailAddress: `عنوان بريد إلكتروني مثل ${isolated('sales@venue.example')}`,
  escposAddress: `${isolated('tcp://HOST')} أو ${isolated('tcp://HOST:PORT')} أو ملف تحت ${isolated('/dev/')}`,
  holdBody: `النص ${quoted('{seat_id}')} في موضع المقعد، أو ${quoted('{seat_ids}')} مع ${isolated('"batch": true')}`,
  holdPath: `مسار يبدأ بـ ${quoted('/')} ويتضمن ${isolated('{hold_id}')}`,
  httpsAddress: `عنوان ${isolated('https')} بلا اسم مستخدم وبلا ${quoted('?')} وبلا ${quoted('#')}`,
  httpsPage: `عنوان ${isolated('https')}`,
  keypadKeys: `أسماء مفاتيح مثل ${isolated('F17')} أو ${isolated('Numpad8')} أو ${isolated('KeyA')}`,
  noteDevice: `ملف تحت ${isolated('/dev/')} أو ${isolated('COM1')} أو ${isolated('tcp://HOST:PORT')}`,
  paperName: `${isolated(paperNames.map((name) => `"${name}"`).join(', '))}، أو العرض والارتفاع بالمليمتر مثل ${quoted('210x74')}`,
  unusableSheet: `ورق طولي (عرضه 74 مم على الأقل، وارتفاعه 1.25 مرة من عرضه على الأقل) أو عرضي (${isolated('140x60')} على الأقل، وعرضه 1.4 مرة من ارتفاعه على الأقل)، حتى ${MAX_SHEET_MILLIMETRES} مم`,
  plainAddress: `عنوان بلا اسم مستخدم وبلا ${quoted('?')} وبلا ${quoted('#')}`,
  proxyAddress: isolated('http://HOST:PORT'),
  qrText: 'نص يتسع له الرمز المربع',
  secretSource: `أحد الاسمين فقط ${isolated('secretFile')} أو ${isolated('secretEnv')}، ليدل على مكان السر`,
  sessionPath: `مسار يبدأ بـ ${quoted('/')} ويتضمن ${isolated('{session_id}')}`,
  telephone: `رقم هاتف مثل ${isolated('+224 620 00 00 00')}`,
  termsSource: `نص من 1 إلى ${MAX_TERMS_TEXT} حرف، أو ${isolated('{ "file": "PATH" }')}`,
  timeZone: `منطقة زمنية من IANA مثل ${quoted('Africa/Conakry')}`,
  webAddress: `عنوان ${isolated('http')} أو ${isolated('https')}`,
}

export const files: typeof fr.files = {
  workbook: 'هذا الملف مصنّف جداول وليس ملفًا نصيًا: احفظه في Excel بصيغة "CSV UTF-8"',
  lostCharacter: 'ضاع حرف هنا عند حفظ الملف: افتح المستند الأصلي واحفظه بترميز UTF-8 ‏("CSV UTF-8" في Excel)',
  noCharacter: 'هذا ليس حرفًا من نص: احفظ الملف بترميز UTF-8 ‏("CSV UTF-8" في Excel)',
  openQuote: 'علامة اقتباس تُفتح هنا ولا تُغلق',
  textAfterQuote: 'المتوقع بعد علامة اقتباس الإغلاق: فاصل أو نهاية السطر',
  notJson: (found) =>
    found === '' ? 'ليس JSON: ينتهي النص مبكرًا' : `ليس JSON: لا مكان هنا لما يلي: ${isolated(found)}`,
  noFile: (path) => `${isolated(path)}: لا وجود لهذا الملف`,
  noFolder: (path) => `${isolated(path)}: لا وجود لهذا المجلد`,
  exists: (path) => `${isolated(path)}: موجود بالفعل: اختر اسمًا آخر`,
  more: (count) => `… وغيرها: ${count}`,
}

const limit = (count: string, measured: Measured): string => {
  if (measured === 'number') return count
  return measured === 'string' ? `${count} (عدد الحروف)` : `${count} (عدد العناصر)`
}

const kinds = { section: 'القطاع', tribune: 'المدرج', zone: 'الفئة', gate: 'البوابة' } as const

export const values: typeof fr.values = {
  expected: (expected, found) => `المتوقع: ${expected}${found && `؛ المقروء: ${isolated(found)}`}`,
  missing: (expected) => `غير موجود؛ المتوقع: ${expected}`,
  kinds: {
    string: 'نص بين علامتي اقتباس',
    number: 'عدد',
    int: 'عدد صحيح',
    boolean: 'true أو false',
    null: 'null',
    array: 'قائمة […]',
    object: 'كائن {…}',
    record: 'كائن {…}',
    tuple: 'نقطة [x, y]، أي عددان',
    never: 'لا شيء هنا',
  },
  checks,
  forms: {
    ...settingForms,
    partCode: 'رمز من 1 إلى 8 حروف لاتينية كبيرة وأرقام',
    rowLabel: 'من 1 إلى 4 حروف لاتينية كبيرة وأرقام',
    colour: `لون مثل ${isolated('#1d4f9c')}`,
    currency: 'رمز عملة من ثلاثة حروف مثل GNF',
    identifier: 'رقم من 1 إلى 19 خانة',
    localDateTime: `تاريخ ووقت مثل ${isolated('2026-11-22T18:00:00')}`,
    anyCaseColour: `لون مثل ${isolated('#1d4f9c')}`,
    ticketCode: 'رمز من 32 خانة ست عشرية',
    partnerCode: 'حروف وأرقام و\u2068.\u2069 و\u2068-\u2069 و\u2068_\u2069، 64 على الأكثر',
    staffNumber: 'رقم من 1 إلى 6 أرقام',
    pin: 'رمز PIN من 4 إلى 8 أرقام',
    languageCode: 'رمز لغة مثل fr أو sus',
    recordingFile: `اسم ملف مثل ${isolated('hello.opus')} بحروف صغيرة (${isolated('opus, ogg, webm, wav, mp3')})`,
    driverName: `اسم مشغّل دفع مثل ${isolated('mtn-momo')}`,
    sha256: 'بصمة SHA-256 من 64 خانة ست عشرية',
  },
  formats: {
    base64: 'نص بترميز Base64',
    date: 'تاريخ مثل 2026-11-22',
    datetime: `تاريخ ووقت مثل ${isolated('2026-11-22T18:00:00Z')}`,
    email: 'عنوان بريد إلكتروني',
    guid: 'معرّف UUID',
    url: `عنوان مثل ${isolated('https://tickets.example')}`,
    uuid: 'معرّف UUID',
  },
  form: (pattern) => `نص على الشكل ${isolated(pattern)}`,
  oneOf: (choices) => `واحد من ${isolated(choices)}`,
  atLeast: (count, measured, inclusive) => `${inclusive ? 'على الأقل' : 'أكثر من'} ${limit(count, measured)}`,
  atMost: (count, measured, inclusive) => `${inclusive ? 'على الأكثر' : 'أقل من'} ${limit(count, measured)}`,
  multipleOf: (divisor) => `من مضاعفات ${divisor}`,
  unknownKeys: (keys, known) => `اسم غير معروف: ${isolated(keys)}${known && `؛ الممكن هنا: ${isolated(known)}`}`,
  key: (why) => `اسم غير صحيح: ${why}`,
  noMatch: 'لا يطابق أيًا من الأشكال الممكنة هنا',
  invalid: 'غير صحيح',
  fault(fault) {
    switch (fault.type) {
      case 'code-twice':
        return `مكرر: ${kinds[fault.kind]} ${fault.code}`
      case 'unknown-part':
        return `القطاع ${fault.section}: لا وجود لما يلي: ${kinds[fault.kind]} ${fault.code}`
      case 'arc-backwards':
        return `القطاع ${fault.section}: المتوقع: قوس تكون فيه قيمة from أصغر من to؛ المقروء: ${fault.from} و${fault.to}`
      case 'row-twice':
        return `القطاع ${fault.section}: الصف ${fault.row} مكرر`
      case 'too-many-seats':
        return `المتوقع: ${fault.most} من المقاعد على الأكثر؛ المقروء: ${fault.seats}`
      case 'no-seat':
        return `القطاع ${fault.section}: لا وجود للمقعد ${fault.row} ${fault.number}`
      case 'companion-in-space':
        return `القطاع ${fault.section}: مقعد المرافق ${fault.row} ${fault.number} هو مكان كرسي متحرك`
      case 'companion-alone':
        return `القطاع ${fault.section}: لا مكان لكرسي متحرك بجانب مقعد المرافق ${fault.row} ${fault.number}`
    }
  },
}

const units = { minutes: 'دقيقة', hours: 'ساعة', days: 'يومًا' }
const enter = 'اكتبه في «رموز الدخول»: في مكتب الصندوق، أو على شاشة الموظفين في الكشك.'

const faults = {
  'no-answer': 'لا يستجيب',
  rejected: 'يرفض هذا الجهاز',
  'not-there': 'قارئ الأوراق النقدية لا يستجيب',
  'cashbox-full': 'صندوق الأوراق النقدية ممتلئ',
  'cashbox-removed': 'صندوق الأوراق النقدية ليس في مكانه',
  jammed: 'ورقة نقدية عالقة',
  'fraud-attempt': 'محاولة غش',
  'other-currency': 'القارئ يقبل عملة أخرى',
  'cashbox-open': 'صندوق الأوراق النقدية مفتوح ولم ينتهِ العدّ',
  'out-of-order': 'القارئ معطل',
}
const saidOf = (ways: readonly UnavailableTender[], names: TenderNames, comma: string): string =>
  ways.map(({ tender, fault }) => `${names[tender]}${isNotes(tender) ? ': ' : ' '}${faults[fault]}`).join(comma)

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

export const issues: ReadinessIssueTexts = {
  training: () => ({ what: 'الصندوق في وضع التدريب: لا بيع حقيقيًا', todo: 'أنهِ التدريب على شاشته ثم سجّل الدخول.' }),
  'partner-unreachable': () => ({
    what: 'خدمة التذاكر لا تجيب هذا الجهاز',
    todo: 'تحقق من الاتصال بالشبكة. إذا كانت الأجهزة الأخرى تبيع، فشغّل «guichet doctor» على هذا الجهاز.',
  }),
  'clock-skew': ({ minutes, refused }) => ({
    what: `ساعة الجهاز ${minutes > 0 ? 'متقدمة' : 'متأخرة'} بمقدار ${span(minutes, units)}${refused ? ': خدمة التذاكر ترفض الجهاز' : ''}`,
    todo: 'اضبط تاريخ الحاسوب ووقته وفعّل الضبط التلقائي. يُستأنف البيع بعد ذلك تلقائيًا.',
  }),
  'access-denied': (refusal) => ({
    what: `خدمة التذاكر ترفض هذا الجهاز (${refusalCode(refusal)})`,
    todo: 'يبيّن «guichet doctor» الخطأ: رمز الشريك أو اسم المفتاح أو السر. صحّحه عبر «إعادة التجهيز» في الكشك، وعبر «guichet setup» في الصندوق.',
  }),
  'unreadable-response': ({ detail }) => ({
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
  'purchasing-suspended': (refusal) => ({
    what: `خدمة التذاكر ترفض عمليات الشراء (${refusalCode(refusal)})`,
    todo: 'شغّل «guichet doctor» وصحّح الخطأ المذكور، ثم اختر «استئناف المبيعات» في «حالة الجهاز»، أو في المكتب، صفحة «الجهاز».',
  }),
  'no-tender-available': () => ({
    what: 'لا وسيلة دفع على هذا الكشك',
    todo: 'أضف وسيلة دفع في الإعدادات: البطاقة، أو النقد إذا كان بجانبه موظف.',
  }),
  'payments-unavailable': ({ ways, all }, names) => ({
    what: `${saidOf(ways, names, '، ')}${all ? ': لا وسيلة دفع أخرى' : ''}`,
    todo: ways.every(isBeingEmptied)
      ? 'على شاشة الموظفين في هذا الكشك، تحت «صندوق الأوراق النقدية»: سجّل العدّ، أو أغلقه دون عدّ.'
      : ways.every(isOfNotes)
        ? 'افتح الكشك بمفتاحه وتحقق من قارئ الأوراق النقدية: الكابل، ورقة عالقة، صندوق ممتلئ أو غير موجود. تعود وسيلة الدفع هذه تلقائيًا.'
        : ways.some(isTurnedAway)
          ? 'يبيّن «guichet doctor» الخطأ: المعرّف أو السر أو عنوان غير مدرج في قائمة المزوّد. صحّحه عبر «إعادة التجهيز» في الكشك، وعبر «guichet setup» في الصندوق.'
          : 'تحقق من الشبكة. إن كانت سليمة فانتظر المزوّد: تعود وسيلة الدفع هذه تلقائيًا. يعطي «guichet doctor» التفاصيل.',
  }),
  'ticket-printer-unavailable': ({ fault }) => ({
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
  'invoices-unsigned': ({ waiting, rejected }) => ({
    what: `فواتير في انتظار المصلحة الضريبية: ${waiting}؛ مرفوضة: ${rejected}`,
    todo: 'الجهاز يبيع. تُوقَّع حين تجيب المصلحة الضريبية. إذا رُفضت فواتير فاقرأ السبب في البيع (F12)، ثم صحّح وأرسلها ثانية (F1).',
  }),
  other: () => ({
    what: 'لا يستطيع هذا الجهاز البيع',
    todo: 'اقرأ السبب على شاشة الموظفين، «حالة الجهاز»، وحدّث هذا الخادم.',
  }),
}

const see = (command: string): string => `انظر ${isolated(`guichet ${command}`)}`

export const refusals: typeof fr.refusals = {
  unknownOption: (option, similar) =>
    `${isolated(option)}: خيار غير معروف${similar && `؛ هل تقصد ${isolated(similar)}؟`}`,
  unknownCommand: (word, command) => `أمر غير معروف: ${quoted(`${command && `${command} `}${word}`)}`,
  tooManyWords: (command, word) => `${isolated(command)}: كلمات أكثر من اللازم: احذف ${quoted(word)}`,
  missing: (name) => `ينقص ${isolated(name)}`,
  noValue: (option) => `لا يأخذ ${isolated(option)} قيمة`,
  missingValue: (option) => `${isolated(option)}: القيمة ناقصة`,
  together: (one, other) => `${isolated(one)} و${isolated(other)} معًا: أضف الآخر أو احذفهما`,
  exclusive: (one, other) => `لا يجتمع ${isolated(one)} و${isolated(other)}: احذف أحدهما`,
  either: (one, other) => `المتوقع: إما ${isolated(one)} وإما ${isolated(other)}`,
  requires: (one, other) => `يتطلب ${isolated(one)} الخيار ${isolated(other)}`,

  unreachable: (address, why) => `يتعذر الوصول إلى ${isolated(address)} ‏(${isolated(why)}): تحقق من العنوان والشبكة`,
  databaseUnreachable: 'يتعذر الوصول إلى قاعدة البيانات: تحقق من عنوانها ومن أنها تعمل',
  unusable: (path, code) => `تتعذر القراءة من ${isolated(path)} أو الكتابة فيه (${isolated(code)})`,
  portInUse: (port, host) => `المنفذ ${port} في ${isolated(host)} مستعمل: اختر غيره بالخيار ${isolated('--port')}`,
  emptyFile: (path) => `${isolated(path)} فارغ`,
  folderInPlace: (path) => `${isolated(path)} مجلد؛ المتوقع: ملف`,

  ledgerInUse: (path, owner) =>
    `${isolated(path)} يستعمله ${owner === null ? 'برنامج آخر' : `البرنامج الجاري برقم ${owner}`}: لكل سجل برنامج واحد في الوقت نفسه؛ أنهِ ذلك البرنامج أولًا`,
  newerFile: (path, found, known) =>
    `${isolated(path)} كتبه برنامج أحدث (المخطط ${found}، وهذا يعرف ${known}): لم يتغير شيء؛ شغّل ذلك البرنامج أو استعد نسخة`,
  unsupportedFile: (path) =>
    `${isolated(path)} كتبه الإصدار 0.1 أو برنامج آخر، ولا يستطيع هذا الإصدار قراءته: لم يتغير شيء؛ انقل هذا الملف وما بجانبه بالاسم نفسه إلى مكان آمن ثم ابدأ من جديد`,
  demoSetAside: (path) =>
    `كانت بيانات العرض التجريبي من إصدار آخر للبرنامج: أصبحت الآن في ${isolated(path)}، ويبدأ العرض من جديد`,
  brokenFile: (path, why) =>
    `يتعذر فتح ${isolated(path)} ‏(${isolated(why)}): تحقق من أن هذا الملف وما بجانبه بالاسم نفسه ملك لحساب البرنامج، وإلا فاستعد أحدث نسخة`,
  emptyDatabase: (path) => `${isolated(path)}: قاعدة البيانات هذه فارغة: استعد نسخة، أو احذفها لتبدأ بلا مبيعات`,
  brokenKey: (path) => `لا مفتاح صالحًا في ${isolated(path)}: استعده من نسخة احتياطية`,

  noVenue: `لا موقع بعد: أضف موقعًا بالأمر ${isolated('guichet hub venues import')}`,
  noEvent: (event) => `لا وجود للفعالية ${isolated(event)}: ${see('hub events')}`,
  notOnSale: (event) => `الفعالية ${isolated(event)} ليست معروضة للبيع: ${see('hub events')}`,
  notReopened: (event) => `لا يمكن إعادة الفعالية ${isolated(event)} إلى البيع: لم تُسحب منه، أو أنها انتهت`,
  past: (option, moment, now) => `${isolated(`${option} ${moment}`)} في الماضي: الوقت هنا ${isolated(now)}`,
  endsTooEarly: (ends, starts) => `${isolated(`--ends ${ends}`)} ليس بعد ${isolated(`--starts ${starts}`)}`,
  sameEvent: (event, isEnded) =>
    `للفعالية ${isolated(event)} هذا العنوان والموقع ووقت البداية، ${isEnded ? `وقد سُحبت من البيع: أعدها بالأمر ${isolated(`guichet hub events reopen ${event}`)}` : 'وهي معروضة للبيع'}؛ أضف ${isolated('--anyway')} لإنشاء فعالية أخرى`,
  noPrice: (zones) => `ينقص ${isolated('--price')} للفئات ${isolated(zones)}`,
  nothingChanges: `لا شيء للتغيير: أضف خيارًا واحدًا على الأقل، مثل ${isolated('--title')} أو ${isolated('--price')}`,
  ticketsSold: (event, tickets, list) =>
    `الفعالية ${isolated(event)}: التذاكر المبيعة ${tickets}؛ يعرض ${isolated(list)} المبالغ الواجب ردها إن لم تُقم؛ أضف ${isolated('--anyway')} لسحبها من البيع`,

  noPlaces: `اذكر مقاعد، مثل ${isolated('N3')} أو ${isolated('N3-F-12')}، أو أضف ${isolated('--zone')}`,
  unknownPlaces: (event, places) => `لا يوجد في الفعالية ${isolated(event)}: ${isolated(places)}`,
  seatsTaken: {
    held: (seats) => `لم يُسحب أي مقعد من البيع؛ مقاعد محفوظة لمشترين: ${isolated(seats)}`,
    sold: (seats) => `لم يُسحب أي مقعد من البيع؛ مقاعد مبيعة: ${isolated(seats)}`,
  },
  noneWithheld: 'لا مقعد من هذه المقاعد مسحوب من البيع',
  severalEvents: 'اذكر تذاكر فعالية واحدة في كل مرة',
  noTicket: (event, tickets) => `لا توجد في الفعالية ${isolated(event)} التذكرة ${isolated(tickets)}؛ لم تُلغَ أي تذكرة`,

  noPartner: (partner) => `لا وجود للشريك ${isolated(partner)}: ${see('hub partners')}`,
  noKey: (key, partner) => `ليس للشريك ${isolated(partner)} المفتاح ${isolated(key)}: ${see('hub partners')}`,
  lastKey: (key, partner) =>
    `${isolated(key)} آخر مفتاح للشريك ${isolated(partner)}: يرفض خادم الموقع في وضع ${isolated('live')} شريكًا بلا مفتاح؛ أضف مفتاحًا آخر أولًا، أو أزل الشريك`,
  otherKey: (partners) =>
    `شُفّرت أسرار ${isolated(partners)} بمفتاح آخر: اذكر ملفه بالخيار ${isolated('--secrets-key')}، أو أزل هؤلاء الشركاء وأضفهم من جديد`,
  backUpWith: (tool) => `لنسخ قاعدة بيانات PostgreSQL استعمل ${isolated(tool)}`,

  noAccount: (account) => `لا يوجد حساب ${account}: انظر guichet hub accounts`,
  accountInUse: (account) => `للحساب ${account} قيود بعملة أخرى: أنشئ حسابا آخر`,
  referenceInUse: (reference) =>
    `المرجع ${isolated(reference)} لدفعة أخرى: اختر مرجعا آخر بواسطة ${isolated('--reference')}`,
  noDevice: (device) => `لا وجود للجهاز ${isolated(device)}: ${see('hub devices')}`,
  noGroup: (group, near, groups) =>
    `لا وجود للمجموعة ${quoted(group)}${near && `؛ هل تقصد ${quoted(near)}؟`} (${groups === '' ? 'لا جهاز في مجموعة' : `المجموعات: ${isolated(groups)}`})`,
  noSetting: (near) => `ليس إعدادًا يحدده خادم الموقع${near && `؛ هل تقصد ${isolated(near)}؟`}`,
  ambiguousNumber: (grouped, decimal) => `قد يكون ${isolated(grouped)} أو ${isolated(decimal)}: اكتبه بلا نقطة ولا فاصلة`,
  ledgerMatches: (device) => `سجل ${isolated(device)} مطابق لما يعرفه خادم الموقع: لا شيء لقبوله`,
  ledgerChanged: (device) => `تغيّر سجل ${isolated(device)} في هذه الأثناء: تحقق منه من جديد`,
  noAdministrator: (name) => `لا وجود للمسؤول ${isolated(name)}: ${see('hub administrators')}`,
  notTheHub: 'الخادم الذي أجاب لا يعرف هذا الرمز: تحقق من الرمز ومن عنوان خادم الموقع ومن أي وسيط بينهما',

  needsTls: (host) =>
    `يتطلب خادم الموقع في وضع ${isolated('live')} على ${isolated(host)} اتصال TLS: أضف ${isolated('--tls-cert')} و${isolated('--tls-key')}، أو استمع على ${isolated('127.0.0.1')} خلف وسيط له TLS`,

  numberTaken: (number) => `الرقم ${isolated(number)} مستعمل: ${see('staff list')}`,
  noPerson: (number) => `لا أحد له الرقم ${isolated(number)}: ${see('staff list')}`,
  nothingToTest: 'لا شريك في هذه الإعدادات: لا شيء لاختباره في العرض التوضيحي',
  demoOnly: `هذا الأمر للعرض التوضيحي فقط: هذه الإعدادات في وضع ${isolated('live')}`,
  noLine: (folder, wanted) => `لا سطر في ${isolated(folder)} عن ${isolated(wanted)}`,
  noPrinter: (printer) => `لا وجود للطابعة ${isolated(printer)} في ${isolated('printers.devices')}`,
  speechIncomplete: 'التسجيلات الصوتية ناقصة: انظر أعلاه',
  noSpeechTexts: `قائمة نصوص الشاشات ناقصة من هذا البرنامج: أنشئها بالأمر ${isolated('npm run speech')}`,
  running: 'البرنامج يعمل بالفعل، وقد ظهرت نافذته في المقدمة',
  otherSystem: 'يُحدَّث هذا النظام ببرنامج التثبيت الخاص به: شغّل الأحدث',

  expected: {
    wholeNumber: (least, most) => (most === null ? `عدد صحيح لا يقل عن ${least}` : `عدد صحيح من ${least} إلى ${most}`),
    price: (form) => `${isolated(form)}، مرة لكل فئة`,
    amount: (currency, decimals) =>
      `مبلغ بعملة ${isolated(currency)} مثل 50000، ${decimals === 0 ? 'بلا أرقام عشرية' : `بما لا يزيد على ${decimals} من الأرقام العشرية`}`,
    ticketNumber: `أرقام تذاكر مثل ${isolated('7-00000042')}`,
    publicKey: `ملف PEM فيه مفتاح عام Ed25519 أو P-256 أو RSA ‏(2048 بت أو أكثر)، مع ${isolated('--scheme rfc9421')}`,
    sharedSecret: `ملف فيه سر مشترك: نص، أو بايتات بالشكل ${isolated('"base64:…"')}`,
    accountNumber: 'رقم حساب: حروف لاتينية كبيرة وأرقام وشرطات، 20 على الأكثر',
    deviceName: `${isolated('deviceId')} من إعداداته: حروف وأرقام و${isolated('-')} و${isolated('_')}، 32 على الأكثر`,
    settings: (form, keys) => `${isolated(form)}؛ المفاتيح الممكنة: ${isolated(keys)}`,
    plainNumber: 'عدد بالأرقام مثل 50000',
    administrator: `اسم من حروف وأرقام ونقطة و${isolated('-')} و${isolated('@')}`,
    address: `عنوان أو نطاق عناوين مثل ${isolated('192.168.4.0/24')}`,
    privateAddress: `عنوان لهذا الجهاز أو لشبكة خاصة، مثل ${isolated('192.168.4.0/24')}`,
    ciphers: 'خوارزميات تشفير بصيغة OpenSSL',
    store: `عنوان مثل ${isolated('postgres://guichet@db.example/guichet')} أو ملف`,
  },
}

export const screenRestart: typeof fr.screenRestart = {
  wait: 'لحظة من فضلك…',
  restarting: 'يعاد تشغيل هذه الشاشة.',
  saleGoesOn: 'يستمر البيع من حيث توقف.',
}
