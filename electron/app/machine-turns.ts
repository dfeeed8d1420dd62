import type { KioskApi, KioskEvent } from '../../shared/kiosk-api/contract.ts'
import type { Config } from '../config/config.ts'
import { settingsIn } from '../config/setup-settings.ts'
import type { Log } from '../core/ports/ports.ts'
import type { WindowPrinting } from '../core/ports/devices.ts'
import type { TrainingRoom } from '../core/staff/training-commands.ts'
import { systemKeyring } from '../host/keyring.ts'
import { type ConfiguredKiosk, createKiosk } from './kiosk.ts'
import { createTraining, hasTraining } from './kiosk/training.ts'
import { type MachineSettings, reasonOf, type Start } from './machine-settings.ts'
import type { DeskApi, MachineState, Turning } from './machine-state.ts'
import type { Program } from './program.ts'
import { createSetup } from './set-up/set-up.ts'

export type Listener = (event: KioskEvent) => void

export interface Surroundings {
  readonly settings: MachineSettings
  readonly log: Log
  readonly windowPrinting?: WindowPrinting
  readonly quit?: () => void
  readonly screenSandboxed?: boolean
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
  const { settings, log, turn, tellSellers, tellCustomers, windowPrinting, quit, screenSandboxed } = around

  async function compose({ program, takenBack }: Start, isGood?: Check): Promise<MachineState & { is: 'kiosk' }> {
    const { config } = program
    const shared = {
      ...program,
      log,
      ...(windowPrinting && { windowPrinting }),
      ...(quit && { quit }),
      ...(screenSandboxed !== undefined && { screenSandboxed }),
    }
    const training = hasTraining(config)
      ? createTraining(config, () => kiosk, { log, start: startTraining, changePlaces })
      : null
    const kiosk = await createKiosk(config, {
      ...shared,
      ...(training && { training }),
      setUpAgain: () =>
        turn(async () => {
          await kiosk.stop()
          return setUp(program, settingsIn(config.settingsFile) ?? {})
        }),
      ...(takenBack !== null && { takenBack }),
    })
    if (isGood && !(await isGood(kiosk))) {
      await kiosk.stop()
      throw new Error('no ticket could be sold and printed with them')
    }
    hear(kiosk)
    return answeredBy(kiosk, program, kiosk)

    /** The screens hear of the one that answers them, and of no other. */
    function hear(each: ConfiguredKiosk): void {
      const answers = (): boolean => (training?.current() ?? kiosk) === each
      each.subscribe((event) => answers() && tellSellers(event))
      each.displayAccess.subscribe((event) => answers() && tellCustomers(event))
    }

    async function startTraining(settings: Config, room: TrainingRoom): Promise<ConfiguredKiosk> {
      const started = await createKiosk(settings, { ...shared, training: room, live: kiosk.asLive })
      hear(started)
      return started
    }

    /** The pages of the one that answered until now know nothing of the next. */
    async function changePlaces(next: () => Promise<void>): Promise<void> {
      tellSellers({ name: 'restarting', payload: null })
      await turn(async () => {
        await next()
        return answeredBy(training?.current() ?? kiosk, program, kiosk)
      })
      tellSellers({ name: 'restarted', payload: null })
      tellCustomers({ name: 'display-changed', payload: null })
    }
  }

  async function kiosk(start: Start, isGood?: Check): Promise<MachineState> {
    try {
      const started = await settings.startWith(start, (now) => compose(now, isGood), compose)
      settings.prove()
      started.kiosk.proveSettings()
      return started
    } catch (error) {
      log.error('program.start-failed', error)
      throw error
    }
  }

  async function readSettings(): Promise<Start> {
    const read = await settings.read()
    if (!read.ok) throw new Error(reasonOf(read.error))
    return read.value
  }

  const newKiosk = async (isGood?: Check): Promise<MachineState> => kiosk(await readSettings(), isGood)

  const setUp: MachineTurns['setUp'] = (program, before) =>
    openSetUp(around, { program, before, readSettings, newKiosk })

  return { kiosk, newKiosk, setUp }
}

interface SetUpParts {
  readonly program: Program
  readonly before: ReturnType<typeof settingsIn>
  readonly readSettings: () => Promise<Start>
  readonly newKiosk: () => Promise<MachineState>
}

async function openSetUp(
  { settings, log, turn, tellSellers, windowPrinting }: Surroundings,
  { program, before, readSettings, newKiosk }: SetUpParts,
): Promise<MachineState> {
  const { settingsFile, dataDirectory } = program.config
  const asked = createSetup({
    ...program,
    settingsFile,
    dataDirectory,
    before,
    keyring: await systemKeyring(),
    windowPrinting: windowPrinting ?? null,
    log,
    async openKiosk() {
      // Settings from a set-up by hand are never rolled back.
      settings.prove()
      const { program: written } = await readSettings()
      const kiosk = await createKiosk(written.config, { ...written, log, ...(windowPrinting && { windowPrinting }) })
      return { kiosk, config: written.config }
    },
    onFinished() {
      settings.prove()
      return turn(newKiosk)
    },
    onLeft: () => turn(newKiosk),
  })
  asked.subscribe(tellSellers)
  return { is: 'set-up', program, api: asked.api, stop: () => asked.stop() }
}

function answeredBy(
  front: ConfiguredKiosk,
  program: Program,
  kiosk: ConfiguredKiosk,
): MachineState & { readonly is: 'kiosk' } {
  // What customers see is asked for by their own window alone.
  const api: DeskApi & Partial<KioskApi> = { ...front.api }
  delete api.viewDisplay
  return { is: 'kiosk', program, kiosk, front, api }
}
