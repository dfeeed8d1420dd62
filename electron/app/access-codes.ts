import { join } from 'node:path'
import type { CodeSource } from '../../shared/kiosk-api/office-views.ts'
import type { Config } from '../config/config.ts'
import type { AccessCodes, KnownCode } from '../core/ports/office.ts'
import type { HubCodes } from '../fleet/hub-codes.ts'
import { createSystemClock } from '../host/clock.ts'
import { silentLog } from '../host/log.ts'
import { codesOfHub } from './fleet-membership.ts'
import { readAccessCodesFile, type AccessCodesFile } from '../office/access-codes-file.ts'

/** Codes by event id. */
type Codes = Readonly<Record<string, string>>

const sources = ['hub', 'typed', 'settings', 'demo'] as const satisfies readonly CodeSource[]

/**
 * Who told this machine which codes. The hub is the service that they open, so that its word goes before what somebody typed here,
 * and that before the settings.
 */
type Told = Readonly<Record<CodeSource, Codes>>

function codesOf(told: Told, eventId: string): readonly KnownCode[] {
  return sources.flatMap((source) => {
    const code = Object.hasOwn(told[source], eventId) ? told[source][eventId] : undefined
    return code === undefined ? [] : [{ code, source }]
  })
}

export interface CodeParts {
  readonly config: Config
  /** Null: none come from a hub. */
  readonly codes: HubCodes | null
  readonly typed: AccessCodesFile
  /** The embedded service's own codes: its events are made again as the days go by, and their codes with them. */
  readonly demoCodes: () => Promise<Codes>
}

export interface OwnAccessCodes extends AccessCodes {
  /** Those of all events: what must be in no file for other eyes. */
  all(): Promise<readonly string[]>
}

/** The access codes of a kiosk. */
export function createAccessCodes({ config, codes, typed, demoCodes }: CodeParts): OwnAccessCodes {
  const told = async (): Promise<Told> => ({
    hub: codes?.all() ?? {},
    typed: typed.all(),
    settings: config.accessCodes,
    demo: await demoCodes(),
  })
  return {
    of: async (eventId) => codesOf(await told(), eventId),
    all: async () => Object.values(await told()).flatMap((each: Codes) => Object.values(each)),
    keep: (eventId, code) => typed.keep({ [eventId]: code }),
    renew: async () => codes?.renew(),
  }
}

/** Those that a kiosk of these settings has, for a program beside it: the codes of an event, in the order in which they are tried. */
export function readAccessCodes(config: Config): (eventId: string) => Promise<readonly string[]> {
  const typed = readAccessCodesFile(join(config.dataDirectory, config.mode))
  const hub = codesOfHub(config, { clock: createSystemClock(), log: silentLog })?.all() ?? {}
  const told = { hub, typed, settings: config.accessCodes, demo: {} }
  return async (eventId) => codesOf(told, eventId).map(({ code }) => code)
}
