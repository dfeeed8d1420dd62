import type { UnclearReply } from './sale.ts'

/** How the service refused a purchase for good; `code` is its own word for it. */
export interface PurchaseRefusal {
  readonly status: number
  readonly code: string
}

/** These are about this sale, or about the moment: the next purchase may well be taken. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 410, 425, 429])

/** Whether this reply to a purchase lets expect the same of every other one. Only together with a read-back that shows no tickets. */
export function isForGood({ status }: Pick<UnclearReply, 'status'>): boolean {
  return status >= 400 && status < 500 && !PASSING.has(status)
}
