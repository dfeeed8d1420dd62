import type { VenueTexts } from '../../../shared/i18n/texts.ts'
import { unprintableIn, type HubStore } from '../../app/hub-administration.ts'
import { installation } from '../../app/program.ts'
import type { Task, Work } from '../command.ts'
import type { HubValues } from '../serve.ts'

/** A command of `guichet hub`, with the hub's store at hand. */
export interface HubTask<Values = object> extends Task<Values & HubValues> {
  readonly store: HubStore
}

/** Opens the store for the work, and closes it after. */
export type OnStore = <Values>(work: (task: HubTask<Values>) => Promise<number>) => Work<Values & HubValues>

/** Names the characters of texts for the papers that no face has; nothing is refused for them. */
export function sayUnprintable(say: Task['say'], texts: VenueTexts, ...printed: readonly string[]): void {
  const characters = unprintableIn(printed.join(' '), installation().resourcesDirectory)
  if (characters.length > 0) say(texts.unprintable(characters.join(' ')))
}
