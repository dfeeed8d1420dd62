import { type Api, everybody, type Failures, type Inputs, type Values } from './command.ts'
import { setupAnswers } from './setup-answers.ts'
import type { SettingFault } from './office-views.ts'
import type { PrinterFoundView, SeenCertificate, SetupView } from './setup-views.ts'

type Refused = { readonly type: 'setup-refused'; readonly faults: readonly SettingFault[] }

const nothing = () => ({})

/**
 * What the screens of a machine without settings may ask, and nobody else: the installer's part of the contract. It is
 * there while there are no settings, and while a technician sets the machine up again; a running kiosk has none of it,
 * and while it is there nothing of the kiosk is.
 */
export const setupCommands = {
  viewSetup: everybody(nothing).answers<SetupView>(),
  /** Keeps these answers, if a start of the program would take them; the others stay as they are. */
  answerSetup: everybody(() => setupAnswers.shape).answers<SetupView, Refused>(),
  /** Tests the partner step by step; `setup-changed` tells each step as it ends. */
  examineSetup: everybody(nothing).answers<SetupView, Refused | { readonly type: 'nothing-to-test' }>(),
  /** Looks at the certificate of the partner's address; nothing is trusted by it. */
  seeCertificate: everybody(nothing).answers<SeenCertificate, { readonly type: 'nothing-to-test' }>(),
  /** Holds a seat of each event whose code is known, and gives it back. */
  tryEvents: everybody(nothing).answers<SetupView, Refused | { readonly type: 'nothing-to-test' }>(),
  /** A PIN that is not guessed. It is nobody's until it is answered for somebody. */
  drawPin: everybody(nothing).answers<string>(),
  findPrinters: everybody(nothing).answers<readonly PrinterFoundView[]>(),
  /** Prints the test page. */
  tryPrinter: everybody(nothing).answers<SetupView, { readonly type: 'nothing-to-test' }>(),
  /** Writes the settings, whole, and starts what they describe. */
  finishSetup: everybody(nothing).answers<null, Refused>(),
  /** Back to the settings that were there before, as they were. */
  leaveSetup: everybody(nothing).answers<null, { readonly type: 'no-settings' }>(),
}

type Table = typeof setupCommands

export type SetupCommandName = keyof Table
export type SetupInput<N extends SetupCommandName> = Inputs<Table>[N]
export type SetupValue<N extends SetupCommandName> = Values<Table>[N]
export type SetupFailure<N extends SetupCommandName> = Failures<Table>[N]
export type SetupApi = Api<Table>
