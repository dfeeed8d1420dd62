import type { SettingTexts } from '../setting-texts.ts'
import { files } from './files.ts'
import { isolated, quoted } from './forms.ts'

export const config: SettingTexts = {
  'no-shortcut': ({ key }) =>
    `لا يصلح ${quoted(key)} اختصارًا: اختر من ${isolated('F1')} إلى ${isolated('F12')}، أو ${isolated('Escape, Insert, Pause')}، أو ${isolated('Ctrl+')} أو ${isolated('Alt+')} مع حرف`,
  'same-key': ({ key, commands }) =>
    `المفتاح ${isolated(key)} يصير لأكثر من أمر: ${commands.map(isolated).join(' و')}: أعطِ أحدها مفتاحًا آخر`,
  'language-not-offered': ({ language }) => `${quoted(language)} ليست ضمن ${isolated('languages')}`,
  'no-partner': () => `في وضع ${isolated('live')} اذكر ${isolated('baseUrl')} و${isolated('partnerCode')} للشريك`,
  'simulated-terminals': () => `${quoted('simulated')} لا يقبض مالًا: للعرض التجريبي فقط`,
  'not-attended': () =>
    `لا أحد عند الكشك ليؤكد الدفع: أبقِ في ${isolated('tenders')} النقد وما له مزوّد في ${isolated('payments')} فقط، أو اختر ${isolated('"role": "cashier"')}`,
  'driver-unfit': ({ driver, fit }) =>
    `لا يستطيع ${quoted(driver)} قبضها؛ الممكن: ${fit.map(isolated).join('، ') || 'لا شيء'}`,
  'shows-code': () =>
    `يمسح زبائنه رمزًا لا يعرضه الصندوق: اختر ${quoted('djomy-push')} أو ${quoted('mtn-momo')}، أو ${isolated('"role": "kiosk"')}`,
  'pays-out': () => 'تتيح هذه المفاتيح دفع المال: أزلها من كشك لا يراقبه أحد',
  'notes-at-desk': () => `${quoted('notes')} يقبضها جهاز في الكشك: أزلها من هنا`,
  'no-note-device': () =>
    `لازم لقبول الأوراق النقدية: الجهاز، مثل ${isolated('{ "driver": "ssp", "device": "/dev/note-device" }')}`,
  'plain-hub': () => `في وضع ${isolated('live')} يبدأ العنوان بـ ${isolated('https://')}`,
  'plain-partner': () =>
    `وضع ${isolated('live')} يتطلب ${isolated('https')}: من دونه يستطيع غيرك على الشبكة قراءة المبيعات وتغييرها`,
  'cash-without-pin': () => 'لازم لقبض النقد',
  'weak-pin': () => 'المتوقع: رمز يصعب تخمينه، بلا أرقام مكررة ولا متتالية ولا سنة ولا تاريخ',
  'nothing-to-read-back': () => `لكشك له طابعة في ${isolated('printers.tickets')} فقط`,
  'printer-unknown': ({ printer }) => `${quoted(printer)} ليست ضمن ${isolated('printers.devices')}`,
  'printer-idle': () => 'لا يُطبع شيء على هذه الطابعة',
  'printer-twice': () => 'ذُكرت طابعة مرتين',
  'no-drawer': () => `المتوقع: اسم طابعة إيصالات (${isolated('"escpos"')}) لها ${isolated('"drawer"')}`,
  'no-file': ({ path }) => `لا وجود لهذا الملف: ${isolated(path)}`,
  'file-unreadable': ({ path, code }) => `تتعذر قراءة ${isolated(path)} ‏(${isolated(code)})`,
  'no-certificate': ({ path }) => `لا شهادة بصيغة PEM في ${isolated(path)}`,
  'not-text': ({ path, line, column, why }) => `${isolated(`${path}:${line}:${column}`)}: ${files[why]}`,
  'secret-source': () => `اذكر مكان السر بأحد الاسمين فقط: ${isolated('secretFile')} أو ${isolated('secretVariable')}`,
  'variable-unset': ({ variable }) => `المتغير ${isolated(variable)} غير محدد`,
  'secret-exposed': ({ path }) =>
    `تستطيع حسابات غير حساب صاحبه قراءة ${isolated(path)}: احمه بالأمر ${isolated('chmod 600')}`,
  'secret-sealed': ({ path, reason }) =>
    `${isolated(path)} مشفّر لحساب آخر أو جلسة أخرى أو حاسوب آخر (${isolated(reason)}): شغّل البرنامج حيث جُهّز، أو أعد التجهيز`,
  'no-keyring': ({ reason }) => `لا حافظة مفاتيح: ${isolated(reason)}`,
  'secret-empty': () => 'السر فارغ',
  'wrong-key': ({ kind, wanted, algorithm }) =>
    `مفتاح من نوع ${isolated(kind)}؛ المتوقع مع ${isolated(algorithm)}: ${wanted.map(isolated).join(' أو ')}`,
  'no-private-key': ({ algorithm }) =>
    `يتطلب ${isolated(algorithm)} مفتاحًا خاصًا بصيغة PEM ‏(${isolated('PKCS #8')}) بلا كلمة مرور`,
  'note-key': () => 'المتوقع: 16 خانة ست عشرية',
  'terms-elsewhere': ({ file }) => `${isolated(file)} على حاسوب آخر؛ المتوقع: ملف من هذا الجهاز`,
  'terms-special': ({ path }) => `${isolated(path)} ليس ملفًا عاديًا؛ المتوقع: ملف نصي`,
  'terms-empty': ({ path }) => `${isolated(path)} فارغ: اكتب النص فيه`,
  'terms-long': ({ path, max }) => `${isolated(path)} طويل جدًا؛ المتوقع: ${max} حرف على الأكثر`,
  'terms-name': ({ path, link }) =>
    `لا ينتهي ${isolated(path)} بـ ${isolated('.txt')} أو ${isolated('.md')}${link === null ? '' : ` (يقود إليه ${isolated(link)})`}؛ المتوقع: ملف نصي بمثل هذا الاسم`,
  'unknown-role': ({ role }) =>
    `${isolated('--role')}: ${quoted(role)} ليس ${isolated('kiosk')} ولا ${isolated('cashier')}`,
  'settings-missing': () => 'لا وجود لهذا الملف',
  'settings-unreadable': ({ code }) => `تتعذر القراءة (${isolated(code)}): أعد نسخة من هذا الملف`,
  'settings-syntax': ({ line, column, what }) =>
    `السطر ${line}، العمود ${column}: ${what}: صحّح هذا الملف، أو أعد نسخة منه`,
  'foreign-folder': ({ path, uid }) =>
    `${isolated(path)} لحساب آخر (${uid}) لا يتبع root روابطه ولا إعداداته: نفّذ الأمر بذلك الحساب، ${isolated(`sudo -u "#${uid}" guichet …`)}`,
  'number-twice': () => 'لشخصين الرقم نفسه',
  'not-answered': () => 'لا جواب بعد',
}
