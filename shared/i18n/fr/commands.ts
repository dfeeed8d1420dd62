import type { LedgerTexts } from '../texts.ts'

export const ledger: LedgerTexts = {
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
}

export const movedSetting = (setting: string): string =>
  `${setting} n’est plus lu ici : d’où viennent les mises à jour et qui les signe, seul l’administrateur de la machine le dit, dans /etc/guichet/update-settings.json (docs/operating/updates.md). Retirez ce réglage.`
