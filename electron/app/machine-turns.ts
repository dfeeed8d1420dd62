import type { KioskApi, KioskEvent } from '../../shared/kiosk-api/contract.ts'
import { settingsIn } from '../config/setup-settings.ts'
import type { Log } from '../core/ports/ports.ts'
import type { WindowPrinting } from '../core/ports/printer.ts'
import { systemKeyring } from '../host/keyring.ts'
import { createKiosk, type ConfiguredKiosk } from './kiosk.ts'
import type { MachineSettings, Start } from './machine-settings.ts'
import type { DeskApi, MachineState, Turning } from './machine-state.ts'
import type { Program } from './program.ts'
import { createSetup } from './set-up.ts'

export type Listener = (event: KioskEvent) => void

export interface Surroundings {
  readonly settings: MachineSettings
  readonly log: Log
  readonly windowPrinting?: WindowPrinting
  readonly quit?: () => void
  readonly turn: Turning['turn']
  readonly tellSellers: Listener
  readonly tellCustomers: Listener
}

/** Whether a kiosk is good enough to go on with. */
type Check = (kiosk: ConfiguredKiosk) => Promise<boolean>

/** What a machine may turn into. */
export interface MachineTurns {
  readonly kiosk: (start: Start, isGood?: Check) => Promise<MachineState>
  /** A kiosk as at any start, with the settings as they are by now. */
  readonly newKiosk: (isGood?: Check) => Promise<MachineState>
  readonly setUp: (program: Program, before: ReturnType<typeof settingsIn>) => Promise<MachineState>
}

export function machineTurns(around: Surroundings): MachineTurns {
  const { settings, log, turn, tellSellers, tellCustomers, windowPrinting, quit } = around

  async function compose({ program, takenBack }: Start, isGood?: Check): Promise<MachineState & { is: 'kiosk' }> {
    const kiosk = await createKiosk(program.config, {
      ...program,
      log,
      setUpAgain: () =>
        turn(async () => {
          await kiosk.stop()
          return setUp(program, settingsIn(program.config.settingsFile) ?? {})
        }),
      ...(takenBack !== null && { takenBack }),
      ...(windowPrinting && { windowPrinting }),
      ...(quit && { quit }),
    })
    if (isGood && !(await isGood(kiosk))) {
      await kiosk.stop()
      throw new Error('no ticket could be sold and printed with them')
    }
    kiosk.subscribe(tellSellers)
    kiosk.displayAccess.subscribe(tellCustomers)
    // What customers see is asked for by their own window alone.
    const api: DeskApi & Partial<KioskApi> = { ...kiosk.api }
    delete api.viewDisplay
    return { is: 'kiosk', program, kiosk, api }
  }

  async function kiosk(start: Start, isGood?: Check): Promise<MachineState> {
    try {
      const started = await settings.startWith(start, (now) => compose(now, isGood), compose)
      settings.prove()
      started.kiosk.proveSettings()
      return started
    } catch (error) {
      log.error('not started', error)
      throw error
    }
  }

  async function newKiosk(isGood?: Check): Promise<MachineState> {
    const read = await settings.read()
    if (!read.ok) throw new Error(read.error.lines.join('; '))
    return kiosk(read.value, isGood)
  }

  async function setUp(program: Program, before: ReturnType<typeof settingsIn>): Promise<MachineState> {
    const { settingsFile, dataDirectory } = program.config
    const asked = createSetup({
      ...program,
      settingsFile,
      dataDirectory,
      before,
      keyring: await systemKeyring(),
      windowPrinting: windowPrinting ?? null,
      onFinished() {
        // What is set up by hand has no way back.
        settings.prove()
        return turn(newKiosk)
      },
      onLeft: () => turn(newKiosk),
    })
    asked.subscribe(tellSellers)
    return { is: 'set-up', program, api: asked.api }
  }

  return { kiosk, newKiosk, setUp }
}
