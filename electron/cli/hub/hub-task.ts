import type { HubStore } from '../../app/hub-administration.ts'
import type { Task, Work } from '../command.ts'
import type { HubValues } from '../serve.ts'

/** A command of `guichet hub`, with the hub's store at hand. */
export interface HubTask<Values = object> extends Task<Values & HubValues> {
  readonly store: HubStore
}

/** Opens the store for the work, and closes it after. */
export type OnStore = <Values>(work: (task: HubTask<Values>) => Promise<number>) => Work<Values & HubValues>
