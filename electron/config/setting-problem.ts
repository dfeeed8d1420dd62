import { err, type Err } from '../../shared/domain/result.ts'
import type { ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { settingText, type SettingProblem } from '../../shared/i18n/setting-texts.ts'
import type { SettingCause, SettingFault } from '../../shared/api/kiosk/office-views.ts'
import { NotText } from '../host/files/file-text.ts'

/** Returns the problem for an error that means an unreadable file. Rethrows any other error. */
export function fileProblem(path: string, error: unknown): SettingProblem {
  if (error instanceof NotText && error.faults[0]) return { type: 'not-text', path, ...error.faults[0] }
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) throw error
  return { type: 'file-unreadable', path, code }
}

export interface FoundProblem {
  readonly type: 'setting-problem'
  /** Path such as `printers.tickets`; empty if the problem concerns no single setting. */
  readonly setting: string
  readonly problem: SettingProblem
}

export const foundProblem = (setting: string, problem: SettingProblem): FoundProblem => ({
  type: 'setting-problem',
  setting,
  problem,
})

export const refuseSetting = (setting: string, problem: SettingProblem): Err<FoundProblem> =>
  err(foundProblem(setting, problem))

/** Problems for which the screens have their own texts. */
const causes: Readonly<Record<Exclude<SettingCause['type'], 'in-training'>, true>> = {
  'same-key': true,
  'no-shortcut': true,
  'not-attended': true,
  'cash-without-pin': true,
  'printer-unknown': true,
  'printer-idle': true,
  'printer-twice': true,
  'nothing-to-read-back': true,
}

const isCause = (problem: SettingProblem): problem is SettingProblem & SettingCause =>
  Object.hasOwn(causes, problem.type)

export function faultOf({ setting, problem }: FoundProblem, { config }: Pick<ProgramTexts, 'config'>): SettingFault {
  return { setting, detail: settingText(problem, config), ...(isCause(problem) && { cause: problem }) }
}

export const faultLine = ({ setting, detail }: Pick<SettingFault, 'setting' | 'detail'>): string =>
  setting === '' ? detail : `${setting}: ${detail}`
