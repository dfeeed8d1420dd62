import { ok, type Result } from '../../shared/domain/result.ts'
import { messageOf } from '../../shared/errors.ts'
import type { ConfigError } from '../config/config.ts'
import { faultLine } from '../config/setting-problem.ts'
import type { Log } from '../core/ports/ports.ts'
import { LedgerInUse } from '../ledger/connection.ts'
import { openSettingsTrial } from '../office/settings-file.ts'
import { readProgram, settingsFileOf, type Program, type ProgramPlaces } from './program.ts'

/** Settings and program with which a kiosk is started. */
export interface Start {
  readonly program: Program
  /** Why changes of the settings were rolled back at this start. Null if they were not. */
  readonly takenBack: string | null
}

/**
 * The settings that a machine starts with. If it does not start with settings on trial, the previous settings replace
 * them.
 */
export interface MachineSettings {
  /** Reads the current settings. */
  read(): Promise<Result<Start, ConfigError>>
  /**
   * Runs `start`. If it fails with settings on trial, restores the previous settings and runs `startBefore`. Rejects if
   * neither succeeds.
   */
  startWith<T>(now: Start, start: (now: Start) => Promise<T>, startBefore: (before: Start) => Promise<T>): Promise<T>
  /** Ends the trial: the program runs well with the settings, or they were set by hand and cannot be rolled back. */
  prove(): void
}

/** Returns the file and the reasons why its settings are refused, in English for the log. */
export const reasonOf = ({ file, faults }: ConfigError): string =>
  `${file === null ? '' : `${file}: `}${faults.map(faultLine).join('; ')}`

export function openMachineSettings(places: ProgramPlaces, report: Log['warn']): MachineSettings {
  const trial = openSettingsTrial(settingsFileOf(places), (remark) => report('settings.remark', { remark }))

  /**
   * Restores the previous settings. Call `undo` if the program does not start with them either, because then the
   * changes are not the cause.
   */
  async function takeBack(
    reason: string,
  ): Promise<{ readonly read: Result<Start, ConfigError>; readonly undo: () => void }> {
    report('settings.withdrawn', { reason })
    const undo = trial.takeBack(reason)
    const read = await readProgram(places)
    return { read: read.ok ? ok({ program: read.value, takenBack: reason }) : read, undo }
  }

  return {
    async read() {
      const takenBack = trial.start()
      if (takenBack !== null) report('settings.withdrawn', { reason: takenBack })
      const read = await readProgram(places)
      if (read.ok) return ok({ program: read.value, takenBack })
      if (!trial.isOn()) return read
      const before = await takeBack(reasonOf(read.error))
      if (!before.read.ok) before.undo()
      return before.read
    },

    async startWith(now, start, startBefore) {
      try {
        return await start(now)
      } catch (error) {
        if (error instanceof LedgerInUse) trial.cancelStart()
        if (error instanceof LedgerInUse || !trial.isOn()) throw error
        const { read, undo } = await takeBack(messageOf(error))
        try {
          if (!read.ok) throw new Error(reasonOf(read.error), { cause: error })
          return await startBefore(read.value)
        } catch (without) {
          undo()
          throw without
        }
      }
    },

    prove: () => trial.end(),
  }
}
