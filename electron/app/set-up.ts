import { err, ok } from '../../shared/domain/result.ts'
import type { SetupAnswers } from '../../shared/kiosk-api/setup-answers.ts'
import type { SetupApi } from '../../shared/kiosk-api/setup-contract.ts'
import type { SetupEvents, SetupView } from '../../shared/kiosk-api/setup-views.ts'
import { secretIsMissing, trySetup, type SetupGround } from '../config/setup-settings.ts'
import type { WindowPrinting } from '../core/ports/printer.ts'
import { usualDeviceId } from '../host/device-id.ts'
import { seeCertificate } from '../partner/seen-certificate.ts'
import { findPrinters } from '../printing/printers/find-printers.ts'
import { newPin } from '../staff/pin-hash.ts'
import { forgetAnswers, openAnswers, type GivenAnswers } from './set-up-answers.ts'
import { notAnswered, writeSetup } from './set-up-end.ts'
import { takenNumbers } from './set-up-people.ts'
import { createTrials, type SetupTrials } from './set-up-trials.ts'

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
  const { before, keyring, version, resourcesDirectory, windowPrinting } = surroundings
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

  return {
    api: {
      async viewSetup() {
        return ok(view())
      },
      ...answering(surroundings, given, trials, view),
      ...trying(surroundings, given, trials, view),
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type Answering = Pick<SetupApi, 'answerSetup' | 'drawPin' | 'finishSetup' | 'leaveSetup'>

/** What is said, and what comes of it in the end. */
function answering(
  surroundings: SetupSurroundings,
  given: GivenAnswers,
  trials: SetupTrials,
  view: () => SetupView,
): Answering {
  const { before, dataDirectory } = surroundings
  return {
    async answerSetup(answers) {
      const after = given.completedBy(answers)
      const judged = trySetup(after, surroundings, given.secretWith(answers))
      if (!judged.ok) return judged
      if (answers.partner?.signing && secretIsMissing(after, before, given.secretWith(answers))) return noSecret()
      const taken = takenNumbers(given.view().people, answers)
      if (taken.length > 0) return err({ type: 'setup-refused', faults: taken })
      given.keep(answers)
      trials.forget(answers)
      return ok(view())
    },

    async drawPin() {
      return ok(newPin())
    },

    async finishSetup() {
      const written = await writeSetup(given.completedBy({}), surroundings, given.secret)
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
}

const noSecret = () => notAnswered(['partner.signing.secret'])
const nothingToTest = () => err({ type: 'nothing-to-test' } as const)

type Trying = Pick<SetupApi, 'examineSetup' | 'seeCertificate' | 'tryEvents' | 'findPrinters' | 'tryPrinter'>

/** What is tried before it is said to be right. */
function trying(
  surroundings: SetupSurroundings,
  given: GivenAnswers,
  trials: SetupTrials,
  view: () => SetupView,
): Trying {
  const { before, resourcesDirectory, windowPrinting } = surroundings
  const complete = (): SetupAnswers => given.completedBy({})
  const judge = () => trySetup(complete(), surroundings, given.secret)

  /** What the machine would be by now, where it can ask its partner. */
  function partnered() {
    if (secretIsMissing(complete(), before, given.secret)) return noSecret()
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

    async tryEvents() {
      const config = partnered()
      if (!config.ok) return config
      await trials.tryEvents(config.value)
      return ok(view())
    },

    async seeCertificate() {
      const soFar = judge()
      if (!soFar.ok || !given.hasPartner || !soFar.value.partner) return nothingToTest()
      const { baseUrl, ca = null } = soFar.value.partner
      return ok(await seeCertificate(baseUrl, ca))
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
