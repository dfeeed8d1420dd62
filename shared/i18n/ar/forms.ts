import { MAX_SHEET_MILLIMETRES, paperNames } from '../../domain/documents/paper.ts'
import type { SettingForm } from '../../domain/text-forms.ts'
import { MAX_TENDER_NAME, MAX_TERMS_TEXT } from '../../domain/setting-limits.ts'
import type { CheckedForm } from '../setting-texts.ts'

/** Isolates foreign text, so that it does not reorder the sentence. */
export const isolated = (text: string): string => `\u2068${text}\u2069`

export const quoted = (text: string): string => isolated(`"${text}"`)

export const settingForms: Readonly<Record<SettingForm, string>> = {
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

export const checks: Readonly<Record<CheckedForm, string>> = {
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
  secretSource: `أحد الاسمين فقط ${isolated('secretFile')} أو ${isolated('secretVariable')}، ليدل على مكان السر`,
  sessionPath: `مسار يبدأ بـ ${quoted('/')} ويتضمن ${isolated('{session_id}')}`,
  telephone: `رقم هاتف مثل ${isolated('+224 620 00 00 00')}`,
  termsSource: `نص من 1 إلى ${MAX_TERMS_TEXT} حرف، أو ${isolated('{ "file": "PATH" }')}`,
  timeZone: `منطقة زمنية من IANA مثل ${quoted('Africa/Conakry')}`,
  webAddress: `عنوان ${isolated('http')} أو ${isolated('https')}`,
}
