import type { LedgerTexts, VenueTexts } from '../texts.ts'

export const ledger: LedgerTexts = {
  counts: (rows, sales, tickets, hash) =>
    `الأسطر ${rows}، المبيعات ${sales}، التذاكر ${tickets}؛ البصمة الأخيرة ${hash}`,
  holds: 'السجل سليم، ويشهد له:',
  consistent: 'السجل متسق لكن مفتاحه غير معروف: لا شيء خارج هذا الجهاز يشهد له (verify --key، ‏--trust، ‏--paper)',
  broken: 'السجل غير سليم',
  key: (keyId) => `المفتاح ${keyId}`,
  head: (seq) => `السطر ${seq}، المعروف في مكان آخر`,
  hub: (hubKey, keyId) => `المركز ${hubKey}، للمفتاح ${keyId}`,
  paper: (seq) => `ورقة إقفال Z في السطر ${seq}`,
}

export const movedSetting = (setting: string): string =>
  `لم يعد ${setting} يُقرأ من هنا: مصدر التحديثات ومن يوقّعها يحددهما مسؤول الجهاز وحده في /etc/guichet/update-settings.json (docs/operating/updates.md). احذف هذا الإعداد.`

const kinds = { tribune: 'المدرجات', zone: 'المناطق', gate: 'البوابات', section: 'القطاعات' } as const

export const venue: VenueTexts = {
  readAs: (encoding) =>
    encoding === 'windows-1252'
      ? 'الملف ليس بترميز UTF-8: قُرئ بترميز Windows-1252 كما يكتبه Excel. تحقّقوا من الحروف أدناه.'
      : `قُرئ الملف بترميز ${encoding.toUpperCase()}.`,
  counts: (name, sections, rows, seats) => `${name}: القطاعات ${sections}، الصفوف ${rows}، المقاعد ${seats}`,
  parts: { tribune: 'المدرجات', zone: 'المناطق', gate: 'البوابات' },
  seats: (count) => `المقاعد ${count}`,
  allWell: 'لا شيء غريب.',
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
