import { existsSync } from 'node:fs'
import { ok, type Result } from '../../shared/domain/result.ts'
import { messageOf } from '../../shared/errors.ts'
import type { DisplayCommand, KioskApi, KioskEvent } from '../../shared/api/kiosk/contract.ts'
import type { SetupApi } from '../../shared/api/kiosk/setup.ts'
import type { Config, ConfigError } from '../config/config.ts'
import { faultLine } from '../config/setting-problem.ts'
import { settingsIn } from '../config/setup-settings.ts'
import type { Log } from '../kiosk/ports/ports.ts'
import type { DisplayAccess } from '../kiosk/screen/screen-commands.ts'
import type { TrainingSession } from '../kiosk/staff/training-commands.ts'
import { LedgerInUse } from '../ledger/connection.ts'
import { openSettingsTrial } from '../office/settings-file.ts'
import { systemKeyring } from '../host/keyring.ts'
import { computerSleep } from '../host/system.ts'
import { type ConfiguredKiosk, createKiosk } from './kiosk.ts'
import type { Runtime } from './kiosk-context.ts'
import { brandFolder } from './kiosk-printing.ts'
import { type Program, type ProgramPlaces, readProgram, settingsFileOf } from './program.ts'
import { Setup } from './setup/setup.ts'
import { programsPacks, speechFiles, speechFolders } from './speech.ts'
import { hasTraining, Training } from './training.ts'

export interface MachineOptions extends ProgramPlaces {
  /** True to show the set-up on the screen if no settings exist. */
  readonly setup?: boolean | undefined
}

interface MachineRuntime
  extends
    Pick<Runtime, 'clock' | 'windowPrinting' | 'quit' | 'screenSandboxed'>,
    Partial<Pick<Runtime, 'openDocuments'>> {
  /** Creates the log of a kiosk. The parameter `machine` returns the current device id. */
  readonly log: (config: Config, machine: () => string) => Log
  /** Called when the kiosk could not be restarted and no longer answers requests. */
  readonly onLost: (error: unknown) => void
  /** Returns whether the computer has slept since the last call. Default: `computerSleep.look`. */
  readonly hasSlept?: (() => boolean) | undefined
}

const LOOK_MS = 1_000

/** The program without its window: either a running kiosk, or a set-up that starts the kiosk once it is completed. */
export type Machine = Extract<Awaited<ReturnType<typeof startMachine>>, { readonly ok: true }>['value']

/** Starts a kiosk or its set-up. Rejects with the same errors as `createKiosk`. */
export async function startMachine(options: MachineOptions, runtime: MachineRuntime) {
  const [sellers, customers] = [new Set<Listener>(), new Set<Listener>()]
  const notifySellerScreens: Listener = (event) => sellers.forEach((listener) => listener(event))
  const notifyCustomerScreens: Listener = (event) => customers.forEach((listener) => listener(event))

  const early: Parameters<Log['warn']>[] = []
  let report: Log['warn'] = (...remark) => void early.push(remark)
  const settings = new MachineSettings(options, (event, details) => report(event, details))
  const first = await settings.read()
  if (!first.ok) return first
  const { program } = first.value
  let config = () => program.config
  const log = runtime.log(program.config, () => config().deviceId)
  report = (...remark) => log.warn(...remark)
  early.forEach((remark) => log.warn(...remark))

  const brand = brandFolder(program.config.dataDirectory)
  for (const refused of brand.refused) log.warn('brand.file-rejected', refused)
  let speech = openSpeech(program, log)

  const turn: ModeSwitch['turn'] = (into) => switching.turn(into)
  const turns = createModeTransitions({ ...runtime, log, settings, turn, notifySellerScreens, notifyCustomerScreens })
  const asks = options.setup && !existsSync(program.config.settingsFile)
  const switching: ModeSwitch = new ModeSwitch(asks ? await turns.setUp(program, null) : await turns.kiosk(first.value))
  config = () => switching.state.program.config

  async function takeUp(before: ConfiguredKiosk): Promise<void> {
    log.info('settings.applied')
    speech = openSpeech(program, log)
    notifySellerScreens({ name: 'restarting', payload: null })
    await turn(async () => {
      const couldSell = await before.canSell()
      await before.stop()
      return turns.newKiosk(async (after) => !couldSell || (await after.canSell()))
    })
    notifySellerScreens({ name: 'restarted', payload: null })
    notifyCustomerScreens({ name: 'display-changed', payload: null })
  }

  const lookForSleep = watchSleep(runtime.hasSlept, { log, notifySellerScreens, notifyCustomerScreens })

  /** New settings and speech packs are applied as soon as a short restart interrupts no work. */
  const looking = setInterval(() => {
    lookForSleep()
    const kiosk = restartable(switching.state, programsPacks(program) === speech.programs ? 'settings' : 'speech')
    if (kiosk) takeUp(kiosk).catch(runtime.onLost)
  }, LOOK_MS)
  looking.unref()

  const displayAccess = {
    get api(): DisplayAccess['api'] | null {
      return switching.state.is === 'kiosk' ? switching.state.front.displayAccess.api : null
    },
    subscribe(listener: Listener) {
      customers.add(listener)
      return () => customers.delete(listener)
    },
  }
  return ok({
    /** API of the current kiosk or set-up; null while no requests are answered. */
    get api(): SellerApi | SetupApi | null {
      return 'api' in switching.state ? switching.state.api : null
    },
    /** Settings of the current kiosk; during a set-up, the previous settings or the demo's settings. */
    get config(): Config {
      return config()
    },
    get displayAccess(): typeof displayAccess | null {
      return switching.state.is === 'kiosk' ? displayAccess : null
    },
    rendererDirectory: program.rendererDirectory,
    brand: brand.pictures,
    speech: () => speech.files,
    log,
    subscribe(listener: Listener) {
      sellers.add(listener)
      return () => sellers.delete(listener)
    },
    onReplaced: (listener: () => void) => switching.onTurned(listener),
    /**
     * Notifies the screens that the computer has resumed from sleep. A check every second also detects a sleep, except on
     * systems whose monotonic clock continues during sleep, such as Windows.
     */
    resume: () => lookForSleep(true),
    async stop(): Promise<void> {
      clearInterval(looking)
      if (switching.state.is === 'switching') await switching.state.into.catch(() => undefined)
      if (switching.state.is === 'kiosk') await switching.state.kiosk.stop()
      if (switching.state.is === 'set-up') await switching.state.stop()
    },
  })
}

/**
 * Returns a function that notifies the screens if the computer has slept. `isKnown`: true if the system has reported
 * the sleep. `hasSlept` first ends all waits of the system clock, so that the main process checks its deadlines before
 * a screen requests data.
 */
function watchSleep(
  hasSlept: MachineRuntime['hasSlept'] = () => computerSleep.look(),
  {
    log,
    notifySellerScreens,
    notifyCustomerScreens,
  }: Pick<MachineHost, 'log' | `notify${'Seller' | 'Customer'}Screens`>,
) {
  return (isKnown = false): void => {
    if (!hasSlept() && !isKnown) return
    log.info('program.resumed')
    notifySellerScreens({ name: 'resumed', payload: null })
    notifyCustomerScreens({ name: 'display-changed', payload: null })
  }
}

function openSpeech(program: Program, log: Log) {
  const { packs, refused } = speechFolders({ ...program, dataDirectory: program.config.dataDirectory })
  for (const each of refused) log.warn('speech.pack-rejected', each)
  return { files: speechFiles(packs), programs: programsPacks(program) }
}

export type SellerApi = Omit<KioskApi, DisplayCommand>

/**
 * `program`: the program with the kiosk's settings. During a set-up, it has the previous settings or the demo's
 * settings.
 */
export type MachineState = { readonly program: Program } &
  /** `front`: the kiosk that answers requests, which differs from `kiosk` during training. */
  (
    | {
        readonly is: 'kiosk'
        readonly kiosk: ConfiguredKiosk
        readonly front: ConfiguredKiosk
        readonly api: SellerApi
      }
    | { readonly is: 'set-up'; readonly api: SetupApi; readonly stop: () => Promise<void> }
    /** Requests are rejected while the program changes between kiosk and set-up or restarts with other settings. */
    | { readonly is: 'switching'; readonly into: Promise<unknown> }
    | { readonly is: 'failed' }
  )

/** Returns the kiosk if new settings or speech packs require a restart and nothing blocks a restart; otherwise null. */
export function restartable(state: MachineState, why: 'settings' | 'speech' = 'settings'): ConfiguredKiosk | null {
  if (state.is !== 'kiosk' || state.kiosk.blocker() !== null) return null
  return why === 'speech' || state.kiosk.settingsWait() ? state.kiosk : null
}

export class ModeSwitch {
  readonly #listeners = new Set<() => void>()
  state: MachineState

  constructor(first: MachineState) {
    this.state = first
  }

  /**
   * Changes to the state that `into` returns. If `into` rejects, rejects with the same error and changes the state to
   * `failed`.
   */
  async turn(into: () => Promise<MachineState>): Promise<void> {
    const { program } = this.state
    const { promise, resolve } = Promise.withResolvers<null>()
    const turned = promise.then(into)
    this.state = { is: 'switching', program, into: turned }
    resolve(null)
    try {
      this.state = await turned
    } catch (error) {
      this.state = { is: 'failed', program }
      throw error
    }
    for (const listener of this.#listeners) listener()
  }

  onTurned(listener: () => void): void {
    this.#listeners.add(listener)
  }
}

interface Start {
  readonly program: Program
  readonly rollbackReason: string | null
}

/** Returns the settings file and the reasons for its rejection, in English for the log. */
const reasonOf = ({ file, faults }: ConfigError): string =>
  `${file === null ? '' : `${file}: `}${faults.map(faultLine).join('; ')}`

/** Loads the settings with which a kiosk starts. If a start with new settings fails, restores the previous settings. */
class MachineSettings {
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

type Listener = (event: KioskEvent) => void

interface MachineHost extends Omit<MachineRuntime, 'log' | 'onLost' | 'hasSlept'> {
  readonly settings: MachineSettings
  readonly log: Log
  readonly turn: ModeSwitch['turn']
  readonly notifySellerScreens: Listener
  readonly notifyCustomerScreens: Listener
}

type Check = (kiosk: ConfiguredKiosk) => Promise<boolean>

function createModeTransitions(around: MachineHost) {
  const { settings, log, turn, notifySellerScreens, notifyCustomerScreens } = around
  const { clock, windowPrinting, quit, screenSandboxed } = around

  async function compose({ program, rollbackReason }: Start, isGood?: Check): Promise<MachineState & { is: 'kiosk' }> {
    const { config } = program
    const { openDocuments = program.openDocuments } = around
    const shared = { ...program, openDocuments, log, clock, windowPrinting, quit, screenSandboxed }
    const training = hasTraining(config)
      ? new Training(config, () => kiosk, { log, start: startTraining, changePlaces })
      : undefined
    const kiosk = await createKiosk(config, {
      ...shared,
      training,
      rollbackReason,
      setUpAgain: () =>
        turn(async () => {
          await kiosk.stop()
          return setUp(program, settingsIn(config.settingsFile) ?? {})
        }),
    })
    if (isGood && !(await isGood(kiosk))) {
      await kiosk.stop()
      throw new Error('no ticket could be sold and printed with them')
    }
    hear(kiosk)
    return answeredBy(kiosk, program, kiosk)

    /** Forwards events of a kiosk only while the kiosk answers the screens' requests. */
    function hear(each: ConfiguredKiosk): void {
      const answers = (): boolean => (training?.current() ?? kiosk) === each
      each.subscribe((event) => answers() && notifySellerScreens(event))
      each.displayAccess.subscribe((event) => answers() && notifyCustomerScreens(event))
    }

    async function startTraining(settings: Config, room: TrainingSession): Promise<ConfiguredKiosk> {
      const started = await createKiosk(settings, { ...shared, training: room, live: kiosk.asLive })
      hear(started)
      return started
    }

    /** Replaces the kiosk that answers requests. A restart event makes the screens discard the previous state. */
    async function changePlaces(next: () => Promise<void>): Promise<void> {
      notifySellerScreens({ name: 'restarting', payload: null })
      await turn(async () => {
        await next()
        return answeredBy(training?.current() ?? kiosk, program, kiosk)
      })
      notifySellerScreens({ name: 'restarted', payload: null })
      notifyCustomerScreens({ name: 'display-changed', payload: null })
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

  const newKiosk = async (isGood?: Check): Promise<MachineState> => kiosk(await readSettings(settings), isGood)

  const setUp = (program: Program, before: ReturnType<typeof settingsIn>): Promise<MachineState> =>
    openSetup(around, program, before, newKiosk)

  return { kiosk, newKiosk, setUp }
}

async function readSettings(settings: MachineSettings): Promise<Start> {
  const read = await settings.read()
  if (!read.ok) throw new Error(reasonOf(read.error))
  return read.value
}

async function openSetup(
  { settings, log, turn, notifySellerScreens, windowPrinting }: MachineHost,
  program: Program,
  before: ReturnType<typeof settingsIn>,
  newKiosk: () => Promise<MachineState>,
): Promise<MachineState> {
  const { settingsFile, dataDirectory } = program.config
  const setup = new Setup({
    ...program,
    settingsFile,
    dataDirectory,
    before,
    keyring: await systemKeyring(),
    windowPrinting: windowPrinting ?? null,
    log,
    async openKiosk() {
      // Settings that a person entered in a set-up are never rolled back.
      settings.prove()
      const { program: written } = await readSettings(settings)
      const started = await createKiosk(written.config, { ...written, log, windowPrinting })
      return { kiosk: started, config: written.config }
    },
    onFinished() {
      settings.prove()
      return turn(newKiosk)
    },
    onLeft: () => turn(newKiosk),
  })
  setup.subscribe(notifySellerScreens)
  return { is: 'set-up', program, api: setup.api, stop: () => setup.stop() }
}

function answeredBy(
  front: ConfiguredKiosk,
  program: Program,
  kiosk: ConfiguredKiosk,
): MachineState & { readonly is: 'kiosk' } {
  // Only the window of the customer display may request its content.
  const api: SellerApi & Partial<KioskApi> = { ...front.api }
  delete api.viewDisplay
  return { is: 'kiosk', program, kiosk, front, api }
}
