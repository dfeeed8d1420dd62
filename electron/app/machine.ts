import { existsSync } from 'node:fs'
import { ok, type Result } from '../../shared/domain/result.ts'
import type { SetupApi } from '../../shared/kiosk-api/setup.ts'
import type { Config, ConfigError } from '../config/config.ts'
import type { BrandPicture, Log, SpeechFile } from '../core/ports/ports.ts'
import type { WindowPrinting } from '../core/ports/devices.ts'
import type { DisplayAccess } from '../core/screen/screen-commands.ts'
import { openMachineSettings } from './machine-settings.ts'
import type { ConfiguredKiosk } from './kiosk.ts'
import { createTurning, type DeskApi, restartable } from './machine-state.ts'
import { brandFolder } from './brand-pictures.ts'
import { programsPacks, speechFiles, speechFolders } from './speech/speech-packs.ts'
import { type Listener, machineTurns } from './machine-turns.ts'
import type { Program, ProgramPlaces } from './program.ts'

export type { DeskApi }

export interface MachineOptions extends ProgramPlaces {
  /** Asks on the screen what a machine without settings has to know. */
  readonly setup?: boolean | undefined
}

export interface MachineRuntime {
  /** `machine`: id of the device now. */
  readonly log: (config: Config, machine: () => string) => Log
  readonly windowPrinting?: WindowPrinting
  readonly quit?: () => void
  /** True if the screen's program keeps Chromium's sandbox; absent if unknown. */
  readonly screenSandboxed?: boolean
  /** It could not be restarted, and answers nobody any more. */
  readonly onLost: (error: unknown) => void
}

/** A shell looks so often whether it may take up new settings. */
const LOOK_MS = 1_000

/** The program before its window: a kiosk, or a machine that is being set up, which turns into one. */
export interface Machine {
  /** Of what it is now: a kiosk has nothing of the set-up, and the set-up nothing of the kiosk. Null while it turns: nobody is answered. */
  readonly api: DeskApi | SetupApi | null
  /** Of the kiosk it is; of one that is being set up the settings before, or those of the demo. */
  readonly config: Config
  /** The built screens, and what the venue shows on them. */
  readonly rendererDirectory: string
  readonly brand: readonly BrandPicture[]
  readonly speech: () => readonly SpeechFile[]
  /** For a window before customers; null while it is being set up. */
  readonly displayAccess: (Pick<DisplayAccess, 'subscribe'> & { readonly api: DisplayAccess['api'] | null }) | null
  readonly log: Log
  subscribe(listener: Listener): () => void
  /** Called when it has turned into the other, or into itself with other settings. */
  onReplaced(listener: () => void): void
  stop(): Promise<void>
}

/** Rejects as `createKiosk` does. */
export async function startMachine(
  options: MachineOptions,
  runtime: MachineRuntime,
): Promise<Result<Machine, ConfigError>> {
  const [sellers, customers] = [new Set<Listener>(), new Set<Listener>()]
  const tellSellers: Listener = (event) => sellers.forEach((listener) => listener(event))
  const tellCustomers: Listener = (event) => customers.forEach((listener) => listener(event))

  /** What is said before there is a log. */
  const early: Parameters<Log['warn']>[] = []
  let report: Log['warn'] = (...remark) => void early.push(remark)
  const settings = openMachineSettings(options, (event, details) => report(event, details))
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

  const turn: typeof turning.turn = (into) => turning.turn(into)
  const turns = machineTurns({ ...runtime, log, settings, turn, tellSellers, tellCustomers })
  const asks = options.setup && !existsSync(program.config.settingsFile)
  const turning = createTurning(asks ? await turns.setUp(program, null) : await turns.kiosk(first.value))
  config = () => turning.state.program.config

  async function takeUp(before: ConfiguredKiosk): Promise<void> {
    log.info('settings.applied')
    speech = openSpeech(program, log)
    tellSellers({ name: 'restarting', payload: null })
    await turn(async () => {
      const couldSell = await before.canSell()
      await before.stop()
      return turns.newKiosk(async (after) => !couldSell || (await after.canSell()))
    })
    tellSellers({ name: 'restarted', payload: null })
    tellCustomers({ name: 'display-changed', payload: null })
  }

  /** New settings, and voices, count once nobody would notice that the kiosk is away for a moment. */
  const looking = setInterval(() => {
    const kiosk = restartable(turning.state, programsPacks(program) === speech.programs ? 'settings' : 'speech')
    if (kiosk) takeUp(kiosk).catch(runtime.onLost)
  }, LOOK_MS)
  looking.unref()

  const displayAccess: NonNullable<Machine['displayAccess']> = {
    get api() {
      return turning.state.is === 'kiosk' ? turning.state.front.displayAccess.api : null
    },
    subscribe(listener) {
      customers.add(listener)
      return () => customers.delete(listener)
    },
  }
  return ok({
    get api() {
      return 'api' in turning.state ? turning.state.api : null
    },
    get config() {
      return config()
    },
    get displayAccess() {
      return turning.state.is === 'kiosk' ? displayAccess : null
    },
    rendererDirectory: program.rendererDirectory,
    brand: brand.pictures,
    speech: () => speech.files,
    log,
    subscribe(listener) {
      sellers.add(listener)
      return () => sellers.delete(listener)
    },
    onReplaced: (listener) => turning.onTurned(listener),
    async stop() {
      clearInterval(looking)
      if (turning.state.is === 'turning') await turning.state.into.catch(() => undefined)
      if (turning.state.is === 'kiosk') await turning.state.kiosk.stop()
      if (turning.state.is === 'set-up') await turning.state.stop()
    },
  })
}

/** What the screens are said with from now on. */
function openSpeech(program: Program, log: Log) {
  const { packs, refused } = speechFolders({ ...program, dataDirectory: program.config.dataDirectory })
  for (const each of refused) log.warn('speech.pack-rejected', each)
  return { files: speechFiles(packs), programs: programsPacks(program) }
}
