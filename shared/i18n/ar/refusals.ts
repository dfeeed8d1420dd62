import type { RefusalTexts } from '../refusal-texts.ts'
import { isolated, quoted } from './forms.ts'

const see = (command: string): string => `انظر ${isolated(`guichet ${command}`)}`

export const refusals: RefusalTexts = {
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

  noDevice: (device) => `لا وجود للجهاز ${isolated(device)}: ${see('hub devices')}`,
  noGroup: (group, near, groups) =>
    `لا وجود للمجموعة ${quoted(group)}${near && `؛ هل تقصد ${quoted(near)}؟`} (${groups === '' ? 'لا جهاز في مجموعة' : `المجموعات: ${isolated(groups)}`})`,
  noSetting: (near) => `ليس إعدادًا يحدده خادم الموقع${near && `؛ هل تقصد ${isolated(near)}؟`}`,
  ambiguousNumber: (grouped, decimal) =>
    `قد يكون ${isolated(grouped)} أو ${isolated(decimal)}: اكتبه بلا نقطة ولا فاصلة`,
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
