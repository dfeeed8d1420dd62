import { existsSync } from 'node:fs'
import { ok, type Result } from '../shared/domain/result.ts'
import type { KioskApi, KioskEvent } from '../shared/kiosk-api/contract.ts'
import type { DisplayCommand } from '../shared/kiosk-api/roles.ts'
import type { SetupApi } from '../shared/kiosk-api/setup-contract.ts'
import type { Config, ConfigError } from './config.ts'
import type { CustomerGate } from './core/customer-display.ts'
import type { Log } from './core/ports.ts'
import type { WindowPrinting } from './core/printer.ts'
import { systemKeyring } from './keyring.ts'
import { createKiosk, type Kiosk } from './kiosk.ts'
import { readProgram, type Program } from './program.ts'
import { createSetup } from './setup-care.ts'
import { settingsIn } from './setup-settings.ts'

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
}

/** A kiosk's commands, as the one who sells has them. */
export type DeskApi = Omit<KioskApi, DisplayCommand>

/** The program before its window: a kiosk, or a machine that is being set up, which turns into one. */
export interface Machine {
  /** Of what it is now: a kiosk has nothing of the set-up, and the set-up nothing of the kiosk. */
  readonly api: DeskApi | SetupApi
  /** Of the kiosk it is; of one that is being set up the settings before, or those of the demo. */
  readonly config: Config
  /** The built screens. */
  readonly rendererDirectory: string
  /** For a window before customers; null while it is being set up. */
  readonly customerGate: CustomerGate | null
  readonly log: Log
  subscribe(listener: (event: KioskEvent) => void): () => void
  /** Called when it has turned into the other. */
  onTurned(listener: () => void): void
  stop(): Promise<void>
}

/** What it is while it turns: nobody is answered. */
const nobody = {} as SetupApi

/** Rejects as `createKiosk` does. */
export async function startMachine(
  options: MachineOptions,
  runtime: MachineRuntime,
): Promise<Result<Machine, ConfigError>> {
  const listeners = new Set<(event: KioskEvent) => void>()
  const customers = new Set<(event: KioskEvent) => void>()
  const turned = new Set<() => void>()
  const emit = (event: KioskEvent): void => listeners.forEach((listener) => listener(event))
  let api: DeskApi | SetupApi = nobody
  let kiosk: Kiosk | null = null

  const first = await readProgram(options)
  if (!first.ok) return first
  let program: Program = first.value
  const log = runtime.log(program.config)
  const { windowPrinting, quit } = runtime

  const customerGate: CustomerGate = {
    get api() {
      return kiosk?.customerGate.api ?? (nobody as never)
    },
    subscribe(listener) {
      customers.add(listener)
      return () => customers.delete(listener)
    },
  }

  async function runKiosk(): Promise<void> {
    const started = await createKiosk(program.config, {
      ...program,
      log,
      setUpAgain: () => turn(askAgain),
      ...(windowPrinting && { windowPrinting }),
      ...(quit && { quit }),
    }).catch((error: unknown) => {
      log.error('not started', error)
      throw error
    })
    started.subscribe(emit)
    started.customerGate.subscribe((event) => customers.forEach((listener) => listener(event)))
    kiosk = started
    // What customers see is asked for by their own window alone.
    const desk: DeskApi & Partial<KioskApi> = { ...started.api }
    delete desk.viewDisplay
    api = desk
  }

  /** As at any start, with the settings as they are by now. */
  async function runSettings(): Promise<void> {
    const read = await readProgram(options)
    if (!read.ok) throw new Error(read.error.lines.join('; '))
    program = read.value
    await runKiosk()
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
      onFinished: () => turn(runSettings),
      onLeft: () => turn(runSettings),
    })
    setup.subscribe(emit)
    api = setup.api
  }

  async function turn(into: () => Promise<void>): Promise<void> {
    api = nobody
    await into()
    for (const listener of turned) listener()
  }

  if (options.setup && !existsSync(program.config.settingsFile)) await ask(null)
  else await runKiosk()
  return ok({
    get api() {
      return api
    },
    get config() {
      return program.config
    },
    get customerGate() {
      return kiosk && customerGate
    },
    rendererDirectory: program.rendererDirectory,
    log,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onTurned: (listener) => void turned.add(listener),
    stop: async () => kiosk?.stop(),
  })
}
