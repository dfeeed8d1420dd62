import type { LedgerTexts } from '../texts.ts'

export const ledger: LedgerTexts = {
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
}

export const movedSetting = (setting: string): string =>
  `${setting} já não é lido aqui: de onde vêm as atualizações e quem as assina, só o administrador da máquina o diz, em /etc/guichet/update-settings.json (docs/operating/updates.md). Retire esta definição.`
