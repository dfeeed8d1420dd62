import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import type { SettingFault } from '../../../shared/api/kiosk/office-views.ts'
import {
  setupAnswers,
  type SetupAnswers,
  type SetupMember,
  type SetupPartner,
  type SetupPerson,
  type SetupProvider,
} from '../../../shared/api/kiosk/setup.ts'
import {
  answersOf,
  keptSecrets,
  missingSecrets,
  PARTNER_SECRET,
  placeOfSecret,
  type Secrets,
  type SetupDependencies,
} from '../../config/setup-settings.ts'
import { readJsonFile, writeFileAtomic } from '../../host/files/atomic-file.ts'
import { isMember } from '../hub-link.ts'
import { openStaffList } from '../people.ts'

/** Set-up answers that are written to disk only at the end of the set-up and are never shown on a screen. */
interface Hidden {
  readonly secrets: Secrets
  readonly invitation: string | null
  readonly machinePin: string | null
  /** PINs by staff number. */
  readonly pins: Readonly<Record<string, string>>
  /** Access codes by event id. */
  readonly accessCodes: Readonly<Record<string, string>>
}

interface Held {
  readonly shown: SetupAnswers
  readonly hidden: Hidden
}

/** Schema of the answers that are restored after a crash during the set-up; excludes secret answers. */
const draftShape = setupAnswers.omit({ machinePin: true, secretIn: true, accessCodes: true })

const draftPath = (dataDirectory: string): string => join(dataDirectory, 'setup.json')

export function deleteSavedAnswers(dataDirectory: string): void {
  rmSync(draftPath(dataDirectory), { force: true })
}

/** Answers given so far. A restart of the program restores all answers except secrets, PINs and codes. */
export class GivenAnswers {
  readonly #ground: SetupDependencies
  #held: Held

  constructor(ground: SetupDependencies) {
    const { dataDirectory, before } = ground
    this.#ground = ground
    this.#held = {
      shown: { ...(before && answersOf(before)), ...readDraft(dataDirectory) },
      hidden: { secrets: {}, invitation: null, machinePin: null, pins: {}, accessCodes: {} },
    }
  }

  get secrets(): Secrets {
    return this.#held.hidden.secrets
  }

  get hasPartner(): boolean {
    return this.#held.shown.partner !== undefined
  }

  view() {
    const { dataDirectory, before } = this.#ground
    const { people: _, formerStaff: __, ...answers } = this.#held.shown
    const { secrets, machinePin, invitation, accessCodes } = this.#held.hidden
    const hub = answers.fleet?.hub
    return {
      answers,
      secretIn: placeOfSecret(answers, this.#ground),
      hasSecret: PARTNER_SECRET in { ...keptSecrets(before), ...secrets },
      paymentSecrets: givenSecrets(answers, before, secrets),
      hasMachinePin: machinePin !== null || before?.['staffPin'] !== undefined,
      hasCertificate: hasCertificate(answers, this.#ground),
      mayJoinHub: hub !== undefined && (invitation !== null || isMember(dataDirectory, hub)),
      people: peopleAfter(whole(this.#held), dataDirectory),
      codesGiven: Object.keys(accessCodes),
    }
  }

  completedBy(given: SetupAnswers): SetupAnswers {
    return whole(after(this.#held, given))
  }

  secretsWith(given: SetupAnswers): Secrets {
    return after(this.#held, given).hidden.secrets
  }

  keep(given: SetupAnswers): void {
    this.#held = after(this.#held, given)
    const { secretIn: _, ...draft } = this.#held.shown
    writeFileAtomic(draftPath(this.#ground.dataDirectory), draft)
  }

  written(): void {
    // A hub's invitation can be used only once, so it is discarded after the settings are written.
    this.#held = { ...this.#held, hidden: { ...this.#held.hidden, invitation: null } }
  }
}

function after(held: Held, given: SetupAnswers): Held {
  const { shown, hidden } = held
  const { machinePin, accessCodes, people, formerStaff, partner, fleet, payments, tenderNames, ...rest } = given
  const elsewhere =
    partner !== undefined && shown.partner !== undefined && originOf(partner) !== originOf(shown.partner)
  return {
    shown: {
      ...shown,
      ...(given.printer && { pageSeen: false }),
      ...rest,
      ...peopleWith(shown, given),
      ...(partner && {
        // A different booking service has a different certificate, so the earlier certificate is discarded.
        partner: { ...withoutSecret({ ...shown.partner, ...(elsewhere && { certificate: null }), ...partner }) },
      }),
      ...(fleet !== undefined && { fleet: fleet && { hub: fleet.hub } }),
      ...(tenderNames && { tenderNames: { ...shown.tenderNames, ...tenderNames } }),
      ...(payments && { payments: { ...shown.payments, ...withoutSecrets(payments) } }),
    },
    hidden: {
      secrets: secretsAfter(held, given),
      invitation: fleet === undefined ? hidden.invitation : invitationWith(held, fleet),
      machinePin: machinePin ?? hidden.machinePin,
      pins: {
        ...Object.fromEntries(Object.entries(hidden.pins).filter(([number]) => !formerStaff?.includes(number))),
        ...Object.fromEntries((people ?? []).flatMap(({ number, pin }) => (pin === undefined ? [] : [[number, pin]]))),
      },
      // A different booking service has different event ids, so the earlier access codes are discarded.
      accessCodes: { ...(!elsewhere && hidden.accessCodes), ...accessCodes },
    },
  }
}

function invitationWith({ shown, hidden }: Held, fleet: SetupAnswers['fleet']): string | null {
  return fleet?.invitation ?? (fleet && fleet.hub === shown.fleet?.hub ? hidden.invitation : null)
}

function peopleWith(
  { people: before = [], formerStaff: gone = [] }: SetupAnswers,
  { people = [], formerStaff = [] }: SetupAnswers,
): Pick<SetupAnswers, 'people' | 'formerStaff'> {
  const isAgain = (number: string): boolean => people.some((member) => member.number === number)
  const stay = before.filter(({ number }) => !isAgain(number) && !formerStaff.includes(number))
  return {
    people: [...stay, ...people.map(({ number, name, role }) => ({ number, name, role }))],
    formerStaff: [...new Set([...gone, ...formerStaff])],
  }
}

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

function hasCertificate({ partner }: SetupAnswers, { before }: SetupDependencies): boolean {
  if (partner?.certificate !== undefined) return partner.certificate !== null
  return (before?.['partner'] as { caFile?: string } | undefined)?.caFile !== undefined
}

export function typedSecrets({ partner, payments = {} }: SetupAnswers): Secrets {
  const signing = partner?.signing
  const ofPartner = (signing && signing.scheme !== 'none' && signing.secret) || ''
  const ofProviders = Object.entries(payments).flatMap(([tender, provider]) =>
    Object.entries(provider?.secrets ?? {}).map(([name, secret]) => [`payments.${tender}.${name}`, secret] as const),
  )
  return Object.fromEntries(
    [[PARTNER_SECRET, ofPartner] as const, ...ofProviders].filter(([, secret]) => secret !== ''),
  )
}

/**
 * Returns the secrets, updated with the new answers. If a tender's driver changes, its earlier secrets are discarded.
 */
function secretsAfter({ shown, hidden }: Held, given: SetupAnswers): Secrets {
  const isOver = (setting: string): boolean => {
    const [, tender = ''] = setting.split('.')
    const [before, now] = [shown.payments, given.payments].map((each) => each?.[tender as keyof typeof each])
    return now !== undefined && now?.driver !== before?.driver
  }
  const stay = Object.entries(hidden.secrets).filter(([setting]) => !isOver(setting))
  return { ...Object.fromEntries(stay), ...typedSecrets(given) }
}

function givenSecrets(answers: SetupAnswers, before: SetupDependencies['before'], secrets: Secrets): readonly string[] {
  const needed = missingSecrets({ payments: answers.payments }, null, {})
  const missing = missingSecrets({ payments: answers.payments }, before, secrets)
  return needed.filter((setting) => !missing.includes(setting))
}

function withoutSecrets(payments: NonNullable<SetupAnswers['payments']>): NonNullable<SetupAnswers['payments']> {
  const bare = (provider: SetupProvider | null | undefined) =>
    provider ? { driver: provider.driver, fields: provider.fields } : null
  return Object.fromEntries(Object.entries(payments).map(([tender, provider]) => [tender, bare(provider)]))
}

function withoutSecret({ signing, ...line }: SetupPartner): SetupPartner {
  if (!signing || signing.scheme === 'none') return { ...line, ...(signing && { signing }) }
  const { secret: _, ...named } = signing
  return { ...line, signing: named }
}

/** Returns the draft; empty if it is unreadable, for example because another program version wrote the draft. */
function readDraft(dataDirectory: string): z.infer<typeof draftShape> {
  try {
    return readJsonFile(draftPath(dataDirectory), draftShape) ?? {}
  } catch {
    return {}
  }
}

export const staffFolder = ({ profile }: SetupAnswers, dataDirectory: string): string =>
  join(dataDirectory, profile === 'demo' ? 'demo' : 'live')

/** Returns the staff after the set-up: the current staff list, updated with the answers. */
export function peopleAfter(answers: SetupAnswers, dataDirectory: string): readonly SetupPerson[] {
  const { people = [], formerStaff = [] } = answers
  const listed = openStaffList(staffFolder(answers, dataDirectory)).list()
  const stay = listed.filter(
    ({ number }) => !formerStaff.includes(number) && !people.some((member) => member.number === number),
  )
  return [
    ...stay.map((member) => ({ ...member, hasPin: true })),
    ...people.map(({ number, name, role, pin }) => ({
      number,
      name,
      role,
      hasPin: pin !== undefined || listed.some((member) => member.number === number && member.name === name),
    })),
  ].toSorted((one, other) => Number(one.number) - Number(other.number))
}

/** Returns a fault for each staff number in the answers that belongs to another staff member. */
export function takenNumbers(
  before: readonly SetupPerson[],
  { people = [], formerStaff = [] }: SetupAnswers,
): readonly SettingFault[] {
  return people
    .filter(({ number, name }) =>
      before.some((known) => known.number === number && known.name !== name && !formerStaff.includes(number)),
    )
    .map(({ number }) => ({ setting: 'people', detail: `number ${number} is somebody else's` }))
}

export async function saveStaffList(answers: SetupAnswers, dataDirectory: string): Promise<void> {
  const { people = [], formerStaff = [] } = answers
  if (people.length === 0 && formerStaff.length === 0) return
  await openStaffList(staffFolder(answers, dataDirectory)).keep(people, formerStaff)
}
