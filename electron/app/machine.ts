import { existsSync } from 'node:fs'
import { ok, type Result } from '../../shared/domain/result.ts'
import { messageOf } from '../../shared/error-message.ts'
import type { KioskApi, KioskEvent } from '../../shared/kiosk-api/contract.ts'
import type { DisplayCommand } from '../../shared/kiosk-api/roles.ts'
import type { SetupApi } from '../../shared/kiosk-api/setup-contract.ts'
import type { Config, ConfigError } from '../config/config.ts'
import type { DisplayAccess } from '../core/screen/customer-display.ts'
import type { Log } from '../core/ports/ports.ts'
import type { WindowPrinting } from '../core/ports/printer.ts'
import { systemKeyring } from '../host/keyring.ts'
import { createKiosk, type ConfiguredKiosk } from './kiosk.ts'
import { LedgerInUse } from '../ledger/storage/errors.ts'
import { openSettingsTrial } from '../office/settings-trial.ts'
import { readProgram, settingsFileOf, type Program } from './program.ts'
import { createSetup } from './set-up.ts'
import { settingsIn } from '../config/setup-settings.ts'

export interface MachineOptions {
  readonly data?: string | undefined
  readonly config?: string | undefined
  readonly role?: string | undefined
  /** Asks on the screen what a machine without settings has to know. */
  readonly setup?: boolean | undefined
}

export interface MachineRuntime {
  readonly log: (config: Config) => Log
  readonly windowPrinting?: WindowPrinting
  readonly quit?: () => void
  /** It could not be restarted, and answers nobody any more. */
  readonly onLost: (error: unknown) => void
}

/** A shell looks so often whether it may take up new settings. */
const LOOK_MS = 1_000

/** A kiosk's commands, as the one who sells has them. */
export type DeskApi = Omit<KioskApi, DisplayCommand>

/** The program before its window: a kiosk, or a machine that is being set up, which turns into one. */
export interface Machine {
  /** Of what it is now: a kiosk has nothing of the set-up, and the set-up nothing of the kiosk. Null while it turns: nobody is answered. */
  readonly api: DeskApi | SetupApi | null
  /** Of the kiosk it is; of one that is being set up the settings before, or those of the demo. */
  readonly config: Config
  /** The built screens. */
  readonly rendererDirectory: string
  /** For a window before customers; null while it is being set up. */
  readonly displayAccess: (Pick<DisplayAccess, 'subscribe'> & { readonly api: DisplayAccess['api'] | null }) | null
  readonly log: Log
  subscribe(listener: (event: KioskEvent) => void): () => void
  /** Called when it has turned into the other, or into itself with other settings. */
  onReplaced(listener: () => void): void
  stop(): Promise<void>
}

/** Rejects as `createKiosk` does. */
export async function startMachine(
  options: MachineOptions,
  runtime: MachineRuntime,
): Promise<Result<Machine, ConfigError>> {
  const listeners = new Set<(event: KioskEvent) => void>()
  const customers = new Set<(event: KioskEvent) => void>()
  const turned = new Set<() => void>()
  const emit = (event: KioskEvent): void => listeners.forEach((listener) => listener(event))
  let api: DeskApi | SetupApi | null = null
  let kiosk: ConfiguredKiosk | null = null

  /** What is said before there is a log. */
  const early: string[] = []
  let report = (remark: string): void => void early.push(remark)
  const trial = openSettingsTrial(settingsFileOf(options), (remark) => report(remark))
  /** Why changes of the settings were taken back at this start. */
  let takenBack: string | null = null
  let turning: Promise<void> | null = null

  const first = await readSettings()
  if (!first.ok) return first
  let program: Program = first.value
  const log = runtime.log(program.config)
  report = (remark) => log.warn(remark)
  early.forEach(report)
  if (takenBack !== null) log.warn('settings taken back: the program does not start with them', { reason: takenBack })
  const { windowPrinting, quit } = runtime

  const displayAccess = {
    get api() {
      return kiosk?.displayAccess.api ?? null
    },
    subscribe(listener: (event: KioskEvent) => void) {
      customers.add(listener)
      return () => customers.delete(listener)
    },
  }

  /** The settings as they are by now; those on trial that cannot be read give way to the ones before. */
  async function readSettings(): Promise<Result<Program, ConfigError>> {
    takenBack = trial.start()
    const read = await readProgram(options)
    if (read.ok || !trial.isOn()) return read
    takenBack = read.error.lines.join('; ')
    const undo = trial.takeBack(takenBack)
    const before = await readProgram(options)
    // It was no fault of theirs.
    if (!before.ok) undo()
    return before
  }

  async function compose(isGood: (started: ConfiguredKiosk) => Promise<boolean>): Promise<void> {
    const started = await createKiosk(program.config, {
      ...program,
      log,
      setUpAgain: () => turn(askAgain),
      ...(takenBack !== null && { takenBack }),
      ...(windowPrinting && { windowPrinting }),
      ...(quit && { quit }),
    })
    if (!(await isGood(started))) {
      await started.stop()
      throw new Error('no ticket could be sold and printed with them')
    }
    started.subscribe(emit)
    started.displayAccess.subscribe((event) => customers.forEach((listener) => listener(event)))
    kiosk = started
    // What customers see is asked for by their own window alone.
    const desk: DeskApi & Partial<KioskApi> = { ...started.api }
    delete desk.viewDisplay
    api = desk
  }

  /** Settings on trial that the kiosk does not start with, or is no good with, give way to the ones before. */
  async function runKiosk(isGood: (started: ConfiguredKiosk) => Promise<boolean> = async () => true): Promise<void> {
    try {
      await compose(isGood).catch(async (error: unknown) => {
        if (error instanceof LedgerInUse) trial.cancelStart()
        if (error instanceof LedgerInUse || !trial.isOn()) throw error
        takenBack = messageOf(error)
        log.warn('settings taken back: the program does not start with them', { reason: takenBack })
        const undo = trial.takeBack(takenBack)
        try {
          const before = await readProgram(options)
          if (!before.ok) throw new Error(before.error.lines.join('; '))
          program = before.value
          await compose(async () => true)
        } catch (without) {
          // It was no fault of theirs.
          undo()
          throw without
        }
      })
    } catch (error) {
      log.error('not started', error)
      throw error
    }
    trial.end()
    kiosk?.proveSettings()
  }

  /** As at any start, with the settings as they are by now. */
  async function runSettings(isGood?: (started: ConfiguredKiosk) => Promise<boolean>): Promise<void> {
    const read = await readSettings()
    if (!read.ok) throw new Error(read.error.lines.join('; '))
    program = read.value
    await runKiosk(isGood)
  }

  async function takeUp(before: ConfiguredKiosk): Promise<void> {
    log.info('new settings are taken up')
    emit({ name: 'restarting', payload: null })
    await turn(async () => {
      const couldSell = await before.canSell()
      kiosk = null
      await before.stop()
      await runSettings(async (after) => !couldSell || (await after.canSell()))
    }).then(
      () => {
        emit({ name: 'restarted', payload: null })
        customers.forEach((listener) => listener({ name: 'display-changed', payload: null }))
      },
      (error: unknown) => runtime.onLost(error),
    )
  }

  async function askAgain(): Promise<void> {
    const stopping = kiosk
    kiosk = null
    await stopping?.stop()
    await ask(settingsIn(program.config.settingsFile) ?? {})
  }

  async function ask(before: ReturnType<typeof settingsIn>): Promise<void> {
    const { settingsFile, dataDirectory } = program.config
    const setup = createSetup({
      ...program,
      settingsFile,
      dataDirectory,
      before,
      keyring: await systemKeyring(),
      windowPrinting: windowPrinting ?? null,
      onFinished() {
        // What is set up by hand has no way back.
        trial.end()
        return turn(runSettings)
      },
      onLeft: () => turn(runSettings),
    })
    setup.subscribe(emit)
    api = setup.api
  }

  async function turn(into: () => Promise<void>): Promise<void> {
    api = null
    turning = into()
    await turning.finally(() => {
      turning = null
    })
    for (const listener of turned) listener()
  }

  if (options.setup && !existsSync(program.config.settingsFile)) await ask(null)
  else await runKiosk()
  /** New settings count once nobody would notice that the kiosk is away for a moment. */
  const looking = setInterval(() => {
    if (kiosk?.settingsWait() && !turning && kiosk.blocker() === null) void takeUp(kiosk)
  }, LOOK_MS)
  looking.unref()
  return ok({
    get api() {
      return api
    },
    get config() {
      return program.config
    },
    get displayAccess() {
      return kiosk && displayAccess
    },
    rendererDirectory: program.rendererDirectory,
    log,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onReplaced: (listener) => void turned.add(listener),
    async stop() {
      clearInterval(looking)
      await turning?.catch(() => undefined)
      await kiosk?.stop()
    },
  })
}
