import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import {
  setupAnswers,
  type SetupAnswers,
  type SetupMember,
  type SetupPartner,
} from '../../shared/kiosk-api/setup-answers.ts'
import type { SetupView } from '../../shared/kiosk-api/setup-views.ts'
import { answersOf, keptSecret, placeOfSecret, type SetupGround } from '../config/setup-settings.ts'
import { readWhole, writeWhole } from '../host/files/whole-file.ts'

type AnswersView = Pick<SetupView, 'answers' | 'secretIn' | 'hasSecret' | 'hasMachinePin' | 'people' | 'codesGiven'>

/** What has been answered so far. It outlives the program, but for secrets, PINs and access codes. */
export interface GivenAnswers {
  readonly secret: string | null
  readonly hasPartner: boolean
  view(): AnswersView
  /** All of them, with these. */
  completedBy(given: SetupAnswers): SetupAnswers
  secretWith(given: SetupAnswers): string | null
  keep(given: SetupAnswers): void
}

/** What a machine that died during its set-up still knows: no secret, nor where it would have gone, no PIN and no access code. */
const draftShape = setupAnswers.omit({ people: true, machinePin: true, secretIn: true, accessCodes: true })

const draftPath = (dataDirectory: string): string => join(dataDirectory, 'setup.json')

export function forgetAnswers(dataDirectory: string): void {
  rmSync(draftPath(dataDirectory), { force: true })
}

export function openAnswers(ground: SetupGround): GivenAnswers {
  const { dataDirectory, before } = ground
  let answers: SetupAnswers = { ...(before && answersOf(before)), ...readDraft(dataDirectory) }
  let secret: string | null = null
  let people: readonly SetupMember[] = []
  let machinePin: string | null = null
  let accessCodes: Readonly<Record<string, string>> = {}

  /** Each office is answered as a whole. */
  const withMembers = (members: readonly SetupMember[]): SetupMember[] => [
    ...people.filter(({ role }) => !members.some((member) => member.role === role)),
    ...members,
  ]

  /** Another service numbers its events otherwise. */
  const codesWith = ({ partner, accessCodes: more }: SetupAnswers): Readonly<Record<string, string>> =>
    partner && partner.baseUrl !== answers.partner?.baseUrl ? { ...more } : { ...accessCodes, ...more }
  const partnerWith = (given: SetupPartner): SetupPartner => ({ ...answers.partner, ...given })

  return {
    get secret() {
      return secret
    },
    get hasPartner() {
      return answers.partner !== undefined
    },
    view: () => ({
      answers,
      secretIn: placeOfSecret(answers, ground),
      hasSecret: secret !== null || keptSecret(before) !== null,
      hasMachinePin: machinePin !== null || before?.['staffPin'] !== undefined,
      people: people.map(({ number, name, role }) => ({ number, name, role })),
      codesGiven: Object.keys(accessCodes),
    }),
    completedBy: (given) => ({
      ...answers,
      ...(machinePin !== null && { machinePin }),
      ...given,
      ...(given.partner && { partner: partnerWith(given.partner) }),
      people: given.people ? withMembers(given.people) : [...people],
      accessCodes: codesWith(given),
    }),
    secretWith: ({ partner }) => typedSecret(partner) ?? secret,
    /** Takes what was typed apart into what may be shown and what may not. */
    keep(given) {
      const { people: members, machinePin: pin, partner, accessCodes: _, ...rest } = given
      accessCodes = codesWith(given)
      if (members) people = withMembers(members)
      if (pin !== undefined) machinePin = pin
      answers = { ...answers, ...(given.printer && { pageSeen: false }), ...rest }
      if (partner) {
        secret = typedSecret(partner) ?? secret
        answers = { ...answers, partner: withoutSecret(partnerWith(partner)) }
      }
      const { secretIn: __, ...draft } = answers
      writeWhole(draftPath(dataDirectory), draft)
    },
  }
}

/** What was typed as a secret with this partner; null: nothing was. */
export function typedSecret(partner: SetupPartner | undefined): string | null {
  const signing = partner?.signing
  return (signing && signing.scheme !== 'none' && signing.secret) || null
}

function withoutSecret({ signing, ...line }: SetupPartner): SetupPartner {
  if (!signing || signing.scheme === 'none') return { ...line, ...(signing && { signing }) }
  const { secret: _, ...named } = signing
  return { ...line, signing: named }
}

/** A draft of another version of the program does not count. */
function readDraft(dataDirectory: string): z.infer<typeof draftShape> {
  try {
    return readWhole(draftPath(dataDirectory), draftShape) ?? {}
  } catch {
    return {}
  }
}
