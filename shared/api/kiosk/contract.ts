import type { PurchaseRefusal } from '../../domain/sale/sale.ts'
import { type StaffRole, staffRoles } from '../../domain/staff.ts'
import type { Api, Failures, Inputs, DeclaredFailures, Values } from './command.ts'
import { commands } from './commands.ts'
import type { SetupEvents } from './setup.ts'
import type {
  DeskCallsView,
  Headphones,
  KioskInfo,
  PartnerView,
  PrinterView,
  BackgroundSale,
  SaleView,
  ScreenMeasure,
} from './views.ts'

type Table = typeof commands

export type CommandName = keyof Table
export type CommandInput<N extends CommandName> = Inputs<Table>[N]
export type CommandValue<N extends CommandName> = Values<Table>[N]
/** Failures of a command, without the failures for callers who lack permission. */
export type OwnFailure<N extends CommandName> = DeclaredFailures<Table>[N]
export type CommandFailure<N extends CommandName> = Failures<Table>[N]
export type KioskApi = Api<Table>

export const commandNames: readonly CommandName[] = Object.keys(commands).filter(isCommandName)

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name)
}

/** Events from the main process. The payload is the complete new view, never a difference. */
interface KioskEvents extends SetupEvents {
  'sale-changed': SaleView
  /** Parked sales, oldest first. */
  'parked-changed': readonly SaleView[]
  'behind-changed': readonly BackgroundSale[]
  /** The content or language of the customer display has changed, or the display has to read the sale aloud. */
  'display-changed': null
  'partner-changed': PartnerView
  'ways-changed': Pick<KioskInfo, 'tenders'>
  'printer-changed': PrinterView
  'storage-changed': { readonly storageFull: boolean }
  /** Status of refused purchases; null once the service accepts purchases again. */
  'purchases-changed': { readonly purchasesRefused: PurchaseRefusal | null }
  'screen-measured': ScreenMeasure
  'headphones-changed': Headphones
  'agent-call-changed': Pick<KioskInfo, 'agentCall'>
  'desk-calls-changed': DeskCallsView
  /** The program restarts with other settings. Commands get no reply during the restart. */
  restarting: null
  /** The program has restarted. Everything that a page has loaded before the restart is outdated. */
  restarted: null
  /** The computer woke from sleep. Prices, holds and events that a page loaded earlier are outdated. */
  resumed: null
}

type EventName = keyof KioskEvents
export type KioskEvent = {
  readonly [N in EventName]: { readonly name: N; readonly payload: KioskEvents[N] }
}[EventName]

/** Interface that the preload script and the browser host provide to a page as `window.kiosk`. */
export interface KioskBridge {
  invoke(method: string, input: unknown): Promise<unknown>
  subscribe(listener: (event: KioskEvent) => void): () => void
}

export { type StaffRole, staffRoles }

export const roles = ['customer', ...staffRoles] as const

export type Role = (typeof roles)[number]

type Rows = typeof commands
type NamesWhere<R> = { [N in CommandName]: Rows[N] extends R ? N : never }[CommandName]

export type DisplayCommand = NamesWhere<{ readonly who: 'display' }>

export type OpenCommand = NamesWhere<{ readonly who: 'everybody' | 'display' }>

export type StaffCommand = Exclude<CommandName, OpenCommand>

export type CountersignedCommand = NamesWhere<{ readonly countersigners: readonly StaffRole[] }>

export type SoloCommand = Exclude<StaffCommand, CountersignedCommand>

export const displayCommands = commandNames.filter((name): name is DisplayCommand => commands[name].who === 'display')
export const openCommands = commandNames.filter((name): name is OpenCommand => mayDo(name, 'customer'))
export const countersignedCommands = commandNames.filter(
  (name): name is CountersignedCommand => countersignersOf(name) !== null,
)
export const soloCommands = commandNames.filter(
  (name): name is SoloCommand => !mayDo(name, 'customer') && countersignersOf(name) === null,
)

/**
 * Returns the roles that may approve the command as the second person, who is never the caller; null if one person is
 * enough.
 */
export function countersignersOf(command: CommandName): readonly StaffRole[] | null {
  return commands[command].countersigners
}

export function mayDo(command: CommandName, role: Role): boolean {
  const { who } = commands[command]
  return who === 'everybody' || who === 'display' || who.some((each) => each === role)
}

/** Returns the path, below a screen's address, of the PDF with a sale's tickets. */
export const ticketsPath = (saleId: string): string => `/tickets/${saleId}.pdf`

/** Returns the id of the sale whose tickets are at the path; null for any other path. */
export const saleOfTickets = (path: string): string | null =>
  /^\/tickets\/([\da-f-]{36})\.pdf$/u.exec(path)?.[1] ?? null
