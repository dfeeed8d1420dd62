import type { OwnTenderNames, TenderKind } from '../../shared/domain/money/tender.ts'
import { termsDocuments } from '../../shared/domain/terms.ts'
import type { SetupView } from '../../shared/api/kiosk/setup.ts'

type Answers = SetupView['answers']
type Profile = NonNullable<Answers['profile']>

interface Step {
  readonly of: readonly Profile[]
  readonly isDone: (view: SetupView) => boolean
  /** Returns whether the program works without the step. */
  readonly isOptional?: (view: SetupView) => boolean
  /** Returns whether another answer makes the step unnecessary. */
  readonly isLeftOut?: (answers: Answers) => boolean
}

const selling = ['kiosk', 'cashier'] as const
const machines = [...selling, 'demo'] as const
const all = [...machines, 'hub'] as const
const always = (): boolean => true
const never = (): boolean => false

const steps = {
  welcome: { of: all, isDone: ({ answers }) => answers.language !== undefined },
  profile: { of: all, isDone: ({ answers }) => answers.profile !== undefined },
  hub: { of: ['hub'], isDone: never },
  device: { of: machines, isDone: ({ answers }) => answers.deviceId !== undefined },
  partner: { of: selling, isDone: ({ answers }) => answers.partner !== undefined },
  // The signing step is done if the signing secret is stored or requests are not signed.
  signing: {
    of: selling,
    isDone: ({ answers: { partner }, hasSecret }) =>
      partner?.signing !== undefined && (partner.signing.scheme === 'none' || hasSecret),
  },
  examination: { of: selling, isDone: isExamined },
  fleet: {
    of: selling,
    isDone: ({ answers: { fleet }, mayJoinHub }) => (fleet ? mayJoinHub : fleet === null),
    isOptional: ({ answers }) => !answers.fleet,
  },
  codes: {
    of: selling,
    isDone: ({ codesGiven }) => codesGiven.length > 0,
    isOptional: always,
    isLeftOut: codesComeByHub,
  },
  payment: { of: selling, isDone: ({ answers }) => answers.tenders !== undefined, isOptional: always },
  printer: { of: selling, isDone: ({ answers, again }) => answers.printer !== undefined || again },
  screen: { of: machines, isDone: ({ answers }) => answers.screen !== undefined, isOptional: always },
  people: { of: machines, isDone: peopleAreThere, isOptional: ({ answers }) => answers.profile === 'demo' },
  seller: {
    of: selling,
    isDone: ({ answers: { seller } }) =>
      seller !== undefined && [seller.name, seller.address, seller.contact].every((text) => text.trim() !== ''),
  },
  // The terms step is complete if the conditions of sale and the privacy notice each exist in at least one language.
  terms: {
    of: selling,
    isDone: ({ answers: { terms } }) =>
      terms !== undefined && termsDocuments.every((document) => Object.keys(terms[document]).length > 0),
  },
  summary: { of: machines, isDone: never },
} as const satisfies Readonly<Record<string, Step>>

export type StepName = keyof typeof steps

const stepOf = (name: StepName): Step => steps[name]

export function stepsOf(answers: Answers): readonly StepName[] {
  const { profile = 'kiosk' } = answers
  return (Object.keys(steps) as StepName[]).filter((name) => {
    const { of, isLeftOut = never } = stepOf(name)
    return of.includes(profile) && !isLeftOut(answers)
  })
}

/** Returns whether the hub is also the booking service, so that the hub sends the access codes. */
export function codesComeByHub({ fleet, partner }: Answers): boolean {
  return Boolean(fleet && partner && originOf(fleet.hub) === originOf(partner.baseUrl))
}

/** Returns scheme, host and port of an address, or any other text unchanged. */
export function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address
}

export function stateOf(step: StepName, view: SetupView): 'done' | 'to-do' | 'optional' {
  const { isDone, isOptional = never } = stepOf(step)
  return isDone(view) ? 'done' : isOptional(view) ? 'optional' : 'to-do'
}

/** Returns whether all tests of the booking service have ended without a failure. */
export function isExamined({ examination }: SetupView): boolean {
  return examination !== null && !examination.running && examination.steps.every(({ outcome }) => outcome !== 'failed')
}

/** Returns the offered tenders; only cash until the tenders are chosen. */
export const offeredTenders = ({ tenders = ['cash'] }: Answers): readonly TenderKind[] => tenders

/** Returns whether every staff member has a PIN. For real sales, a supervisor and the machine PIN are also required. */
export function peopleAreThere({ answers, people, hasMachinePin }: SetupView): boolean {
  const haveAll = people.every(({ hasPin }) => hasPin)
  if (answers.profile === 'demo') return haveAll && people.length > 0
  return haveAll && hasMachinePin && people.some(({ role }) => role === 'supervisor')
}

/** Returns whether a step can be opened: every earlier step except the examination must be completed or optional. */
export function isReachable(step: StepName, view: SetupView): boolean {
  const steps = stepsOf(view.answers)
  return steps.slice(0, steps.indexOf(step)).every((each) => each === 'examination' || stateOf(each, view) !== 'to-do')
}

/** Returns the venue's own names of its tenders, without names that were left empty. */
export function ownNames({ tenderNames = {} }: Answers): OwnTenderNames {
  return Object.fromEntries(Object.entries(tenderNames).filter(([, name]) => name !== null))
}
