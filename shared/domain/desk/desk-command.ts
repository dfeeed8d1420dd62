import { MOST_MONEY, type Minor } from '../money/money.ts'
import type { Overview } from '../seats/offer.ts'
import { err, ok, type Result } from '../result.ts'
import type { VenuePlan } from '../venue/venue-plan.ts'

/**
 * What a cashier types: `4 tribune nord` (the best four there), `4 nord max 50000`, `N3 F 12-15` (exactly these seats).
 * Accents, capitals and the order of words do not matter, and the beginning of a word is enough.
 */
export type DeskCommand =
  | {
      readonly type: 'best'
      readonly count: number
      /** Where; null: anywhere. */
      readonly sectionIds: readonly string[] | null
      readonly maxPrice: Minor | null
    }
  | {
      readonly type: 'seats'
      readonly sectionId: string
      readonly row: string
      /** From one number to another along the row, both included; a single seat begins and ends at itself. */
      readonly spans: readonly SeatSpan[]
    }

export interface SeatSpan {
  readonly from: number
  readonly to: number
}

/** `words` are those that no place of the venue answers to. */
export type DeskCommandError =
  { readonly type: 'no-count' } | { readonly type: 'unknown-place'; readonly words: string }

const MOST_SEATS = 50

/** `currency` has no part in it: a limit is typed as people say it, in whole units, and given back in minor ones. */
export function readDeskCommand(
  typed: string,
  overview: Overview,
  plan: VenuePlan | null,
  minorPerUnit: number,
): Result<DeskCommand, DeskCommandError> {
  const { text, maxPrice } = withoutLimit(fold(typed), minorPerUnit)
  const named = exactSeats(text, overview)
  if (named) return ok(named)
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const at = countAt(words)
  const count = Number(words[at])
  if (!(count >= 1 && count <= MOST_SEATS)) return err({ type: 'no-count' })
  const place = words.filter((_, index) => index !== at)
  if (place.length === 0) return ok({ type: 'best', count, sectionIds: null, maxPrice })
  const sectionIds = sectionsCalled(place, overview, plan)
  return sectionIds.length > 0
    ? ok({ type: 'best', count, sectionIds, maxPrice })
    : err({ type: 'unknown-place', words: place.join(' ') })
}

/** In small letters, without accents. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}

/** `max 50000`, `<50000` or `≤ 50k`, anywhere. */
const LIMIT = /(?:\bmax\b|[<≤])\s*=?\s*(\d{1,3}(?:[ .]\d{3})+(?!\d)|\d+)(k)?/u

function withoutLimit(text: string, minorPerUnit: number): { readonly text: string; readonly maxPrice: Minor | null } {
  const found = LIMIT.exec(text)
  if (!found) return { text, maxPrice: null }
  const units = Number(found[1]?.replaceAll(/\D/gu, '')) * (found[2] ? 1000 : 1)
  return { text: text.replace(found[0], ' ').trim(), maxPrice: Math.min(units * minorPerUnit, MOST_MONEY) }
}

/** `<section> <row> <seats>`: `n3 f 12-15`, `n3 f12,14`, `n3 4 12 14`. */
function exactSeats(text: string, { sections }: Overview): DeskCommand | null {
  const found = /^(\S+)\s+(\p{L}+|\d+(?=[\s,:]))[\s,:]*(\d[\d\s,;-]*)$/u.exec(text)
  const section = sections.find(({ code }) => fold(code) === found?.[1])
  const row = found?.[2]
  if (!section || row === undefined) return null
  const spans = (found?.[3] ?? '').split(/[\s,;]+/u).flatMap((piece): SeatSpan[] => {
    const [from, to = from] = piece.split('-').map(Number)
    return from !== undefined && to !== undefined && piece !== '' ? [{ from, to }] : []
  })
  return { type: 'seats', sectionId: section.sectionId, row, spans }
}

/** The number that says how many stands first or last; a section may be called by a number, too. */
function countAt(words: readonly string[]): number {
  const isNumber = (word: string | undefined): boolean => /^\d+$/u.test(word ?? '')
  return isNumber(words[0]) ? 0 : isNumber(words.at(-1)) ? words.length - 1 : -1
}

/**
 * The sections of all places that answer to these words, of the first kind that has any: one section by its code, then
 * tribunes, zones, and sections by their names.
 */
function sectionsCalled(words: readonly string[], overview: Overview, plan: VenuePlan | null): readonly string[] {
  const { sections, zones } = overview
  const byCode = sections.filter(({ code }) => fold(code) === words.join(''))
  if (byCode.length > 0) return byCode.map(({ sectionId }) => sectionId)
  const tribunes = (plan?.tribunes ?? []).map(({ code, name }) => {
    const codes = new Set(plan?.sections.filter(({ tribune }) => tribune === code).map((section) => section.code))
    return { name, sectionIds: sections.filter((section) => codes.has(section.code)).map(({ sectionId }) => sectionId) }
  })
  const inZones = zones.map(({ zoneId, name }) => ({
    name,
    sectionIds: sections.filter((section) => section.zoneId === zoneId).map(({ sectionId }) => sectionId),
  }))
  const single = sections.map(({ sectionId, name }) => ({ name, sectionIds: [sectionId] }))
  for (const kind of [tribunes, inZones, single]) {
    const called = kind.filter(({ name }) => answersTo(name, words))
    if (called.length > 0) return [...new Set(called.flatMap(({ sectionIds }) => sectionIds))]
  }
  return []
}

function answersTo(name: string, words: readonly string[]): boolean {
  const own = fold(name).split(/[^\p{L}\p{N}]+/u)
  return words.every((word) => own.some((each) => each.startsWith(word)))
}
