import type { OwnTenderNames, TenderKind } from '../../shared/domain/money/tender.ts'
import { termsDocuments } from '../../shared/domain/terms.ts'
import type { SetupView } from '../../shared/kiosk-api/setup.ts'

export type StepName =
  | 'welcome'
  | 'profile'
  | 'hub'
  | 'device'
  | 'partner'
  | 'signing'
  | 'examination'
  | 'fleet'
  | 'codes'
  | 'payment'
  | 'printer'
  | 'screen'
  | 'people'
  | 'seller'
  | 'terms'
  | 'summary'

type Answers = SetupView['answers']

const beginning = ['welcome', 'profile'] as const
const selling = ['device', 'partner', 'signing', 'examination', 'fleet'] as const
const ending = ['payment', 'printer', 'screen', 'people', 'seller', 'terms', 'summary'] as const

/** Returns the steps of the set-up for these answers, in order. */
export function stepsOf(answers: Answers): readonly StepName[] {
  const { profile } = answers
  if (profile === 'hub') return [...beginning, 'hub']
  if (profile === 'demo') return [...beginning, 'device', 'screen', 'people', 'summary']
  return [...beginning, ...selling, ...(codesComeByHub(answers) ? [] : ['codes' as const]), ...ending]
}

/** Returns whether the machine's hub is also its booking service, which then sends the access codes. */
export function codesComeByHub({ fleet, partner }: Answers): boolean {
  return Boolean(fleet && partner && originOf(fleet.hub) === originOf(partner.baseUrl))
}

/** Returns scheme, host and port of an address; any other text unchanged. */
export function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address
}

/** `optional`: the machine works without this step. */
type StepState = 'done' | 'to-do' | 'optional'

export function stateOf(step: StepName, view: SetupView): StepState {
  const { answers, examination } = view
  const doneIf = (done: boolean, otherwise: StepState = 'to-do'): StepState => (done ? 'done' : otherwise)
  switch (step) {
    case 'welcome':
      return doneIf(answers.language !== undefined)
    case 'profile':
      return doneIf(answers.profile !== undefined)
    case 'device':
      return doneIf(answers.deviceId !== undefined)
    case 'partner':
      return doneIf(answers.partner !== undefined)
    case 'signing':
      return doneIf(isSigned(view))
    case 'examination':
      return doneIf(
        examination !== null && !examination.running && examination.steps.every(({ outcome }) => outcome !== 'failed'),
      )
    case 'fleet':
      return answers.fleet ? doneIf(view.mayJoinHub) : doneIf(answers.fleet === null, 'optional')
    case 'codes':
      return doneIf(view.codesGiven.length > 0, 'optional')
    case 'payment':
      return doneIf(answers.tenders !== undefined, 'optional')
    case 'printer':
      return doneIf(answers.printer !== undefined || view.again)
    case 'screen':
      return doneIf(answers.screen !== undefined, 'optional')
    case 'people':
      return doneIf(peopleAreThere(view), answers.profile === 'demo' ? 'optional' : 'to-do')
    case 'seller':
      return doneIf(isSellerNamed(answers))
    case 'terms':
      return doneIf(hasTerms(answers))
    case 'summary':
    case 'hub':
      return 'to-do'
  }
}

/** Returns the offered tenders; only cash until the question is answered. */
export const offeredTenders = ({ tenders = ['cash'] }: Answers): readonly TenderKind[] => tenders

export const isOffered = (kind: TenderKind, answers: Answers): boolean => offeredTenders(answers).includes(kind)

/** Returns whether the signature is configured, with its secret unless requests are not signed. */
function isSigned({ answers: { partner }, hasSecret }: SetupView): boolean {
  return partner?.signing !== undefined && (partner.signing.scheme === 'none' || hasSecret)
}

function isSellerNamed({ seller }: Answers): boolean {
  return seller !== undefined && [seller.name, seller.address, seller.contact].every((text) => text.trim() !== '')
}

/** Returns whether both texts exist, in at least one language. */
function hasTerms({ terms }: Answers): boolean {
  return terms !== undefined && termsDocuments.every((document) => Object.keys(terms[document]).length > 0)
}

/**
 * Returns whether every staff member has a PIN. A machine that sells for money also needs its own PIN and a supervisor.
 */
export function peopleAreThere({ answers, people, hasMachinePin }: SetupView): boolean {
  const haveAll = people.every(({ hasPin }) => hasPin)
  if (answers.profile === 'demo') return haveAll && people.length > 0
  return haveAll && hasMachinePin && people.some(({ role }) => role === 'supervisor')
}

/** Returns whether a step can be opened: no step before it is still to do, except the examination. */
export function isReachable(step: StepName, view: SetupView): boolean {
  const steps = stepsOf(view.answers)
  return steps.slice(0, steps.indexOf(step)).every((each) => each === 'examination' || stateOf(each, view) !== 'to-do')
}

/** Returns the venue's own names for its tenders, if they were answered. */
export function ownNames({ tenderNames = {} }: Answers): OwnTenderNames {
  return Object.fromEntries(Object.entries(tenderNames).filter(([, name]) => name !== null))
}
