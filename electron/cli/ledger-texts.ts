import type { Language } from '../../shared/kiosk-api/views.ts'

/** What `guichet ledger verify` ends with; what it found wrong is named in English, for those who mend it. */
export interface LedgerTexts {
  readonly counts: (rows: number, sales: number, tickets: number, hash: string) => string
  readonly holds: string
  readonly consistent: string
  readonly broken: string
  readonly key: (keyId: string) => string
  readonly head: (seq: number) => string
  readonly hub: (hubKey: string, keyId: string) => string
  readonly paper: (seq: number) => string
}

export const ledgerTexts: Readonly<Record<Language, LedgerTexts>> = {
  fr: {
    counts: (rows, sales, tickets, hash) =>
      `${rows} lignes, ${sales} ventes, ${tickets} billets ; dernière empreinte ${hash}`,
    holds: 'le journal tient ; s’en portent garants :',
    consistent:
      'le journal est cohérent, signé d’une clé inconnue : rien hors de cette machine ne s’en porte garant (verify --key, --trust, --paper)',
    broken: 'LE JOURNAL NE TIENT PAS',
    key: (keyId) => `la clé ${keyId}`,
    head: (seq) => `la ligne ${seq}, connue ailleurs`,
    hub: (hubKey, keyId) => `le hub ${hubKey}, pour la clé ${keyId}`,
    paper: (seq) => `le papier du Z de la ligne ${seq}`,
  },
  en: {
    counts: (rows, sales, tickets, hash) => `${rows} rows, ${sales} sales, ${tickets} tickets; last hash ${hash}`,
    holds: 'the ledger holds; it is vouched for by:',
    consistent:
      'the ledger is consistent, by an unknown key: nothing outside this machine vouches for it (verify --key, --trust, --paper)',
    broken: 'THE LEDGER DOES NOT HOLD',
    key: (keyId) => `key ${keyId}`,
    head: (seq) => `row ${seq}, known elsewhere`,
    hub: (hubKey, keyId) => `hub ${hubKey}, for key ${keyId}`,
    paper: (seq) => `the paper of the Z in row ${seq}`,
  },
  pt: {
    counts: (rows, sales, tickets, hash) =>
      `${rows} linhas, ${sales} vendas, ${tickets} bilhetes; última impressão digital ${hash}`,
    holds: 'o diário está certo; é garantido por:',
    consistent:
      'o diário é coerente, assinado por uma chave desconhecida: nada fora desta máquina o garante (verify --key, --trust, --paper)',
    broken: 'O DIÁRIO NÃO ESTÁ CERTO',
    key: (keyId) => `chave ${keyId}`,
    head: (seq) => `linha ${seq}, conhecida noutro lugar`,
    hub: (hubKey, keyId) => `hub ${hubKey}, para a chave ${keyId}`,
    paper: (seq) => `papel do Z da linha ${seq}`,
  },
  ar: {
    counts: (rows, sales, tickets, hash) =>
      `الأسطر ${rows}، المبيعات ${sales}، التذاكر ${tickets}؛ البصمة الأخيرة ${hash}`,
    holds: 'السجل سليم، ويشهد له:',
    consistent: 'السجل متسق لكن مفتاحه غير معروف: لا شيء خارج هذا الجهاز يشهد له (verify --key، ‏--trust، ‏--paper)',
    broken: 'السجل غير سليم',
    key: (keyId) => `المفتاح ${keyId}`,
    head: (seq) => `السطر ${seq}، المعروف في مكان آخر`,
    hub: (hubKey, keyId) => `المركز ${hubKey}، للمفتاح ${keyId}`,
    paper: (seq) => `ورقة إقفال Z في السطر ${seq}`,
  },
}
