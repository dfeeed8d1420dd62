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
import { isMember } from './fleet-membership.ts'
import { peopleAfter } from './set-up-people.ts'

type AnswersView = Pick<
  SetupView,
  'answers' | 'secretIn' | 'hasSecret' | 'hasMachinePin' | 'hasCertificate' | 'mayJoinHub' | 'people' | 'codesGiven'
>

/** What has been answered so far. It outlives the program, but for secrets, PINs and codes. */
export interface GivenAnswers {
  readonly secret: string | null
  readonly hasPartner: boolean
  view(): AnswersView
  /** All of them, with these. */
  completedBy(given: SetupAnswers): SetupAnswers
  secretWith(given: SetupAnswers): string | null
  keep(given: SetupAnswers): void
}

/** What is on no disk before the end, and on no screen. */
interface Hidden {
  readonly secret: string | null
  readonly invitation: string | null
  readonly machinePin: string | null
  /** By number. */
  readonly pins: Readonly<Record<string, string>>
  /** By event id. */
  readonly accessCodes: Readonly<Record<string, string>>
}

interface Held {
  readonly shown: SetupAnswers
  readonly hidden: Hidden
}

/** What a machine that died during its set-up still knows: nothing hidden, nor where the secret would have gone. */
const draftShape = setupAnswers.omit({ machinePin: true, secretIn: true, accessCodes: true })

const draftPath = (dataDirectory: string): string => join(dataDirectory, 'setup.json')

export function forgetAnswers(dataDirectory: string): void {
  rmSync(draftPath(dataDirectory), { force: true })
}

export function openAnswers(ground: SetupGround): GivenAnswers {
  const { dataDirectory, before } = ground
  let held: Held = {
    shown: { ...(before && answersOf(before)), ...readDraft(dataDirectory) },
    hidden: { secret: null, invitation: null, machinePin: null, pins: {}, accessCodes: {} },
  }

  return {
    get secret() {
      return held.hidden.secret
    },
    get hasPartner() {
      return held.shown.partner !== undefined
    },
    view() {
      const { people: _, formerPeople: __, ...answers } = held.shown
      const { secret, machinePin, invitation, accessCodes } = held.hidden
      const hub = answers.fleet?.hub
      return {
        answers,
        secretIn: placeOfSecret(answers, ground),
        hasSecret: secret !== null || keptSecret(before) !== null,
        hasMachinePin: machinePin !== null || before?.['staffPin'] !== undefined,
        hasCertificate: hasCertificate(answers, ground),
        mayJoinHub: hub !== undefined && (invitation !== null || isMember(dataDirectory, hub)),
        people: peopleAfter(whole(held), dataDirectory),
        codesGiven: Object.keys(accessCodes),
      }
    },
    completedBy: (given) => whole(after(held, given)),
    secretWith: (given) => after(held, given).hidden.secret,
    keep(given) {
      held = after(held, given)
      const { secretIn: _, ...draft } = held.shown
      writeWhole(draftPath(dataDirectory), draft)
    },
  }
}

/** Takes what was answered apart into what may be shown and what may not. */
function after(held: Held, given: SetupAnswers): Held {
  const { shown, hidden } = held
  const { machinePin, accessCodes, people, formerPeople, partner, fleet, ...rest } = given
  const elsewhere =
    partner !== undefined && shown.partner !== undefined && originOf(partner) !== originOf(shown.partner)
  return {
    shown: {
      ...shown,
      ...(given.printer && { pageSeen: false }),
      ...rest,
      ...peopleWith(shown, given),
      ...(partner && {
        // Another service has another certificate.
        partner: { ...withoutSecret({ ...shown.partner, ...(elsewhere && { certificate: null }), ...partner }) },
      }),
      ...(fleet !== undefined && { fleet: fleet && { hub: fleet.hub } }),
    },
    hidden: {
      secret: typedSecret(partner) ?? hidden.secret,
      invitation: fleet === undefined ? hidden.invitation : invitationWith(held, fleet),
      machinePin: machinePin ?? hidden.machinePin,
      pins: {
        ...Object.fromEntries(Object.entries(hidden.pins).filter(([number]) => !formerPeople?.includes(number))),
        ...Object.fromEntries((people ?? []).flatMap(({ number, pin }) => (pin === undefined ? [] : [[number, pin]]))),
      },
      // And it numbers its events otherwise.
      accessCodes: { ...(!elsewhere && hidden.accessCodes), ...accessCodes },
    },
  }
}

/** That of another hub is of no use. */
function invitationWith({ shown, hidden }: Held, fleet: SetupAnswers['fleet']): string | null {
  return fleet?.invitation ?? (fleet && fleet.hub === shown.fleet?.hub ? hidden.invitation : null)
}

/** Who was answered for again is as they were answered last. */
function peopleWith(
  { people: before = [], formerPeople: gone = [] }: SetupAnswers,
  { people = [], formerPeople = [] }: SetupAnswers,
): Pick<SetupAnswers, 'people' | 'formerPeople'> {
  const isAgain = (number: string): boolean => people.some((member) => member.number === number)
  const stay = before.filter(({ number }) => !isAgain(number) && !formerPeople.includes(number))
  return {
    people: [...stay, ...people.map(({ number, name, role }) => ({ number, name, role }))],
    formerPeople: [...new Set([...gone, ...formerPeople])],
  }
}

/** As the end of the set-up needs them; the secret goes beside them. */
function whole({ shown, hidden: { machinePin, pins, accessCodes, invitation } }: Held): SetupAnswers {
  const withPin = (member: SetupMember): SetupMember => {
    const pin = pins[member.number]
    return { ...member, ...(pin !== undefined && { pin }) }
  }
  return {
    ...shown,
    ...(machinePin !== null && { machinePin }),
    people: (shown.people ?? []).map(withPin),
    ...(shown.fleet && { fleet: { ...shown.fleet, ...(invitation !== null && { invitation }) } }),
    accessCodes,
  }
}

function originOf({ baseUrl }: SetupPartner): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl
}

function hasCertificate({ partner }: SetupAnswers, { before }: SetupGround): boolean {
  if (partner?.certificate !== undefined) return partner.certificate !== null
  return (before?.['partner'] as { caFile?: string } | undefined)?.caFile !== undefined
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
