import type { LedgerTexts } from '../texts.ts'

export const ledger: LedgerTexts = {
  counts: (rows, sales, tickets, hash) => `${rows} rows, ${sales} sales, ${tickets} tickets; last hash ${hash}`,
  holds: 'the ledger holds; it is vouched for by:',
  consistent:
    'the ledger is consistent, by an unknown key: nothing outside this machine vouches for it (verify --key, --trust, --paper)',
  broken: 'THE LEDGER DOES NOT HOLD',
  key: (keyId) => `key ${keyId}`,
  head: (seq) => `row ${seq}, known elsewhere`,
  hub: (hubKey, keyId) => `hub ${hubKey}, for key ${keyId}`,
  paper: (seq) => `the paper of the Z in row ${seq}`,
}

export const movedSetting = (setting: string): string =>
  `${setting} is no longer read here: where updates come from and who signs them is for the machine’s administrator to say, in /etc/guichet/update-settings.json (docs/operating/updates.md). Take this setting out.`
