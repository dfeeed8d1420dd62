import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Blocker } from '../../shared/domain/fleet/fleet.ts'
import { serial } from '../../shared/domain/serial.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../kiosk/ports/ports.ts'
import type { TrainingControls, TrainingSession } from '../kiosk/staff/training-commands.ts'
import { LedgerInUse } from '../ledger/connection.ts'
import type { ConfiguredKiosk } from './kiosk.ts'

/**
 * Returns whether a desk has a training mode, in which learners cannot cause damage. Only live desks of cashiers have a
 * training mode.
 */
export const hasTraining = ({ mode, role }: Pick<Config, 'mode' | 'role'>): boolean =>
  mode === 'live' && role === 'cashier'

/**
 * Returns the settings of a live desk for training: its staff, texts, tenders and paper, and the embedded service
 * instead of the partner. The training settings give no access to the partner, the hub or another program. The device
 * id marks the ledger and its copies as training.
 */
export function trainingConfig(config: Config): Config {
  const { partner: _partner, fleet: _fleet, localApi: _localApi, updates: _updates, ...own } = config
  const { folder: _folder, ...tickets } = config.tickets
  const { closeAt: _closeAt, archiveFolder: _archiveFolder, ...shifts } = config.shifts
  const deviceId = `${config.deviceId}-FORMATION`
  // In training a person enters the outcome of a payment, and no terminal is contacted, even if the live desk uses
  // terminals.
  const terminals = 'manual'
  return { ...own, mode: 'training', deviceId, terminals, payments: {}, accessCodes: {}, tickets, shifts, remarks: [] }
}

interface TrainingParts {
  readonly log: Log
  /** Starts a kiosk in training with the data of its folder. */
  readonly start: (config: Config, room: TrainingSession) => Promise<ConfiguredKiosk>
  /** Replaces the kiosk that answers requests. No request is answered until `next` has resolved. */
  readonly changePlaces: (next: () => Promise<void>) => Promise<void>
}

/**
 * Training at the live desk of these settings. Both kiosks run, but only one answers requests. After every program
 * start, the live kiosk answers.
 */
export class Training implements TrainingControls {
  readonly side = 'live'
  readonly #own: Config
  readonly #folder: string
  readonly #desk: () => ConfiguredKiosk
  readonly #parts: TrainingParts
  readonly #inTurn = serial()
  #current: ConfiguredKiosk | null = null

  constructor(config: Config, desk: () => ConfiguredKiosk, parts: TrainingParts) {
    this.#own = trainingConfig(config)
    this.#folder = join(config.dataDirectory, this.#own.mode)
    this.#desk = desk
    this.#parts = parts
  }

  /** Returns the kiosk that answers instead of the live desk; null if the live desk answers. */
  current(): ConfiguredKiosk | null {
    return this.#current
  }

  isOn(): boolean {
    return this.#current !== null
  }

  blocker(): Blocker | null {
    return this.#current?.blocker() ?? null
  }

  begin(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#current) return
      const opened = await this.#open()
      await this.#parts.changePlaces(async () => {
        this.#current = opened
      })
    })
  }

  async stop(): Promise<void> {
    if (!this.#current) return
    await this.#end()
    try {
      this.#desk().noteTraining('TRAINING_ENDED', {})
    } catch (error) {
      // A full disk must not prevent the end of training.
      this.#parts.log.error('training.end-not-recorded', error)
    }
  }

  /** Training data that cannot be opened is worthless, so it is replaced. */
  async #open(): Promise<ConfiguredKiosk> {
    const { start, log } = this.#parts
    try {
      return await start(this.#own, this.#room)
    } catch (error) {
      if (error instanceof LedgerInUse) throw error
      log.warn('training.books-discarded', { reason: String(error) })
      rmSync(this.#folder, { recursive: true, force: true })
      return start(this.#own, this.#room)
    }
  }

  async #end(): Promise<void> {
    const before = this.#current
    this.#current = null
    await before?.stop().catch((error: unknown) => this.#parts.log.error('training.stop-failed', error))
  }

  readonly #room: TrainingSession = {
    side: 'training',
    end: () =>
      this.#inTurn(async () => {
        if (this.#current) await this.#parts.changePlaces(() => this.stop())
      }),
    restart: (staffId) =>
      this.#inTurn(async () => {
        if (!this.#current) return
        this.#desk().noteTraining('TRAINING_STARTED', { cleared: true }, staffId)
        await this.#parts.changePlaces(async () => {
          await this.#end()
          rmSync(this.#folder, { recursive: true, force: true })
          this.#current = await this.#open().catch((error: unknown) => {
            this.#parts.log.error('training.restart-failed', error)
            return null
          })
        })
      }),
  }
}
