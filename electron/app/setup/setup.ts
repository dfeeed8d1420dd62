import { isNotes } from '../../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { SetupAnswers, SetupApi, SetupEvents, SetupView } from '../../../shared/kiosk-api/setup.ts'
import type { Config } from '../../config/config.ts'
import { paymentForms } from '../../config/payments.ts'
import { foundProblem } from '../../config/setting-problem.ts'
import {
  missingSecrets,
  PARTNER_SECRET,
  placeOfSecret,
  refuseSetup,
  type Secrets,
  type SetupGround,
  type SetupRefused,
  trySetup,
  writeSettings,
} from '../../config/setup-settings.ts'
import { missingTerms } from '../../config/terms.ts'
import type { WindowPrinting } from '../../core/ports/devices.ts'
import type { Log } from '../../core/ports/ports.ts'
import { watchScreens } from '../../core/monitors/screen-watch.ts'
import { reportOnStderr } from '../../host/files/whole-file.ts'
import { sealed } from '../../host/keyring.ts'
import { writeScreenFile } from '../../host/screen-file.ts'
import { createSystemClock, usualDeviceId } from '../../host/system.ts'
import { findSerialPorts } from '../../notes/serial.ts'
import { openAccessCodesFile } from '../../office/office-files.ts'
import { probeCertificate } from '../../partner/certificate-probe.ts'
import type { OpenDocuments } from '../../printing/document-thread.ts'
import { findPrinters } from '../../printing/printers/system-printer.ts'
import { newPin } from '../../staff/pins.ts'
import { enrolDevice, isMember, sellsForItsHub, whyNotEnrolled } from '../hub-link.ts'
import {
  forgetAnswers,
  type GivenAnswers,
  keepPeople,
  openAnswers,
  peopleAfter,
  staffFolder,
  takenNumbers,
} from './answers.ts'
import { createFirstTicket, createTrials, type FirstTicket, type OpenKiosk, type SetupTrials } from './trials.ts'

/**
 * Completes a set-up from the screen or the command line. Writes the files that the settings refer to before the
 * settings themselves, because the settings make the machine complete.
 */
export async function writeSetup(
  answers: SetupAnswers,
  ground: SetupGround,
  secrets: Secrets,
): Promise<Result<null, SetupRefused>> {
  const { dataDirectory } = ground
  const config = wholeSetup(answers, ground, secrets)
  if (!config.ok) return config
  const written = await filesOf(secrets, answers, ground)
  if (!written.ok) return written
  const { screen, accessCodes = {}, fleet } = answers
  if (screen) writeScreenFile(dataDirectory, screen)
  await keepPeople(answers, dataDirectory)
  if (Object.keys(accessCodes).length > 0)
    openAccessCodesFile(staffFolder(answers, dataDirectory), reportOnStderr).keep(accessCodes)
  if (fleet?.invitation !== undefined) {
    const enrolled = await enrolDevice(config.value, fleet.invitation)
    if (!enrolled.ok) return refused('fleet.invitation', whyNotEnrolled(config.value, enrolled.error))
  }
  writeSettings(answers, ground, written.value)
  forgetAnswers(dataDirectory)
  return ok(null)
}

/** Returns the machine's configuration with these answers. Refuses if answers are missing. */
export function wholeSetup(answers: SetupAnswers, ground: SetupGround, secrets: Secrets): Result<Config, SetupRefused> {
  const config = trySetup(answers, ground, secrets)
  const missing = [...whatIsMissing(answers, ground, secrets), ...(config.ok ? missingTerms(config.value) : [])]
  return missing.length > 0 ? notAnswered(missing, ground) : config
}

const notAnswered = (settings: readonly string[], ground: Pick<SetupGround, 'language'>) =>
  refuseSetup(
    settings.map((setting) => foundProblem(setting, { type: 'not-answered' })),
    ground,
  )

const refused = (setting: string, detail: string) =>
  err({ type: 'setup-refused', faults: [{ setting, detail }] } as const)

/** Returns the contents of the files for the secrets. */
async function filesOf(
  secrets: Secrets,
  answers: SetupAnswers,
  ground: SetupGround,
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

/**
 * Returns the missing answers. A machine that sells for money needs a partner, a PIN of its own and a supervisor;
 * `missingTerms` checks the rest.
 */
function whatIsMissing(answers: SetupAnswers, ground: SetupGround, secrets: Secrets): readonly string[] {
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

interface SetupSurroundings extends SetupGround {
  readonly version: string
  readonly resourcesDirectory: string
  readonly openDocuments: OpenDocuments
  readonly windowPrinting: WindowPrinting | null
  readonly log: Log
  /** Opens a kiosk with the written settings. */
  readonly openKiosk: OpenKiosk
  /** Starts the kiosk once its settings are written. Resolves once it has started. */
  readonly onFinished: () => Promise<void>
  /** Returns to the kiosk with the previous settings. */
  readonly onLeft: () => Promise<void>
}

export interface Setup {
  readonly api: SetupApi
  subscribe(
    listener: (event: { readonly name: 'setup-changed'; readonly payload: SetupEvents['setup-changed'] }) => void,
  ): () => void
  /** Stops the set-up. A ticket that is being sold is resumed at the next start. */
  stop(): Promise<void>
}

/**
 * Creates the set-up of a machine. The settings are written at `finishSetup`, or earlier for the first ticket. Until
 * then there are no settings, or the previous ones.
 */
export function createSetup(surroundings: SetupSurroundings): Setup {
  const { before, keyring, version, windowPrinting } = surroundings
  const listeners = new Set<Parameters<Setup['subscribe']>[0]>()
  const given = openAnswers(surroundings)
  const trials = createTrials(surroundings, windowPrinting, changed)
  const ending = createEnding(surroundings, given)
  const ticket = createFirstTicket(surroundings.openKiosk, changed)
  const screens = watchScreens({ clock: createSystemClock(), log: surroundings.log })

  function view(): SetupView {
    return {
      version,
      again: before !== null && !ending.isWritten(),
      written: ending.isWritten(),
      suggestedName: usualDeviceId(),
      ...given.view(),
      keyring: keyring.ok ? keyring.value.name : null,
      ...trials.view(),
      paymentForms,
      firstTicket: ticket.view(),
      ticketCanBeCancelled: sellsForItsHub(given.completedBy({})),
    }
  }

  function changed(): void {
    const payload = view()
    for (const listener of listeners) listener({ name: 'setup-changed', payload })
  }

  return {
    api: {
      async viewSetup() {
        return ok(view())
      },
      reportScreenFault: async (fault) => ok(screens.note('seller', fault)),
      ...answering(surroundings, { given, trials, ending, ticket, view }),
      ...selling({ ending, ticket, view }),
      ...trying(surroundings, given, trials, view),
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => ticket.stop(),
  }
}

type Answering = Pick<SetupApi, 'answerSetup' | 'drawPin' | 'finishSetup' | 'leaveSetup'>

interface Parts {
  readonly given: GivenAnswers
  readonly trials: SetupTrials
  readonly ending: Ending
  readonly ticket: FirstTicket
  readonly view: () => SetupView
}

/** The settings, which may be written several times before the machine starts. */
interface Ending {
  /** Writes the current answers. Does nothing if they are already written. */
  write(): ReturnType<typeof writeSetup>
  /** Returns whether the previous settings have been replaced. */
  isWritten(): boolean
  /** Marks the written settings as outdated by a new answer. */
  outdated(): void
}

function createEnding(surroundings: SetupSurroundings, given: GivenAnswers): Ending {
  let state: 'unwritten' | 'outdated' | 'written' = 'unwritten'
  return {
    async write() {
      if (state === 'written') return ok(null)
      const written = await writeSetup(given.completedBy({}), surroundings, given.secrets)
      if (!written.ok) return written
      given.written()
      state = 'written'
      return written
    },
    isWritten: () => state !== 'unwritten',
    outdated() {
      if (state === 'written') state = 'outdated'
    },
  }
}

/** Commands that take the answers and end the set-up. */
function answering(surroundings: SetupSurroundings, { given, trials, ending, ticket, view }: Parts): Answering {
  const { before, dataDirectory } = surroundings
  return {
    async answerSetup(answers) {
      const after = given.completedBy(answers)
      const judged = trySetup(after, surroundings, given.secretsWith(answers))
      if (!judged.ok) return judged
      const missing = missingSecrets(answers, before, given.secretsWith(answers))
      if (missing.length > 0) return notAnswered(missing, surroundings)
      const taken = takenNumbers(given.view().people, answers)
      if (taken.length > 0) return err({ type: 'setup-refused', faults: taken })
      // The kiosk that sold the ticket has outdated settings.
      await ticket.stop()
      ending.outdated()
      given.keep(answers)
      trials.forget(answers)
      return ok(view())
    },

    async drawPin() {
      return ok(newPin())
    },

    async finishSetup() {
      await ticket.stop()
      const written = await ending.write()
      if (!written.ok) return written
      await surroundings.onFinished()
      return ok(null)
    },

    async leaveSetup() {
      if (before === null && !ending.isWritten()) return err({ type: 'no-settings' })
      await ticket.stop()
      forgetAnswers(dataDirectory)
      await surroundings.onLeft()
      return ok(null)
    },
  }
}

type Selling = Pick<SetupApi, 'sellFirstTicket' | 'cancelFirstTicket'>

/** Commands that sell one ticket with the kiosk that will sell the others. */
function selling({ ending, ticket, view }: Pick<Parts, 'ending' | 'ticket' | 'view'>): Selling {
  return {
    async sellFirstTicket(input) {
      const written = await ending.write()
      if (!written.ok) return written
      const begun = await ticket.sell(input)
      return begun.ok ? ok(view()) : begun
    },

    async cancelFirstTicket(input) {
      const cancelled = await ticket.cancel(input)
      return cancelled.ok ? ok(view()) : cancelled
    },
  }
}

const nothingToTest = () => err({ type: 'nothing-to-test' } as const)

type Trying = Pick<
  SetupApi,
  'examineSetup' | 'examinePayment' | 'findSerialPorts' | 'seeCertificate' | 'findPrinters' | 'tryPrinter'
>

/** Commands that test answers before the settings are written. */
function trying(
  surroundings: SetupSurroundings,
  given: GivenAnswers,
  trials: SetupTrials,
  view: () => SetupView,
): Trying {
  const { before, resourcesDirectory, windowPrinting } = surroundings
  const complete = (): SetupAnswers => given.completedBy({})
  const judge = () => trySetup(complete(), surroundings, given.secrets)

  /** Returns the configuration from the current answers, if it is sufficient to contact the partner. */
  function partnered() {
    const missing = missingSecrets(complete(), before, given.secrets)
    if (missing.includes(PARTNER_SECRET)) return notAnswered([PARTNER_SECRET], surroundings)
    const soFar = judge()
    return soFar.ok && given.hasPartner && soFar.value.mode === 'live' ? ok(soFar.value) : nothingToTest()
  }

  return {
    async examineSetup() {
      const config = partnered()
      if (!config.ok) return config
      await trials.examine(config.value)
      return ok(view())
    },

    async examinePayment({ tender }) {
      const missing = missingSecrets({ payments: complete().payments }, before, given.secrets)
      const config = judge()
      if (!config.ok || !(isNotes(tender) ? config.value.notes : config.value.payments[tender])) return nothingToTest()
      if (missing.some((setting) => setting.startsWith(`payments.${tender}.`))) return nothingToTest()
      await trials.examinePayment(config.value, tender)
      return ok(view())
    },

    async findSerialPorts() {
      return ok(await findSerialPorts())
    },

    async seeCertificate() {
      const soFar = judge()
      if (!soFar.ok || !given.hasPartner || !soFar.value.partner) return nothingToTest()
      return ok(await probeCertificate(soFar.value.partner))
    },

    async findPrinters() {
      return ok(await findPrinters({ printing: windowPrinting, resourcesDirectory }))
    },

    async tryPrinter() {
      const config = judge()
      if (!config.ok || config.value.printers.tickets.length === 0) return nothingToTest()
      await trials.tryPrinter(config.value)
      return ok(view())
    },
  }
}
