import { messageOf } from '../../error-message.ts'
import { checkoutRules, holdRules, purchaseRules, ticketRules } from './rules-sales.ts'
import { eventRules, sectionRules, sessionRules } from './rules-sessions.ts'
import { NotTestable } from './not-testable.ts'
import type { Rule, RuleResult } from './rule.ts'
import type { WalkOptions } from './steps.ts'
import { createWalk } from './walk.ts'

/** Every rule, in the order of the steps. */
export const rules: readonly Rule[] = [
  ...eventRules,
  ...sessionRules,
  ...sectionRules,
  ...holdRules,
  ...checkoutRules,
  ...purchaseRules,
  ...ticketRules,
]

/** Walks a service and judges every rule, one after the other. Rejects only when the rules themselves are broken. */
export async function checkConformance(
  options: WalkOptions,
  onResult: (result: RuleResult) => void = () => undefined,
): Promise<readonly RuleResult[]> {
  const walk = createWalk(options)
  const results: RuleResult[] = []
  for (const { check, ...facts } of rules) {
    const result = { ...facts, ...(await judge(() => check(walk))) }
    results.push(result)
    onResult(result)
  }
  return results
}

async function judge(check: () => Promise<readonly string[]>): Promise<Pick<RuleResult, 'verdict' | 'findings'>> {
  try {
    const findings = await check()
    return { verdict: findings.length === 0 ? 'pass' : 'fail', findings }
  } catch (error) {
    if (error instanceof NotTestable) return { verdict: 'not-testable', findings: [error.message] }
    // A call without any reply: the rule was not kept, whatever it says.
    return { verdict: 'fail', findings: [messageOf(error)] }
  }
}
