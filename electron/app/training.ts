import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Blocker } from '../../shared/domain/fleet/fleet.ts'
import { serial } from '../../shared/domain/serial.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../kiosk/ports/ports.ts'
import type { TrainingControls, TrainingSession } from '../kiosk/staff/training-commands.ts'
import { LedgerInUse } from '../ledger/connection.ts'
import type { ConfiguredKiosk } from './kiosk.ts'

export const hasTraining = ({ mode, role }: Pick<Config, 'mode' | 'role'>): boolean =>
  mode === 'live' && role === 'cashier'

/**
 * Returns the settings for training mode, with the embedded service instead of the partner. The settings give no access
 * to the partner, the hub or another program. The device id marks the ledger as training data.
 */
export function trainingConfig(config: Config): Config {
  const { partner: _partner, fleet: _fleet, localApi: _localApi, updates: _updates, ...own } = config
  const { folder: _folder, ...tickets } = config.tickets
  const { closeAt: _closeAt, archiveFolder: _archiveFolder, ...shifts } = config.shifts
  const deviceId = `${config.deviceId}-FORMATION`
  // During training, a person enters the outcome of a payment, and no payment terminal is contacted.
  const terminals = 'manual'
  return { ...own, mode: 'training', deviceId, terminals, payments: {}, accessCodes: {}, tickets, shifts, remarks: [] }
}

interface TrainingParts {
  readonly log: Log
  readonly start: (config: Config, room: TrainingSession) => Promise<ConfiguredKiosk>
  /** Replaces the kiosk that answers requests. No request is answered until `next` has resolved. */
  readonly changePlaces: (next: () => Promise<void>) => Promise<void>
}

/** Training mode of a live desk. Both kiosks run, but only one answers requests, initially the live kiosk. */
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

  /** Opens the training kiosk. Training data that cannot be opened has no value and is replaced. */
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
