import { z } from 'zod'
import { providerFaults } from '../domain/money/examination.ts'
import { noteStops } from '../domain/money/notes.ts'
import { tenderKinds } from '../domain/money/tender.ts'
import { printerFaults, screenSides, type ObstacleOf, type ObstacleType } from '../domain/fleet/readiness.ts'
import { termsSettings } from '../domain/terms.ts'

const events = {
  events: z.array(z.strictObject({ eventId: z.string(), title: z.string() })),
  all: z.boolean(),
}
const refusal = { status: z.int(), code: z.string() }
const of = <T extends ObstacleType, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), ...shape })

const kinds: { readonly [T in ObstacleType]: z.ZodType<ObstacleOf<T>> } = {
  training: of('training', {}),
  'partner-unreachable': of('partner-unreachable', {}),
  'clock-off': of('clock-off', { minutes: z.int(), refused: z.boolean() }),
  'not-let-in': of('not-let-in', refusal),
  'not-understood': of('not-understood', { detail: z.string() }),
  'access-code-missing': of('access-code-missing', events),
  'access-code-refused': of('access-code-refused', events),
  'session-refused': of('session-refused', { ...events, ...refusal }),
  'purchases-refused': of('purchases-refused', refusal),
  'no-way-to-pay': of('no-way-to-pay', {}),
  'payments-down': of('payments-down', {
    ways: z.array(z.strictObject({ tender: z.enum(tenderKinds), fault: z.enum([...providerFaults, ...noteStops]) })),
    all: z.boolean(),
  }),
  'no-tickets': of('no-tickets', { fault: z.enum(printerFaults) }),
  ledger: of('ledger', { condition: z.enum(['disk-failed', 'chain-broken']) }),
  'disk-full': of('disk-full', {}),
  'damaged-files': of('damaged-files', { files: z.array(z.string().max(100)).max(20).readonly() }),
  'unprintable-characters': of('unprintable-characters', {
    events: events.events.readonly(),
    characters: z.array(z.string().max(20)).max(20).readonly(),
  }),
  'screen-failing': of('screen-failing', { side: z.enum(screenSides) }),
  'terms-missing': of('terms-missing', { settings: z.array(z.enum(termsSettings)).readonly() }),
  other: of('other', {}),
}

/** Obstacles that a hub knows. A machine reports any other as `other`. */
export const obstacleKinds: readonly string[] = Object.keys(kinds)

/** Whether a machine can sell, and if not why. */
export const readiness = z.strictObject({
  sells: z.boolean(),
  obstacles: z.array(z.union(Object.values(kinds))).readonly(),
})
