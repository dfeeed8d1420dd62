import { ok, type Result } from '../../shared/domain/result.ts'
import { messageOf } from '../../shared/errors.ts'
import type { ConfigError } from '../config/config.ts'
import { faultLine } from '../config/setting-problem.ts'
import type { Log } from '../kiosk/ports/ports.ts'
import { LedgerInUse } from '../ledger/connection.ts'
import { openSettingsTrial } from '../office/settings-file.ts'
import { readProgram, settingsFileOf, type Program, type ProgramPlaces } from './program.ts'

export interface Start {
  readonly program: Program
  readonly rollbackReason: string | null
}

/** Returns the settings file and the reasons for its rejection, in English for the log. */
export const reasonOf = ({ file, faults }: ConfigError): string =>
  `${file === null ? '' : `${file}: `}${faults.map(faultLine).join('; ')}`

/** Loads the settings with which a kiosk starts. If a start with new settings fails, restores the previous settings. */
export class MachineSettings {
  readonly #places: ProgramPlaces
  readonly #report: Log['warn']
  readonly #trial: ReturnType<typeof openSettingsTrial>

  constructor(places: ProgramPlaces, report: Log['warn']) {
    this.#places = places
    this.#report = report
    this.#trial = openSettingsTrial(settingsFileOf(places), (remark) => report('settings.remark', { remark }))
  }

  async read(): Promise<Result<Start, ConfigError>> {
    const rollbackReason = this.#trial.start()
    if (rollbackReason !== null) this.#report('settings.withdrawn', { reason: rollbackReason })
    const read = await readProgram(this.#places)
    if (read.ok) return ok({ program: read.value, rollbackReason })
    if (!this.#trial.isOn()) return read
    const before = await this.#takeBack(reasonOf(read.error))
    if (!before.read.ok) before.undo()
    return before.read
  }

  /** Runs `start`. If new settings fail, restores the previous settings and runs `startBefore`. */
  async startWith<T>(
    now: Start,
    start: (now: Start) => Promise<T>,
    startBefore: (before: Start) => Promise<T>,
  ): Promise<T> {
    try {
      return await start(now)
    } catch (error) {
      if (error instanceof LedgerInUse) this.#trial.cancelStart()
      if (error instanceof LedgerInUse || !this.#trial.isOn()) throw error
      const { read, undo } = await this.#takeBack(messageOf(error))
      try {
        if (!read.ok) throw new Error(reasonOf(read.error), { cause: error })
        return await startBefore(read.value)
      } catch (without) {
        undo()
        throw without
      }
    }
  }

  /** Ends the trial of new settings. Settings entered by hand are never rolled back. */
  prove(): void {
    this.#trial.end()
  }

  /**
   * Restores the previous settings. Call `undo` if the program cannot start with the previous settings either; the new
   * settings are then not the cause of the failure.
   */
  async #takeBack(reason: string): Promise<{ readonly read: Result<Start, ConfigError>; readonly undo: () => void }> {
    this.#report('settings.withdrawn', { reason })
    const undo = this.#trial.takeBack(reason)
    const read = await readProgram(this.#places)
    return { read: read.ok ? ok({ program: read.value, rollbackReason: reason }) : read, undo }
  }
}
