import type { Overview } from '../seats/offer.ts'
import { err, ok, type Result } from '../result.ts'
import type { VenuePlan } from '../venue/venue-plan.ts'
import { wordsOf } from './folded.ts'

/** A part of the venue as it is called: `Virage Est`, `E`. */
export interface CalledPlace {
  readonly name: string
  /** Empty where the partner gives none. */
  readonly code: string
}

/** `words`: as they were typed; `places`: all that answer to them. */
export type PlaceError =
  | { readonly type: 'unknown-place'; readonly words: string }
  | { readonly type: 'which-place'; readonly words: string; readonly places: readonly CalledPlace[] }

interface NamedPlace extends CalledPlace {
  readonly words: ReadonlySet<string>
  readonly sectionIds: readonly string[]
}

/**
 * The sections of the one place that answers to these words: by its code, by whole words of its name, or by their
 * beginnings, whichever is the first to find anything; of its kind the widest, from a tribune down to a section. Several
 * of one kind are named, not guessed.
 */
export function sectionsCalled(
  words: readonly string[],
  overview: Overview,
  plan: VenuePlan | null,
): Result<readonly string[], PlaceError> {
  const kinds = placesOf(overview, plan)
  const [tribunes = [], zones = [], gates = [], sections = []] = kinds
  const code = joined(words)
  const answers: readonly ((place: NamedPlace) => boolean)[] = [
    (place) => place.code !== '' && joined(wordsOf(place.code)) === code,
    (place) => words.every((word) => place.words.has(word)),
    (place) => words.every((word) => [...place.words].some((own) => own.startsWith(word))),
  ]
  for (const [index, answersTo] of answers.entries()) {
    // A section's code is what a ticket says: it goes before all other codes.
    for (const kind of index === 0 ? [sections, tribunes, zones, gates] : kinds) {
      const called = distinct(kind.filter(answersTo))
      const [only, another] = called
      if (only && !another) return ok(only.sectionIds)
      if (only)
        return err({
          type: 'which-place',
          words: words.join(' '),
          places: called.map(({ name, code: own }) => ({ name, code: own })),
        })
    }
  }
  return err({ type: 'unknown-place', words: words.join(' ') })
}

/** Words as one, but two numbers beside each other: `n 3` is N3, `2 5` is not 25. */
const joined = (words: readonly string[]): string => words.join(' ').replaceAll(/(?<!\d) | (?!\d)/gu, '')

/** From the widest kind to the narrowest. */
function placesOf({ sections, zones }: Overview, plan: VenuePlan | null): readonly (readonly NamedPlace[])[] {
  const named = (code: string, name: string, label: string, sectionIds: readonly string[]): NamedPlace => ({
    code,
    name,
    words: new Set(wordsOf(`${code} ${name} ${label}`)),
    sectionIds,
  })
  const planned = (kind: 'tribune' | 'gate', code: string): readonly string[] => {
    const codes = new Set(plan?.sections.filter((section) => section[kind] === code).map((section) => section.code))
    return sections.filter((section) => codes.has(section.code)).map(({ sectionId }) => sectionId)
  }
  const inZone = (zone: string): readonly string[] =>
    sections.filter(({ zoneId }) => zoneId === zone).map(({ sectionId }) => sectionId)
  return [
    (plan?.tribunes ?? []).map(({ code, name }) => named(code, name, '', planned('tribune', code))),
    zones.map(({ zoneId, code, name }) => named(code, name, '', inZone(zoneId))),
    (plan?.gates ?? []).map(({ code, name, label }) => named(code, name, label, planned('gate', code))),
    sections.map(({ sectionId, code, name }) => named(code, name, '', [sectionId])),
  ]
}

/** Two names of the same seats are one place; a place without seats here is none. */
function distinct(places: readonly NamedPlace[]): readonly NamedPlace[] {
  const seen = new Map(
    places.filter(({ sectionIds }) => sectionIds.length > 0).map((place) => [place.sectionIds.join(), place]),
  )
  return [...seen.values()]
}
