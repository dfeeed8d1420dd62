import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { serial } from '../../shared/domain/serial.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../core/ports/ports.ts'
import type { TrainingControls, TrainingSession } from '../core/staff/training-commands.ts'
import { LedgerInUse } from '../ledger/connection.ts'
import type { ConfiguredKiosk } from './kiosk.ts'

/** Where people who learn may break nothing: only a desk that sells in earnest has it. */
export const hasTraining = ({ mode, role }: Pick<Config, 'mode' | 'role'>): boolean =>
  mode === 'live' && role === 'cashier'

/**
 * The settings of a live desk as they are in training: its people, words, tenders and paper, and the embedded service in place of
 * the partner. Nothing in them leads to the partner, the hub or another program. Its ledger's name says what it is, too, wherever
 * it is copied to.
 */
export function trainingConfig(config: Config): Config {
  const { partner: _partner, fleet: _fleet, localApi: _localApi, updates: _updates, ...own } = config
  const { folder: _folder, ...tickets } = config.tickets
  const { closeAt: _closeAt, archiveFolder: _archiveFolder, ...shifts } = config.shifts
  const deviceId = `${config.deviceId}-FORMATION`
  // Whatever the live desk charges with: here a person says what a terminal did, and none is asked.
  const terminals = 'attended'
  return { ...own, mode: 'training', deviceId, terminals, payments: {}, accessCodes: {}, tickets, shifts, remarks: [] }
}

interface TrainingParts {
  readonly log: Log
  /** A kiosk in training, over what is in its folder. */
  readonly start: (config: Config, room: TrainingSession) => Promise<ConfiguredKiosk>
  /** Makes way for another kiosk: nobody is answered until `next` has resolved. */
  readonly changePlaces: (next: () => Promise<void>) => Promise<void>
}

interface Training extends TrainingControls {
  /** Who answers in place of the live desk; null: it answers itself. */
  current(): ConfiguredKiosk | null
}

/** Training at the live desk of these settings. Both run, one of them answers; every start of the program begins at the live one. */
export function createTraining(config: Config, desk: () => ConfiguredKiosk, parts: TrainingParts): Training {
  const { log, start, changePlaces } = parts
  const own = trainingConfig(config)
  const folder = join(config.dataDirectory, own.mode)
  let current: ConfiguredKiosk | null = null
  const inTurn = serial()

  /** What cannot be opened is of no worth: it gives way to a new one. */
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
      // A full disk keeps nobody in training.
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
