import { z } from 'zod'
import type { Result } from '../domain/result.ts'
import type { GateError } from './failures.ts'
import { setupAnswers } from './setup-answers.ts'
import type { SettingFault } from './office-views.ts'
import type { PrinterFoundView, SetupView } from './setup-views.ts'

/**
 * What the screens of a machine without settings may ask, and nobody else: the installer's part of the gate. It is
 * there while there are no settings, and while a technician sets the machine up again; a running kiosk has none of it,
 * and while it is there nothing of the kiosk is.
 */
const none = z.strictObject({})
export const setupInputs = {
  viewSetup: none,
  /** Keeps these answers, if a start of the program would take them; the others stay as they are. */
  answerSetup: setupAnswers,
  /** Tests the partner step by step; `setup-changed` tells each step as it ends. */
  examineSetup: none,
  findPrinters: none,
  /** Prints the test page. */
  tryPrinter: none,
  /** Writes the settings, whole, and starts what they describe. */
  finishSetup: none,
  /** Back to the settings that were there before, as they were. */
  leaveSetup: none,
} as const

export type SetupCommandName = keyof typeof setupInputs
export type SetupInput<N extends SetupCommandName> = z.infer<(typeof setupInputs)[N]>

type Reply<T, E extends { readonly type: string } = never> = Promise<Result<T, E | GateError>>
type Refused = { readonly type: 'setup-refused'; readonly faults: readonly SettingFault[] }

export interface SetupApi {
  viewSetup(input: SetupInput<'viewSetup'>): Reply<SetupView>
  answerSetup(input: SetupInput<'answerSetup'>): Reply<SetupView, Refused>
  examineSetup(input: SetupInput<'examineSetup'>): Reply<SetupView, { readonly type: 'nothing-to-test' }>
  findPrinters(input: SetupInput<'findPrinters'>): Reply<readonly PrinterFoundView[]>
  tryPrinter(input: SetupInput<'tryPrinter'>): Reply<SetupView, { readonly type: 'nothing-to-test' }>
  finishSetup(input: SetupInput<'finishSetup'>): Reply<null, Refused>
  leaveSetup(input: SetupInput<'leaveSetup'>): Reply<null, { readonly type: 'no-settings' }>
}
