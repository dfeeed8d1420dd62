import type { FileTexts, Measured, ValueTexts } from '../value-texts.ts'
import { checks, isolated, settingForms } from './forms.ts'

export const files: FileTexts = {
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

export const values: ValueTexts = {
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
