import { isNotes } from '../../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { SetupAnswers, SetupApi, SetupView } from '../../../shared/api/kiosk/setup.ts'
import type { Config } from '../../config/config.ts'
import { paymentForms } from '../../config/payments.ts'
import { foundProblem } from '../../config/setting-problem.ts'
import {
  missingSecrets,
  PARTNER_SECRET,
  placeOfSecret,
  refuseSetup,
  type Secrets,
  type SetupDependencies,
  type SetupRefused,
  trySetup,
  writeSettings,
} from '../../config/setup-settings.ts'
import { missingTerms } from '../../config/terms.ts'
import type { WindowPrinting } from '../../kiosk/ports/devices.ts'
import type { Log } from '../../kiosk/ports/ports.ts'
import { watchScreens } from '../../kiosk/monitors/screen-watch.ts'
import { reportOnStderr } from '../../host/files/atomic-file.ts'
import { sealed } from '../../host/keyring.ts'
import { writeScreenFile } from '../../host/screen-file.ts'
import { createSystemClock, defaultDeviceId } from '../../host/system.ts'
import { findSerialPorts } from '../../banknotes/byte-stream.ts'
import { openAccessCodesFile } from '../../office/office-files.ts'
import { probeCertificate } from '../../partner/http-client.ts'
import { findPrinters } from '../../printing/printers/system-printer.ts'
import { newPin } from '../../staff/pins.ts'
import { enrolDevice, isMember, sellsForItsHub, enrolmentErrorText } from '../hub-link.ts'
import type { Program } from '../program.ts'
import { deleteSavedAnswers, GivenAnswers, saveStaffList, peopleAfter, staffFolder, takenNumbers } from './answers.ts'
import { FirstTicket, type OpenKiosk, SetupTrials } from './checks.ts'

/** Completes a set-up. Writes the settings last, because a kiosk counts as set up once its settings file exists. */
export async function writeSetup(
  answers: SetupAnswers,
  ground: SetupDependencies,
  secrets: Secrets,
): Promise<Result<null, SetupRefused>> {
  const { dataDirectory } = ground
  const config = wholeSetup(answers, ground, secrets)
  if (!config.ok) return config
  const written = await filesOf(secrets, answers, ground)
  if (!written.ok) return written
  const { screen, accessCodes = {}, fleet } = answers
  if (screen) writeScreenFile(dataDirectory, screen)
  await saveStaffList(answers, dataDirectory)
  if (Object.keys(accessCodes).length > 0)
    openAccessCodesFile(staffFolder(answers, dataDirectory), reportOnStderr).keep(accessCodes)
  if (fleet?.invitation !== undefined) {
    const enrolled = await enrolDevice(config.value, fleet.invitation)
    if (!enrolled.ok) return refused('fleet.invitation', enrolmentErrorText(config.value, enrolled.error))
  }
  writeSettings(answers, ground, written.value)
  deleteSavedAnswers(dataDirectory)
  return ok(null)
}

/** Returns the configuration that results from the answers, or an error if answers are missing. */
export function wholeSetup(
  answers: SetupAnswers,
  ground: SetupDependencies,
  secrets: Secrets,
): Result<Config, SetupRefused> {
  const config = trySetup(answers, ground, secrets)
  const missing = [...whatIsMissing(answers, ground, secrets), ...(config.ok ? missingTerms(config.value) : [])]
  return missing.length > 0 ? notAnswered(missing, ground) : config
}

const notAnswered = (settings: readonly string[], ground: Pick<SetupDependencies, 'language'>) =>
  refuseSetup(
    settings.map((setting) => foundProblem(setting, { type: 'not-answered' })),
    ground,
  )

const refused = (setting: string, detail: string) =>
  err({ type: 'setup-refused', faults: [{ setting, detail }] } as const)

async function filesOf(
  secrets: Secrets,
  answers: SetupAnswers,
  ground: SetupDependencies,
): Promise<Result<Secrets, SetupRefused>> {
  const { keyring } = ground
  if (!keyring.ok || placeOfSecret(answers, ground) === 'file') return ok(secrets)
  const texts: Record<string, string> = {}
  for (const [setting, secret] of Object.entries(secrets)) {
    const text = await sealed(keyring.value, secret)
    if (!text.ok) return refused('secretIn', text.error.detail)
    texts[setting] = text.value
  }
  return ok(texts)
}

/** Returns the missing answers. A live kiosk needs a partner, its own PIN and a supervisor. */
function whatIsMissing(answers: SetupAnswers, ground: SetupDependencies, secrets: Secrets): readonly string[] {
  const { profile, partner, machinePin, fleet } = answers
  const { dataDirectory, before } = ground
  if (profile === undefined || profile === 'hub') return ['profile']
  const people = peopleAfter(answers, dataDirectory)
  const withoutPin = people.some(({ hasPin }) => !hasPin) ? ['people'] : []
  if (profile === 'demo') return withoutPin
  const hubBefore = (before?.['fleet'] as { hub?: string } | undefined)?.hub
  const hubUnknown = fleet && fleet.hub !== hubBefore && !fleet.invitation && !isMember(dataDirectory, fleet.hub)
  return [
    ...(partner ? [] : ['partner.baseUrl']),
    ...missingSecrets(answers, before, secrets),
    ...(hubUnknown ? ['fleet.invitation'] : []),
    ...(machinePin === undefined && before?.['staffPin'] === undefined ? ['machinePin'] : []),
    ...(people.some(({ role }) => role === 'supervisor') ? withoutPin : ['people']),
  ]
}

interface SetupSurroundings
  extends SetupDependencies, Pick<Program, 'version' | 'resourcesDirectory' | 'openDocuments'> {
  readonly windowPrinting: WindowPrinting | null
  readonly log: Log
  readonly openKiosk: OpenKiosk
  /** Starts the kiosk after its settings are written. Resolves when the kiosk has started. */
  readonly onFinished: () => Promise<void>
  readonly onLeft: () => Promise<void>
}

type Listener = (event: { readonly name: 'setup-changed'; readonly payload: SetupView }) => void

const nothingToTest = () => err({ type: 'nothing-to-test' } as const)

/** Set-up of a kiosk. The settings are written at `finishSetup`, or earlier if a first ticket is sold. */
export class Setup {
  readonly #context: SetupSurroundings
  readonly #listeners = new Set<Listener>()
  readonly #given: GivenAnswers
  readonly #trials: SetupTrials
  readonly #ticket: FirstTicket
  /** `outdated`: new answers were given after the settings were written. */
  #state: 'unwritten' | 'outdated' | 'written' = 'unwritten'
  readonly api: SetupApi

  constructor(context: SetupSurroundings) {
    this.#context = context
    this.#given = new GivenAnswers(context)
    const changed = (): void => {
      const payload = this.#view()
      for (const listener of this.#listeners) listener({ name: 'setup-changed', payload })
    }
    this.#trials = new SetupTrials(context, context.windowPrinting, changed)
    this.#ticket = new FirstTicket(context.openKiosk, changed)
    const screens = watchScreens({ clock: createSystemClock(), log: context.log })
    this.api = {
      viewSetup: async () => ok(this.#view()),
      reportScreenFault: async (fault) => ok(screens.note('seller', fault)),
      ...this.#answering(),
      ...this.#selling(),
      ...this.#trying(),
    }
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Stops the set-up. A ticket sale in progress is resumed at the next start. */
  stop(): Promise<void> {
    return this.#ticket.stop()
  }

  #view(): SetupView {
    const { before, keyring, version } = this.#context
    const written = this.#state !== 'unwritten'
    return {
      version,
      again: before !== null && !written,
      written,
      suggestedName: defaultDeviceId(),
      ...this.#given.view(),
      keyring: keyring.ok ? keyring.value.name : null,
      ...this.#trials.view(),
      paymentForms,
      firstTicket: this.#ticket.view(),
      ticketCanBeCancelled: sellsForItsHub(this.#given.completedBy({})),
    }
  }

  async #write(): ReturnType<typeof writeSetup> {
    if (this.#state === 'written') return ok(null)
    const written = await writeSetup(this.#given.completedBy({}), this.#context, this.#given.secrets)
    if (!written.ok) return written
    this.#given.written()
    this.#state = 'written'
    return written
  }

  #answering() {
    const { before, dataDirectory } = this.#context
    const given = this.#given
    return {
      answerSetup: async (answers) => {
        const after = given.completedBy(answers)
        const judged = trySetup(after, this.#context, given.secretsWith(answers))
        if (!judged.ok) return judged
        const missing = missingSecrets(answers, before, given.secretsWith(answers))
        if (missing.length > 0) return notAnswered(missing, this.#context)
        const taken = takenNumbers(given.view().people, answers)
        if (taken.length > 0) return err({ type: 'setup-refused', faults: taken })
        await this.#ticket.stop()
        if (this.#state === 'written') this.#state = 'outdated'
        given.keep(answers)
        this.#trials.forget(answers)
        return ok(this.#view())
      },
      drawPin: async () => ok(newPin()),
      finishSetup: async () => {
        await this.#ticket.stop()
        const written = await this.#write()
        if (!written.ok) return written
        await this.#context.onFinished()
        return ok(null)
      },
      leaveSetup: async () => {
        if (before === null && this.#state === 'unwritten') return err({ type: 'no-settings' })
        await this.#ticket.stop()
        deleteSavedAnswers(dataDirectory)
        await this.#context.onLeft()
        return ok(null)
      },
    } satisfies Partial<SetupApi>
  }

  #selling() {
    return {
      sellFirstTicket: async (input) => {
        const written = await this.#write()
        if (!written.ok) return written
        const begun = await this.#ticket.sell(input)
        return begun.ok ? ok(this.#view()) : begun
      },
      cancelFirstTicket: async (input) => {
        const cancelled = await this.#ticket.cancel(input)
        return cancelled.ok ? ok(this.#view()) : cancelled
      },
    } satisfies Partial<SetupApi>
  }

  #trying() {
    const { before, resourcesDirectory, windowPrinting } = this.#context
    const given = this.#given
    const complete = (): SetupAnswers => given.completedBy({})
    const judge = () => trySetup(complete(), this.#context, given.secrets)

    /** Returns the configuration from the current answers, if the answers are sufficient to contact the partner. */
    const partnered = () => {
      const missing = missingSecrets(complete(), before, given.secrets)
      if (missing.includes(PARTNER_SECRET)) return notAnswered([PARTNER_SECRET], this.#context)
      const soFar = judge()
      return soFar.ok && given.hasPartner && soFar.value.mode === 'live' ? ok(soFar.value) : nothingToTest()
    }

    return {
      examineSetup: async () => {
        const config = partnered()
        if (!config.ok) return config
        await this.#trials.examine(config.value)
        return ok(this.#view())
      },
      examinePayment: async ({ tender }) => {
        const missing = missingSecrets({ payments: complete().payments }, before, given.secrets)
        const config = judge()
        if (!config.ok || !(isNotes(tender) ? config.value.notes : config.value.payments[tender]))
          return nothingToTest()
        if (missing.some((setting) => setting.startsWith(`payments.${tender}.`))) return nothingToTest()
        await this.#trials.examinePayment(config.value, tender)
        return ok(this.#view())
      },
      findSerialPorts: async () => ok(await findSerialPorts()),
      probeCertificate: async () => {
        const soFar = judge()
        if (!soFar.ok || !given.hasPartner || !soFar.value.partner) return nothingToTest()
        return ok(await probeCertificate(soFar.value.partner))
      },
      findPrinters: async () => ok(await findPrinters(windowPrinting, resourcesDirectory)),
      tryPrinter: async () => {
        const config = judge()
        if (!config.ok || config.value.printers.tickets.length === 0) return nothingToTest()
        await this.#trials.tryPrinter(config.value)
        return ok(this.#view())
      },
    } satisfies Partial<SetupApi>
  }
}
