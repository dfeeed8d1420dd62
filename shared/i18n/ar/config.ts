import type { SettingTexts } from '../setting-texts.ts'
import { files } from './files.ts'
import { isolated, quoted } from './forms.ts'

export const config: SettingTexts = {
  'no-shortcut': ({ key }) =>
    `لا يصلح ${quoted(key)} اختصارًا: اختر من ${isolated('F1')} إلى ${isolated('F12')}، أو ${isolated('Escape, Insert, Pause')}، أو حرف مع ${isolated('Ctrl+')} أو ${isolated('Alt+')}`,
  'same-key': ({ key, commands }) =>
    `المفتاح ${isolated(key)} لأكثر من أمر: ${commands.map(isolated).join(' و')}: أعطِ أحدها مفتاحًا آخر`,
  'language-not-offered': ({ language }) =>
    `${quoted(language)} ليست ضمن ${isolated('languages')}: أضف هذه اللغة أو اختر غيرها`,
  'no-partner': () => `في وضع ${isolated('live')} اذكر ${isolated('baseUrl')} و${isolated('partnerCode')} للشريك`,
  'simulated-terminals': () =>
    `${quoted('simulated')} لا يقبض مالًا: في وضع ${isolated('live')} اختر ${quoted('attended')}`,
  'not-attended': () =>
    `لا أمين صندوق عند الكشك ليؤكد الدفع على جهاز دفع مستقل: أبقِ في ${isolated('tenders')} النقد ووسائل الدفع التي لها مزوّد في ${isolated('payments')} فقط، أو اختر ${isolated('"role": "cashier"')}`,
  'driver-unfit': ({ driver, fit }) =>
    `لا يقبل ${quoted(driver)} وسيلة الدفع هذه؛ ${fit.length === 0 ? 'ولا يقبلها أي مشغّل' : `اختر من: ${fit.map(isolated).join('، ')}`}`,
  'shows-code': () =>
    `مع هذا المشغّل يمسح الزبون رمزًا مربعًا لا يعرضه الصندوق: اختر ${quoted('djomy-push')} أو ${quoted('mtn-momo')}، أو ${isolated('"role": "kiosk"')}`,
  'pays-out': () => 'تتيح هذه المفاتيح صرف المال: أزلها من هذا الكشك، فهو يعمل بلا مراقبة',
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
    `اذكر مكان السر: إما ملف (${isolated('secretFile')}) وإما متغير بيئة (${isolated('secretVariable')})`,
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
