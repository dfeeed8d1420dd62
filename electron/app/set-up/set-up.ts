import { isNotes } from '../../../shared/domain/money/tender.ts'
import { err, ok } from '../../../shared/domain/result.ts'
import type { SetupAnswers, SetupApi, SetupEvents, SetupView } from '../../../shared/kiosk-api/setup.ts'
import { missingSecrets, PARTNER_SECRET, type SetupGround, trySetup } from '../../config/setup-settings.ts'
import type { Log } from '../../core/ports/ports.ts'
import type { WindowPrinting } from '../../core/ports/devices.ts'
import { watchScreens } from '../../core/watch/screen-watch.ts'
import { createSystemClock } from '../../host/clock.ts'
import { usualDeviceId } from '../../host/device-id.ts'
import { seeCertificate } from '../../partner/seen-certificate.ts'
import { findSerialPorts } from '../../notes/serial.ts'
import type { OpenDocuments } from '../../printing/document-thread.ts'
import { findPrinters } from '../../printing/printers/system-printer.ts'
import { paymentForms } from '../../config/payment-forms.ts'
import { newPin } from '../../staff/pin-hash.ts'
import { forgetAnswers, type GivenAnswers, openAnswers } from './answers.ts'
import { sellsForItsHub } from '../fleet-membership.ts'
import { createFirstTicket, type FirstTicket, type OpenKiosk } from './first-ticket.ts'
import { notAnswered, writeSetup } from './end.ts'
import { takenNumbers } from './people.ts'
import { createTrials, type SetupTrials } from './trials.ts'

export interface SetupSurroundings extends SetupGround {
  readonly version: string
  readonly resourcesDirectory: string
  readonly openDocuments: OpenDocuments
  readonly windowPrinting: WindowPrinting | null
  readonly log: Log
  /** Opens a kiosk with the settings that were written. */
  readonly openKiosk: OpenKiosk
  /** Starts the kiosk once its settings are written. Resolves once it has started. */
  readonly onFinished: () => Promise<void>
  /** Back to the kiosk of the settings before. */
  readonly onLeft: () => Promise<void>
}

export interface Setup {
  readonly api: SetupApi
  subscribe(
    listener: (event: { readonly name: 'setup-changed'; readonly payload: SetupEvents['setup-changed'] }) => void,
  ): () => void
  /** A ticket that is being sold goes on with the next start. */
  stop(): Promise<void>
}

/**
 * Creates the set-up of a machine. Nothing takes effect before `finishSetup`: until then there are no settings, or the
 * previous ones.
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

/** The settings, as they are written once or several times before the machine starts. */
interface Ending {
  /** As they are answered by now; nothing where that is done. */
  write(): ReturnType<typeof writeSetup>
  /** They are not the ones of before any more. */
  isWritten(): boolean
  /** Something else was answered. */
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

/** What is said, and what comes of it in the end. */
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
      // The kiosk that sold it is of other settings.
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

/** One ticket, by the machine that will sell the others. */
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

/** What is tried before it is said to be right. */
function trying(
  surroundings: SetupSurroundings,
  given: GivenAnswers,
  trials: SetupTrials,
  view: () => SetupView,
): Trying {
  const { before, resourcesDirectory, windowPrinting } = surroundings
  const complete = (): SetupAnswers => given.completedBy({})
  const judge = () => trySetup(complete(), surroundings, given.secrets)

  /** What the machine would be by now, where it can ask its partner. */
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
      return ok(await seeCertificate(soFar.value.partner))
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
