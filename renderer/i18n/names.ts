import type { CalledPlace } from '../../shared/domain/desk/desk-command.ts'
import type { DeskCommandName } from '../../shared/domain/desk/shortcuts.ts'
import {
  type AccountTender,
  type DocumentTender,
  isAccount,
  isDocument,
  isFree,
  isMobileMoney,
  isNotes,
  isSlip,
  type MobileMoney,
  type TenderKind,
} from '../../shared/domain/money/tender.ts'
import type { EventOffer } from '../../shared/domain/seats/offer.ts'
import type { Place } from '../../shared/domain/seats/place.ts'
import { tenders } from '../../shared/ledger-format/money.ts'
import type { TenderNames } from '../../shared/i18n/texts.ts'
import { isolated } from './dates.ts'

export interface CommandNames {
  readonly tenders: TenderNames
  readonly commands: Readonly<Record<Exclude<DeskCommandName, MobileMoney | DocumentTender | AccountTender>, string>>
}

export function commandName({ tenders, commands }: CommandNames, command: DeskCommandName): string {
  return isMobileMoney(command) || isDocument(command) || isAccount(command) ? tenders[command] : commands[command]
}

/** Returns a name such as `Caisse 3`. An ID that begins with `word` is returned unchanged: `caisse-3`. */
export function deviceName(word: string, id: string): string {
  return id.toLowerCase().startsWith(word.toLowerCase()) ? id : `${word} ${id}`
}

/** Maximum number of place names that fit on a line of the cashier's screen. */
const MOST = 6

/** Returns the names of places to choose from, each with the code that may be typed instead. */
export function placeNames(places: readonly CalledPlace[]): readonly string[] {
  const names = places.map(({ name, code }) => isolated(code === '' || code === name ? name : `${name} (${code})`))
  return names.length > MOST ? [...names.slice(0, MOST), '…'] : names
}

interface TenderPrompts {
  readonly drawer: string
  readonly terminal: string
  readonly telephone: (operator: string) => string
  readonly document: Readonly<Record<DocumentTender, string>>
  readonly account: string
}

export function tenderPrompt(prompts: TenderPrompts, kind: TenderKind, names: TenderNames): string {
  if (isSlip(kind) || isNotes(kind) || isFree(kind)) return names[kind]
  if (isDocument(kind)) return prompts.document[kind]
  return isMobileMoney(kind) ? prompts.telephone(names[kind]) : prompts[tenders[kind].means]
}

export function playsTeams({ homeTeam, awayTeam }: EventOffer): boolean {
  return homeTeam !== '' && awayTeam !== ''
}

export function titleLines(event: EventOffer): readonly string[] {
  return playsTeams(event) ? [event.homeTeam, event.awayTeam] : [event.title]
}

export const titleInOneLine = (event: EventOffer): string => titleLines(event).join(' – ')

/** Returns the places in short form, such as `N3 F 12–14, 16`. */
export function seatsInShort(places: readonly Place[]): string {
  const rows = Map.groupBy(places, ({ sector, row }) => `${sector} ${row}`)
  return [...rows].map(([where, members]) => `${where} ${spansOf(members)}`).join(' · ')
}

function spansOf(places: readonly Place[]): string {
  const numbers = places.map(({ seatNumber }) => seatNumber).toSorted((a, b) => a - b)
  const spans: { readonly from: number; to: number }[] = []
  for (const number of numbers) {
    const last = spans.at(-1)
    if (last?.to === number - 1) last.to = number
    else spans.push({ from: number, to: number })
  }
  return spans.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(', ')
}
