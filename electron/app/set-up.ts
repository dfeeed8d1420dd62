import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { SetupAnswers } from '../../shared/kiosk-api/setup-answers.ts'
import type { SetupApi } from '../../shared/kiosk-api/setup-contract.ts'
import type { SettingFault } from '../../shared/kiosk-api/office-views.ts'
import type { SetupEvents, SetupView } from '../../shared/kiosk-api/setup-views.ts'
import type { Config } from '../config/config.ts'
import type { WindowPrinting } from '../core/ports/printer.ts'
import { sealed } from '../host/keyring.ts'
import { findPrinters } from '../printing/printers/find-printers.ts'
import { writeScreenFile } from '../host/screen-file.ts'
import {
  placeOfSecret,
  secretIsMissing,
  trySetup,
  writeSettings,
  type SetupGround,
  type SetupRefused,
} from '../config/setup-settings.ts'
import { reportOnStderr } from '../host/files/whole-file.ts'
import { openAccessCodesFile } from '../office/access-codes-file.ts'
import { openStaffList, staffPath } from './staff-list.ts'
import { usualDeviceId } from '../host/device-id.ts'
import { createTrials } from './set-up-trials.ts'
import { forgetAnswers, openAnswers } from './set-up-answers.ts'

export interface SetupSurroundings extends SetupGround {
  readonly version: string
  readonly resourcesDirectory: string
  readonly windowPrinting: WindowPrinting | null
  /** The settings are written: the kiosk they describe is to start. Resolves once it has. */
  readonly onFinished: () => Promise<void>
  /** Back to the kiosk of the settings before. */
  readonly onLeft: () => Promise<void>
}

export interface Setup {
  readonly api: SetupApi
  subscribe(
    listener: (event: { readonly name: 'setup-changed'; readonly payload: SetupEvents['setup-changed'] }) => void,
  ): () => void
}

/** Asks what a machine has to know. Nothing counts before `finishSetup`: until then there are no settings, or those before. */
export function createSetup(surroundings: SetupSurroundings): Setup {
  const { dataDirectory, before, keyring, version, resourcesDirectory, windowPrinting } = surroundings
  const listeners = new Set<Parameters<Setup['subscribe']>[0]>()
  const given = openAnswers(surroundings)
  const trials = createTrials(resourcesDirectory, windowPrinting, changed)

  function view(): SetupView {
    return {
      version,
      again: before !== null,
      suggestedName: usualDeviceId(),
      ...given.view(),
      keyring: keyring.ok ? keyring.value.name : null,
      ...trials.view(),
    }
  }

  function changed(): void {
    const payload = view()
    for (const listener of listeners) listener({ name: 'setup-changed', payload })
  }

  const complete = (): SetupAnswers => given.completedBy({})
  const judge = () => trySetup(complete(), surroundings, given.secret)

  /** What the machine would be by now, where it has got a partner. */
  function configSoFar(): Config | null {
    const soFar = judge()
    return soFar.ok && given.hasPartner && soFar.value.mode === 'live' ? soFar.value : null
  }

  const api: SetupApi = {
    async viewSetup() {
      return ok(view())
    },

    async answerSetup(answers) {
      const after = given.completedBy(answers)
      const judged = trySetup(after, surroundings, given.secretWith(answers))
      if (!judged.ok) return judged
      if (answers.partner?.signing && secretIsMissing(after, before, given.secretWith(answers))) return noSecret()
      const taken = takenNumbers(after, surroundings)
      if (taken.length > 0) return err({ type: 'setup-refused', faults: taken })
      given.keep(answers)
      trials.forget(answers)
      return ok(view())
    },

    async examineSetup() {
      if (secretIsMissing(complete(), before, given.secret)) return noSecret()
      const config = configSoFar()
      if (!config) return err({ type: 'nothing-to-test' })
      await trials.examine(config)
      return ok(view())
    },

    async findPrinters() {
      return ok(await findPrinters({ printing: windowPrinting, resourcesDirectory }))
    },

    async tryPrinter() {
      const config = judge()
      if (!config.ok || config.value.printers.tickets.length === 0) return err({ type: 'nothing-to-test' })
      await trials.tryPrinter(config.value)
      return ok(view())
    },

    async finishSetup() {
      const written = await writeSetup(complete(), surroundings, given.secret)
      if (!written.ok) return written
      await surroundings.onFinished()
      return ok(null)
    },

    async leaveSetup() {
      if (before === null) return err({ type: 'no-settings' })
      forgetAnswers(dataDirectory)
      await surroundings.onLeft()
      return ok(null)
    },
  }

  return {
    api,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Ends a set-up, asked on the screen or on the command line: what the settings need lies beside them before they are
 * written, and with them the machine is what it was set up to be.
 */
export async function writeSetup(
  answers: SetupAnswers,
  ground: SetupGround,
  secret: string | null,
): Promise<Result<null, SetupRefused>> {
  const { dataDirectory } = ground
  const config = wholeSetup(answers, ground, secret)
  if (!config.ok) return config
  const written = await fileOf(secret, answers, ground)
  if (!written.ok) return written
  const { people = [], screen, accessCodes = {} } = answers
  const folder = join(dataDirectory, config.value.mode)
  if (screen) writeScreenFile(dataDirectory, screen)
  if (people.length > 0) await openStaffList(folder).keep(people)
  if (Object.keys(accessCodes).length > 0) openAccessCodesFile(folder, reportOnStderr).keep(accessCodes)
  writeSettings(answers, ground, written.value)
  forgetAnswers(dataDirectory)
  return ok(null)
}

/** What a machine will be with these answers, if they are all there. */
export function wholeSetup(
  answers: SetupAnswers,
  ground: SetupGround,
  secret: string | null,
): Result<Config, SetupRefused> {
  const missing = whatIsMissing(answers, ground, secret)
  return missing.length > 0 ? notAnswered(missing) : trySetup(answers, ground, secret)
}

const noSecret = () => notAnswered(['partner.signing.secret'])

function notAnswered(settings: readonly string[]) {
  return err({
    type: 'setup-refused',
    faults: settings.map((setting) => ({ setting, detail: 'not answered yet' })),
  } as const)
}

/** Numbers of people who work with this machine already, under other names. */
function takenNumbers({ profile, people = [] }: SetupAnswers, { dataDirectory }: SetupGround): readonly SettingFault[] {
  const staff = openStaffList(join(dataDirectory, profile === 'demo' ? 'demo' : 'live')).list()
  return people
    .filter(({ number, name }) => staff.some((known) => known.number === number && known.name !== name))
    .map(({ number }) => ({ setting: 'people', detail: `number ${number} is somebody else's` }))
}

/** What the secret's file will hold; null where the secret stays as it was. */
async function fileOf(
  secret: string | null,
  answers: SetupAnswers,
  ground: SetupGround,
): Promise<Result<string | null, SetupRefused>> {
  const { keyring } = ground
  if (secret === null || !keyring.ok || placeOfSecret(answers, ground) === 'file') return ok(secret)
  const text = await sealed(keyring.value, secret)
  if (text.ok) return text
  return err({ type: 'setup-refused', faults: [{ setting: 'secretIn', detail: text.error.detail }] })
}

/** A machine that sells for money has a partner, a PIN of its own and somebody who answers for it. */
function whatIsMissing(answers: SetupAnswers, ground: SetupGround, secret: string | null): readonly string[] {
  const { profile, partner, machinePin, people = [] } = answers
  if (profile === undefined || profile === 'hub') return ['profile']
  if (profile === 'demo') return []
  const known = existsSync(staffPath(join(ground.dataDirectory, 'live')))
  return [
    ...(partner ? [] : ['partner.baseUrl']),
    ...(secretIsMissing(answers, ground.before, secret) ? ['partner.signing.secret'] : []),
    ...(machinePin === undefined && ground.before?.['staffPin'] === undefined ? ['machinePin'] : []),
    ...(known || people.some(({ role }) => role === 'supervisor') ? [] : ['people']),
  ]
}
