import type { Begun, RefundOutcome, TenderDriver, TenderOutcome } from '../../electron/core/ports/tender-driver.ts'

/** The driver of a provider that does not take the story's currency: amounts are the same numbers of its own smallest units. */
export function countedIn(currency: string, driver: TenderDriver, story = 'GNF'): TenderDriver {
  const { settle, cancel, refund, askRefund } = driver
  const theirs = <T extends { readonly currency: string }>(payment: T): T => ({ ...payment, currency })
  const ours = <T extends Begun | TenderOutcome | RefundOutcome>(told: T): T =>
    'currency' in told && told.currency === currency ? { ...told, currency: story } : told
  return {
    ...driver,
    begin: async (request, ...signals) => ours(await driver.begin(theirs(request), ...signals)),
    ask: async (payment, stopping) => ours(await driver.ask(theirs(payment), stopping)),
    ...(settle && {
      settle: async (payment, request, ...signals) => ours(await settle(theirs(payment), theirs(request), ...signals)),
    }),
    ...(cancel && { cancel: (payment) => cancel(theirs(payment)) }),
    ...(refund && { refund: (payment, ...back) => refund(theirs(payment), ...back) }),
    ...(askRefund && { askRefund: (payment, ...back) => askRefund(theirs(payment), ...back) }),
  }
}
