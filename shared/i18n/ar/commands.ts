import type { LedgerTexts } from '../texts.ts'

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
