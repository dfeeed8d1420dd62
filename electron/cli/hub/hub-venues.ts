import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { countedIn, languages } from '../../../shared/domain/language.ts'
import { compareLabels } from '../../../shared/domain/seats/place.ts'
import type { PartKind, VenueReport } from '../../../shared/domain/venue/venue-report.ts'
import type { VenueTexts } from '../../../shared/i18n/texts.ts'
import { readVenue, type VenuePlan } from '../../app/hub-administration.ts'
import { problemLines } from '../../host/files/text-place.ts'
import { choiceAt, type GuichetCommand } from '../command.ts'
import { type HubTask, type OnStore, sayUnprintable } from './hub-task.ts'

interface VenueValues {
  readonly name?: string
  readonly city?: string
  readonly country?: string
  readonly language?: string
}

/** What `guichet hub …` does about venues. */
export function addHubVenues(hub: GuichetCommand, onStore: OnStore): void {
  hub
    .command('venues')
    .description('list the venues of the hub')
    .does(onStore(venues))
    .command('import')
    .argument('<FILE>', 'venue plan, .json or .csv: see docs/integrating/venue-plan.md')
    .description('add a venue or replace its plan; print its contents and possible mistakes')
    .takes('--name <NAME>', 'of the venue; required with CSV')
    .takes('--city <CITY>', 'of the venue; required with CSV')
    .takes('--country <COUNTRY>', 'of the venue; required with CSV')
    .takes('--language <LANGUAGE>', `${languages.join(', ')}; default: the language of the account`)
    .does(onStore(importVenue))
}

async function venues({ store, say }: HubTask): Promise<number> {
  const plans = (await store.listVenues()).toSorted((one, other) => compareLabels(one.venue.name, other.venue.name))
  for (const { venue, zones, sections } of plans) {
    const counted = countedIn('en')(sections.length, 'section', 'sections')
    say(`${venue.name}, ${venue.city}: ${counted}, zones ${zones.map(({ code }) => code).join(' ')}`)
  }
  return 0
}

async function importVenue(task: HubTask<VenueValues>): Promise<number> {
  const { store, words, values, say, refuse } = task
  const [file = ''] = words
  const { language } = values
  if (language !== undefined && !languages.some((each) => each === language))
    return refuse(choiceAt(task.texts, '--language', languages, language))
  const catalogue = task.texts
  const { venue: texts, files } = catalogue
  const format = /\.(json|csv)$/iu.exec(file)?.[1]?.toLowerCase()
  if (format !== 'json' && format !== 'csv') return refuse(texts.refusals.fileName)
  const { name = '', city = '', country = '' } = values
  if (format === 'csv' && [name, city, country].includes('')) return refuse(texts.refusals.facts)
  if (!existsSync(resolve(file))) return refuse(files.noFile(file))
  const venue = readVenue(readFileSync(resolve(file)), format, { facts: { name, city, country }, texts: catalogue })
  if (!venue.ok) {
    refuse(...problemLines(file, venue.problems.slice(0, 20)))
    if (venue.problems.length > 20) refuse(files.more(venue.problems.length - 20))
    return 1
  }
  await store.keepVenue(venue.plan)
  for (const line of linesOf(venue.report, texts)) say(line)
  sayUnprintable(say, texts, ...namesOn(venue.plan))
  return 0
}

/** Returns the names of a venue that tickets show. */
const namesOn = ({ venue, tribunes, gates, zones }: VenuePlan): readonly string[] => [
  ...Object.values(venue),
  ...[...tribunes, ...gates, ...zones].map(({ name }) => name),
]

/** What was imported, and what of it looks odd. */
function linesOf(report: VenueReport, texts: VenueTexts): readonly string[] {
  const { name, sections, rows, seats, parts, encoding, odd } = report
  const kinds: readonly PartKind[] = ['tribune', 'zone', 'gate']
  return [
    ...(encoding === 'utf-8' ? [] : [texts.readAs(encoding)]),
    texts.counts(name, sections, rows, seats),
    ...kinds.flatMap((kind) => [
      texts.parts[kind],
      ...parts[kind].map((part) => {
        const named = part.name === part.code ? part.code : `${part.code}  ${part.name}`
        return `  ${named}  ${texts.seats(part.seats)}`
      }),
    ]),
    ...(odd.length === 0 ? [texts.allWell] : [texts.odd, ...odd.map((one) => `  ${texts.oddity(one)}`)]),
  ]
}
