import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { TicketIssuer } from '../../../electron/kiosk/ports/ports.ts'
import type { TenderIntent } from '../../../shared/domain/money/tender.ts'
import type { PutIn } from '../../banknotes/put-in.ts'
import type { Random } from '../../simulation/random.ts'

/** A printed ticket. Every entry in a device's file really happened, even if the kiosk's process was killed. */
interface Sheet {
  readonly qrCode: string
  readonly copyNumber: number
}

interface DrawerEntry {
  readonly reference: string
  /** Amount of cash, positive if the cash enters the drawer. */
  readonly amount: number
}

export interface TerminalEntry {
  readonly reference: string
  readonly outcome: 'approved' | 'refused'
}

export interface Counted {
  readonly openingSeq: number
  readonly total: number
}

interface Entries {
  readonly terminal: TerminalEntry
  readonly operators: TerminalEntry
  readonly cardAsks: { readonly reference: string }
  readonly drawer: DrawerEntry
  readonly notes: PutIn
  readonly slips: { readonly slipId: string }
  readonly box: Counted
  readonly paper: Sheet
}

export function readLines(path: string): readonly unknown[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line))
}

export const readEntries = <K extends keyof Entries>(directory: string, of: K): readonly Entries[K][] =>
  readLines(paths(directory)[of]) as readonly Entries[K][]

export function writeLine(path: string, entry: object): void {
  appendFileSync(path, `${JSON.stringify(entry)}\n`)
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Returns the reference under which a terminal or the drawer records a payment. */
export const knownAs = ({ reference, provider }: TenderIntent): string => provider?.reference ?? reference

/** Returns the number of times that the customer has paid, minus refunds, at all devices together. */
export function netOf(directory: string, reference: string): number {
  const entries = [...readEntries(directory, 'terminal'), ...readEntries(directory, 'operators')]
  const charged = entries.some((entry) => entry.reference === reference && entry.outcome === 'approved')
  const cash = readEntries(directory, 'drawer').filter((entry) => entry.reference === reference)
  return Number(charged) + cash.reduce((sum, { amount }) => sum + Math.sign(amount), 0)
}

export function paths(directory: string) {
  return {
    ledger: `${directory}/ledger.db`,
    key: `${directory}/ledger-key.json`,
    terminal: `${directory}/terminal.jsonl`,
    operators: `${directory}/operators.jsonl`,
    /** Payments that the kiosk will request; the terminal does not store the kiosk's references. */
    cardAsks: `${directory}/card-asks.jsonl`,
    drawer: `${directory}/drawer.jsonl`,
    notes: `${directory}/notes.jsonl`,
    slips: `${directory}/slips.jsonl`,
    /** Counts of the cashbox whose recording the kiosk has confirmed. */
    box: `${directory}/box.jsonl`,
    paper: `${directory}/paper.jsonl`,
  }
}

/** Prints each ticket as a line in a file. Some outcomes are reported as unknown, even if the line was written. */
export function filePrinter(path: string, random: Random, at: (point: string) => void): TicketIssuer {
  return {
    status: () => Promise.resolve({ state: 'ready' }),
    save: (tickets) => Promise.resolve({ outcome: 'printed', evidence: `${tickets[0]?.orderId}.pdf` }),
    print({ qrCode, copyNumber }) {
      const silent = random.chance(0.1)
      if (!silent || random.chance(0.5)) writeLine(path, { qrCode, copyNumber } satisfies Sheet)
      at('paper out')
      return Promise.resolve(
        silent ? { outcome: 'unknown', detail: 'no answer' } : { outcome: 'printed', evidence: `line of ${qrCode}` },
      )
    },
  }
}
