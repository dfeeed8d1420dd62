import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import { textForms } from '../../../shared/domain/text-forms.ts'
import { venuePlan, type VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import type { Clock, Log, VenuePlans } from '../../core/ports/ports.ts'
import { readSpare, writeWhole, type Report } from '../../host/files/whole-file.ts'
import type { VenuePlanReply, VersionedPlan } from '../../partner/client.ts'

export interface KeptPlans extends VenuePlans {
  /** The newest of this venue, for paper. */
  readonly named: (venueName: string) => VenuePlan | null
  /** Asks no more. */
  close(): void
}

export interface PlanSource {
  /** Of the data directory: the last good plan of each venue, so that an upgrade drops none and a lost line shows none worse. */
  readonly folder: string
  /** The program's own, which come after what the service says. */
  readonly own: readonly VenuePlan[]
  readonly read: (event: EventOffer, known: string | null) => Promise<VenuePlanReply>
  readonly clock: Clock
  readonly log: Log
  readonly report: Report
}

/** How long an answer holds, by what it was. A service without plans is let alone. */
const ASK_AGAIN_MS = { plan: 600_000, unchanged: 600_000, none: 3_600_000, unreachable: 60_000 } as const
/** A customer waits no longer for a map. */
const PATIENCE_MS = 2_000

const keptPlan = z.strictObject({ sha256: z.string().regex(textForms.sha256), plan: venuePlan })

interface Asked {
  /** Of this event; null: the newest of its venue is as good as any. */
  readonly plan: VersionedPlan | null
  /** Monotonic. */
  readonly until: number
}

/** Plans that the booking service serves, kept in a folder. */
export function openVenuePlans({ folder, own, read, clock, log, report }: PlanSource): KeptPlans {
  const kept = new Map<string, VersionedPlan | null>()
  const asked = new Map<string, Asked>()
  const running = new Map<string, Promise<void>>()
  let closed = false

  /** Read when it is first asked for: a start waits for none. */
  function keptOf(venueName: string): VersionedPlan | null {
    let plan = kept.get(venueName)
    if (plan === undefined) {
      plan = readKeptPlan(folder, venueName, report)
      kept.set(venueName, plan)
    }
    return plan
  }

  const named = (venueName: string): VenuePlan | null =>
    keptOf(venueName)?.plan ?? own.find(({ venue }) => venue.name === venueName) ?? null

  function keep(plan: VersionedPlan): void {
    const { name } = plan.plan.venue
    if (keptOf(name)?.sha256 === plan.sha256) return
    kept.set(name, plan)
    try {
      writeWhole(fileOf(folder, name), plan)
      log.info('partner.plan-received', { venue: name, sha256: plan.sha256 })
    } catch (error) {
      report(`the plan of ${name} could not be kept: ${(error as Error).message}`)
    }
  }

  async function ask(event: EventOffer): Promise<void> {
    const known = asked.get(event.eventId)?.plan ?? keptOf(event.venue.name)
    const reply = await read(event, known?.sha256 ?? null)
    if (closed) return
    if (reply.type === 'plan') keep(reply.found)
    if (reply.type === 'none') log.info('partner.plan-missing', { venue: event.venue.name, detail: reply.detail })
    const plan = reply.type === 'plan' ? reply.found : known
    asked.set(event.eventId, { plan, until: clock.now().monoMs + ASK_AGAIN_MS[reply.type] })
  }

  function askOnce(event: EventOffer): Promise<void> {
    const { eventId } = event
    if (closed || (asked.get(eventId)?.until ?? -Infinity) > clock.now().monoMs) return Promise.resolve()
    const begun = running.get(eventId) ?? ask(event).finally(() => running.delete(eventId))
    running.set(eventId, begun)
    return begun
  }

  async function askForAll(events: readonly EventOffer[]): Promise<void> {
    for (const event of events) await askOnce(event)
  }

  return {
    named,

    prepare(events) {
      void askForAll(events)
    },

    async of(event) {
      const enough = new AbortController()
      await Promise.race([askOnce(event), clock.sleep(PATIENCE_MS, enough.signal)])
      enough.abort()
      return asked.get(event.eventId)?.plan?.plan ?? named(event.venue.name)
    },

    close() {
      closed = true
    },
  }
}

function readKeptPlan(folder: string, venueName: string, report: Report): VersionedPlan | null {
  try {
    const found = readSpare(fileOf(folder, venueName), keptPlan, report)
    return found?.plan.venue.name === venueName ? found : null
  } catch (error) {
    report(`${folder}: ${(error as Error).message}; remove it, and plans are kept again`)
    return null
  }
}

/** Named for who looks into the folder; two names that differ in their signs alone are two files. */
function fileOf(folder: string, venueName: string): string {
  const words = venueName
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/gu)
  const hash = createHash('sha256').update(venueName).digest('hex').slice(0, 8)
  return join(folder, `${[...(words ?? []), hash].join('-').slice(-80)}.json`)
}
