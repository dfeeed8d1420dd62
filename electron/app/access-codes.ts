import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { AccessCodes, KnownCode } from '../core/ports/access-codes.ts'
import { readAccessCodesFile, type AccessCodesFile } from '../office/access-codes-file.ts'

/** Codes by event id. */
type Codes = Readonly<Record<string, string>>

/** Who told this machine codes, and which. What somebody typed at it goes before what its settings say. */
interface Told {
  readonly typed: Codes
  readonly settings: Codes
  readonly demo: Codes
}

function codesOf({ typed, settings, demo }: Told, eventId: string): readonly KnownCode[] {
  const origins = { typed, settings, demo }
  return (['typed', 'settings', 'demo'] as const).flatMap((source) => {
    const code = Object.hasOwn(origins[source], eventId) ? origins[source][eventId] : undefined
    return code === undefined ? [] : [{ code, source }]
  })
}

export interface CodeParts {
  readonly config: Config
  readonly typed: AccessCodesFile
  /** The embedded service's own codes: its events are made again as the days go by, and their codes with them. */
  readonly demoCodes: () => Promise<Codes>
}

export interface OwnAccessCodes extends AccessCodes {
  /** Those of all events: what must be in no file for other eyes. */
  all(): Promise<readonly string[]>
}

/** The access codes of a kiosk. */
export function createAccessCodes({ config, typed, demoCodes }: CodeParts): OwnAccessCodes {
  const told = async (): Promise<Told> => ({
    typed: typed.all(),
    settings: config.accessCodes,
    demo: await demoCodes(),
  })
  return {
    of: async (eventId) => codesOf(await told(), eventId),
    all: async () => Object.values(await told()).flatMap((codes: Codes) => Object.values(codes)),
    keep: (eventId, code) => typed.keep({ [eventId]: code }),
    renew: () => Promise.resolve(),
  }
}

/** Those that a kiosk of these settings has, for a program beside it: the codes of an event, in the order in which they are tried. */
export function readAccessCodes(config: Config): (eventId: string) => Promise<readonly string[]> {
  const typed = readAccessCodesFile(join(config.dataDirectory, config.mode))
  const told = { typed, settings: config.accessCodes, demo: {} }
  return async (eventId) => codesOf(told, eventId).map(({ code }) => code)
}
