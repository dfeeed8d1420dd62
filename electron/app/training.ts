import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { serial } from '../../shared/domain/serial.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../core/ports/ports.ts'
import type { TrainingControls, TrainingSession } from '../core/staff/training-commands.ts'
import { LedgerInUse } from '../ledger/connection.ts'
import type { ConfiguredKiosk } from './kiosk.ts'

/** Returns whether a desk has training, in which learners cannot cause damage. Only live desks of cashiers have it. */
export const hasTraining = ({ mode, role }: Pick<Config, 'mode' | 'role'>): boolean =>
  mode === 'live' && role === 'cashier'

/**
 * Returns the settings of a live desk for training: its staff, texts, tenders and paper, and the embedded service
 * instead of the partner. They contain no access to the partner, the hub or another program. The name of the ledger
 * identifies training, also in copies.
 */
export function trainingConfig(config: Config): Config {
  const { partner: _partner, fleet: _fleet, localApi: _localApi, updates: _updates, ...own } = config
  const { folder: _folder, ...tickets } = config.tickets
  const { closeAt: _closeAt, archiveFolder: _archiveFolder, ...shifts } = config.shifts
  const deviceId = `${config.deviceId}-FORMATION`
  // In training a person enters the outcome of a payment, and no terminal is contacted, whatever the live desk uses.
  const terminals = 'attended'
  return { ...own, mode: 'training', deviceId, terminals, payments: {}, accessCodes: {}, tickets, shifts, remarks: [] }
}

interface TrainingParts {
  readonly log: Log
  /** Starts a kiosk in training with the data of its folder. */
  readonly start: (config: Config, room: TrainingSession) => Promise<ConfiguredKiosk>
  /** Replaces the kiosk that answers. No request is answered until `next` has resolved. */
  readonly changePlaces: (next: () => Promise<void>) => Promise<void>
}

interface Training extends TrainingControls {
  /** Returns the kiosk that answers instead of the live desk; null if the live desk answers. */
  current(): ConfiguredKiosk | null
}

/**
 * Creates training at the live desk of these settings. Both kiosks run, but only one answers. Every start of the
 * program begins with the live one.
 */
export function createTraining(config: Config, desk: () => ConfiguredKiosk, parts: TrainingParts): Training {
  const { log, start, changePlaces } = parts
  const own = trainingConfig(config)
  const folder = join(config.dataDirectory, own.mode)
  let current: ConfiguredKiosk | null = null
  const inTurn = serial()

  /** Training data that cannot be opened is worthless, so it is replaced. */
  async function open(): Promise<ConfiguredKiosk> {
    try {
      return await start(own, room)
    } catch (error) {
      if (error instanceof LedgerInUse) throw error
      log.warn('training.books-discarded', { reason: String(error) })
      rmSync(folder, { recursive: true, force: true })
      return start(own, room)
    }
  }

  async function stop(): Promise<void> {
    const before = current
    current = null
    await before?.stop().catch((error: unknown) => log.error('training.stop-failed', error))
  }

  async function leave(): Promise<void> {
    if (!current) return
    await stop()
    try {
      desk().noteTraining('TRAINING_ENDED', {})
    } catch (error) {
      // A full disk must not prevent the end of training.
      log.error('training.end-not-recorded', error)
    }
  }

  const room: TrainingSession = {
    side: 'training',
    end: () =>
      inTurn(async () => {
        if (current) await changePlaces(leave)
      }),
    restart: (staffId) =>
      inTurn(async () => {
        if (!current) return
        desk().noteTraining('TRAINING_BEGAN', { cleared: true }, staffId)
        await changePlaces(async () => {
          await stop()
          rmSync(folder, { recursive: true, force: true })
          current = await open().catch((error: unknown) => {
            log.error('training.restart-failed', error)
            return null
          })
        })
      }),
  }

  return {
    side: 'live',
    isOn: () => current !== null,
    begin: () =>
      inTurn(async () => {
        if (current) return
        const opened = await open()
        await changePlaces(async () => {
          current = opened
        })
      }),
    current: () => current,
    blocker: () => current?.blocker() ?? null,
    stop: leave,
  }
}
