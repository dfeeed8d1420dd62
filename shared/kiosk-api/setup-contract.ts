import { z } from 'zod'
import { drivenTenders } from '../domain/money/tender.ts'
import { type Api, everybody, type Failures, type Inputs, type Values } from './command.ts'
import type { commands } from './commands.ts'
import { reportScreenFault } from './screen-fault.ts'
import { setupAnswers } from './setup-answers.ts'
import type { SettingFault } from './office-views.ts'
import type { PrinterFoundView, SeenCertificate, SerialPortView, SetupView } from './setup-views.ts'

type Refused = { readonly type: 'setup-refused'; readonly faults: readonly SettingFault[] }

/** Why the first ticket is not sold, or not cancelled. */
export type FirstTicketRefused =
  | Refused
  | Failures<typeof commands>['viewService' | 'returnTickets' | 'payReturn']
  | { readonly type: 'sale-in-progress' | 'nothing-to-cancel' }

const nothing = () => ({})

/**
 * What the screens of a machine without settings may ask, and nobody else: the installer's part of the contract. It is
 * there while there are no settings, and while a technician sets the machine up again; a running kiosk has none of it,
 * and while it is there nothing of the kiosk is, except `reportScreenFault`.
 */
export const setupCommands = {
  viewSetup: everybody(nothing).answers<SetupView>(),
  reportScreenFault,
  /** Saves these answers if the program would start with them. The others stay as they are. */
  answerSetup: everybody(() => setupAnswers.shape).answers<SetupView, Refused>(),
  /**
   * Tests the partner step by step, opens each event whose code is known, asks the printer how it is, and judges by that
   * whether the machine could sell; `setup-changed` tells each step as it ends.
   */
  examineSetup: everybody(nothing).answers<SetupView, Refused | { readonly type: 'nothing-to-test' }>(),
  /** Examines the provider or the device that was answered for this tender, and moves no money. */
  examinePayment: everybody(() => ({ tender: z.enum([...drivenTenders, 'notes']) })).answers<
    SetupView,
    { readonly type: 'nothing-to-test' }
  >(),
  /** The serial ports of this machine: at one of them a device for notes may be. */
  findSerialPorts: everybody(nothing).answers<readonly SerialPortView[]>(),
  /** Looks at the certificate of the partner's address; nothing is trusted by it. */
  seeCertificate: everybody(nothing).answers<SeenCertificate, { readonly type: 'nothing-to-test' }>(),
  /** A PIN that is not guessed. It is nobody's until it is answered for somebody. */
  drawPin: everybody(nothing).answers<string>(),
  findPrinters: everybody(nothing).answers<readonly PrinterFoundView[]>(),
  /** Prints the test page. */
  tryPrinter: everybody(nothing).answers<SetupView, { readonly type: 'nothing-to-test' }>(),
  /**
   * Writes the settings, whole, and sells one ticket with them for cash, by the machine's own PIN: a real one, but in the
   * demo. `setup-changed` tells each step of the sale.
   */
  sellFirstTicket: everybody(({ person }) => ({ pin: person.pin })).answers<SetupView, FirstTicketRefused>(),
  /** Its sale voided, and its money given back, by the person who sold it and a supervisor. */
  cancelFirstTicket: everybody(({ second, reason }) => ({ second, reason })).answers<SetupView, FirstTicketRefused>(),
  /** Writes the settings, whole, and starts what they describe. */
  finishSetup: everybody(nothing).answers<null, Refused>(),
  /** Back to the settings that were there before, as they were; where those are written already that were answered, to these. */
  leaveSetup: everybody(nothing).answers<null, { readonly type: 'no-settings' }>(),
}

type Table = typeof setupCommands

export type SetupCommandName = keyof Table
export type SetupInput<N extends SetupCommandName> = Inputs<Table>[N]
export type SetupValue<N extends SetupCommandName> = Values<Table>[N]
export type SetupFailure<N extends SetupCommandName> = Failures<Table>[N]
export type SetupApi = Api<Table>
