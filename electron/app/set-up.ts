import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { setupAnswers, type SetupAnswers, type SetupMember } from '../../shared/kiosk-api/setup-answers.ts'
import type { SetupApi } from '../../shared/kiosk-api/setup-contract.ts'
import type { SettingFault } from '../../shared/kiosk-api/office-views.ts'
import type { ExaminedStep, SetupEvents, SetupView, TriedPrinter } from '../../shared/kiosk-api/setup-views.ts'
import type { Config } from '../config/config.ts'
import type { WindowPrinting } from '../core/ports/printer.ts'
import { sealed } from '../host/keyring.ts'
import { examine } from './partner-connection.ts'
import { testPrints } from './printers.ts'
import { findPrinters } from '../printing/printers/find-printers.ts'
import { writeScreenFile } from '../host/screen-file.ts'
import {
  answersOf,
  keptSecret,
  placeOfSecret,
  trySetup,
  writeSettings,
  type SetupGround,
  type SetupRefused,
} from '../config/setup-settings.ts'
import { openStaffList, staffPath } from './staff-list.ts'
import { readWhole, writeWhole } from '../host/files/whole-file.ts'
import { usualDeviceId } from '../host/device-id.ts'

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

/** What a machine that died during its set-up still knows: no secret, nor where it would have gone, and no PIN. */
const draftShape = setupAnswers.omit({ people: true, machinePin: true, secretIn: true })

const draftPath = (dataDirectory: string): string => join(dataDirectory, 'setup.json')

/** Asks what a machine has to know. Nothing counts before `finishSetup`: until then there are no settings, or those before. */
export function createSetup(surroundings: SetupSurroundings): Setup {
  const { dataDirectory, before, keyring, version, resourcesDirectory, windowPrinting } = surroundings
  const listeners = new Set<Parameters<Setup['subscribe']>[0]>()
  let answers: SetupAnswers = { ...(before && answersOf(before)), ...readDraft(dataDirectory) }
  let secret: string | null = null
  let people: readonly SetupMember[] = []
  let machinePin: string | null = null
  let examination: SetupView['examination'] = null
  let triedPrinter: TriedPrinter | null = null

  function view(): SetupView {
    return {
      version,
      again: before !== null,
      suggestedName: usualDeviceId(),
      answers,
      keyring: keyring.ok ? keyring.value.name : null,
      secretIn: placeOfSecret(answers, surroundings),
      hasSecret: secret !== null || keptSecret(before) !== null,
      hasMachinePin: machinePin !== null || before?.['staffPin'] !== undefined,
      people: people.map(({ number, name, role }) => ({ number, name, role })),
      examination,
      triedPrinter,
    }
  }

  function changed(): void {
    const payload = view()
    for (const listener of listeners) listener({ name: 'setup-changed', payload })
  }

  const complete = (): SetupAnswers => ({
    ...answers,
    ...(machinePin !== null && { machinePin }),
    people: [...people],
  })

  /** Each office is answered as a whole. */
  const withMembers = (members: readonly SetupMember[]): SetupMember[] => [
    ...people.filter(({ role }) => !members.some((member) => member.role === role)),
    ...members,
  ]

  /** Takes what was typed apart into what may be shown and what may not. */
  function keep(given: SetupAnswers): void {
    const { people: members, machinePin: pin, partner, ...rest } = given
    if (members) people = withMembers(members)
    if (pin !== undefined) machinePin = pin
    answers = { ...answers, ...(given.printer && { pageSeen: false }), ...rest }
    if (partner) {
      const { signing, ...line } = partner
      if (signing.scheme === 'none') answers = { ...answers, partner: { ...line, signing } }
      else {
        const { secret: typed, ...named } = signing
        if (typed !== undefined) secret = typed
        answers = { ...answers, partner: { ...line, signing: named } }
      }
    }
    if (given.partner || given.profile) examination = null
    if (given.printer) triedPrinter = null
    const { secretIn: _, ...draft } = answers
    writeWhole(draftPath(dataDirectory), draft)
  }

  const secretAmong = ({ partner }: SetupAnswers): string | null =>
    (partner && partner.signing.scheme !== 'none' && partner.signing.secret) || secret

  /** What the machine would be by now, where it has got a partner. */
  function configSoFar(): Config | null {
    const config = trySetup(complete(), surroundings, secret)
    return config.ok && answers.partner && config.value.mode === 'live' ? config.value : null
  }

  const api: SetupApi = {
    async viewSetup() {
      return ok(view())
    },

    async answerSetup(given) {
      const after = { ...complete(), ...given, ...(given.people && { people: withMembers(given.people) }) }
      const config = trySetup(after, surroundings, secretAmong(given))
      if (!config.ok) return config
      const taken = takenNumbers(after, surroundings)
      if (taken.length > 0) return err({ type: 'setup-refused', faults: taken })
      keep(given)
      return ok(view())
    },

    async examineSetup() {
      const config = configSoFar()
      if (!config) return err({ type: 'nothing-to-test' })
      const mine: { running: boolean; steps: readonly ExaminedStep[] } = { running: true, steps: [] }
      const told = (change: Partial<typeof mine>): void => {
        Object.assign(mine, change)
        // New answers were given meanwhile, and ask again themselves.
        if (examination === mine) changed()
      }
      examination = mine
      changed()
      await examine(config, {
        hold: false,
        language: config.language,
        spoken: true,
        onFinding: ({ step, outcome, title, text }) => told({ steps: [...mine.steps, { step, outcome, title, text }] }),
      }).finally(() => told({ running: false }))
      return ok(view())
    },

    async findPrinters() {
      return ok(await findPrinters({ printing: windowPrinting, resourcesDirectory }))
    },

    async tryPrinter() {
      const config = trySetup(complete(), surroundings, secret)
      if (!config.ok || config.value.printers.tickets.length === 0) return err({ type: 'nothing-to-test' })
      const mine = { outcome: 'printing', reason: '', detail: '' } as const
      triedPrinter = mine
      changed()
      const [print] = await testPrints(config.value, resourcesDirectory, 'tickets', windowPrinting)
      if (print && triedPrinter === mine) {
        const { outcome } = print
        triedPrinter = {
          outcome: outcome.outcome,
          reason: outcome.outcome === 'failed' ? outcome.reason : '',
          detail: outcome.outcome === 'printed' ? outcome.evidence : outcome.detail,
        }
        changed()
      }
      return ok(view())
    },

    async finishSetup() {
      const written = await writeSetup(complete(), surroundings, secret)
      if (!written.ok) return written
      await surroundings.onFinished()
      return ok(null)
    },

    async leaveSetup() {
      if (before === null) return err({ type: 'no-settings' })
      rmSync(draftPath(dataDirectory), { force: true })
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

/** A draft of another version of the program does not count. */
function readDraft(dataDirectory: string): z.infer<typeof draftShape> {
  try {
    return readWhole(draftPath(dataDirectory), draftShape) ?? {}
  } catch {
    return {}
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
  const missing = whatIsMissing(answers, ground, secret)
  if (missing.length > 0) {
    const faults = missing.map((setting) => ({ setting, detail: 'not answered yet' }))
    return err({ type: 'setup-refused', faults })
  }
  const config = trySetup(answers, ground, secret)
  if (!config.ok) return config
  const written = await fileOf(secret, answers, ground)
  if (!written.ok) return written
  const { people = [], screen } = answers
  const folder = join(dataDirectory, config.value.mode)
  if (screen) writeScreenFile(dataDirectory, screen)
  if (people.length > 0) await openStaffList(folder).keep(people)
  writeSettings(answers, ground, written.value)
  rmSync(draftPath(dataDirectory), { force: true })
  return ok(null)
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
  const signed = partner !== undefined && partner.signing.scheme !== 'none'
  const known = existsSync(staffPath(join(ground.dataDirectory, 'live')))
  return [
    ...(partner ? [] : ['partner.baseUrl']),
    ...(signed && secret === null && keptSecret(ground.before) === null ? ['partner.signing.secret'] : []),
    ...(machinePin === undefined && ground.before?.['staffPin'] === undefined ? ['machinePin'] : []),
    ...(known || people.some(({ role }) => role === 'supervisor') ? [] : ['people']),
  ]
}
