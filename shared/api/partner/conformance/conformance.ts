import { messageOf } from '../../../errors.ts'
import { checkoutRules, holdRules, purchaseRules, ticketRules } from './rules-sales.ts'
import { eventRules, sectionRules, sessionRules } from './rules-sessions.ts'
import {
  NotTestable,
  type Rule,
  type RuleResult,
  type Verdict,
  ConformanceSale,
  type WalkOptions,
} from './conformance-sale.ts'

export const rules: readonly Rule[] = [
  ...eventRules,
  ...sessionRules,
  ...sectionRules,
  ...holdRules,
  ...checkoutRules,
  ...purchaseRules,
  ...ticketRules,
]

/**
 * Checks a service against every rule in sequence. A rule fails if its check throws any error other than `NotTestable`.
 */
export async function checkConformance(
  options: WalkOptions,
  onResult: (result: RuleResult) => void = () => undefined,
): Promise<readonly RuleResult[]> {
  const walk = new ConformanceSale(options)
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
    // A call without a reply fails the rule, whatever the rule requires.
    return { verdict: 'fail', findings: [messageOf(error)] }
  }
}

export type ReportFormat = 'text' | 'json' | 'junit'

const MARK: Readonly<Record<Verdict, string>> = { pass: 'pass', fail: 'FAIL', 'not-testable': 'not testable' }

export function countOf(results: readonly RuleResult[]): Readonly<Record<Verdict, number>> {
  const count = (verdict: Verdict): number => results.filter((result) => result.verdict === verdict).length
  return { pass: count('pass'), fail: count('fail'), 'not-testable': count('not-testable') }
}

export function textLine({ id, section, says, verdict, findings }: RuleResult): string {
  const head = `${MARK[verdict].padEnd(12)} ${id.padEnd(20)} ${says}`
  return [head, ...findings.map((finding) => `${' '.repeat(34)}${finding}  [${section}]`)].join('\n')
}

export function report(format: ReportFormat, target: string, results: readonly RuleResult[]): string {
  const { pass, fail, 'not-testable': untested } = countOf(results)
  if (format === 'json')
    return `${JSON.stringify({ target, passed: pass, failed: fail, notTestable: untested, rules: results }, null, 2)}\n`
  if (format === 'junit') return junit(target, results)
  return `${[...results.map(textLine), '', `${target}: ${pass} passed, ${fail} failed, ${untested} not testable`].join('\n')}\n`
}

function junit(target: string, results: readonly RuleResult[]): string {
  const { fail, 'not-testable': untested } = countOf(results)
  const cases = results.map(({ id, section, says, verdict, findings }) => {
    const head = `    <testcase classname="${xml(section)}" name="${xml(`${id}: ${says}`)}"`
    if (verdict === 'pass') return `${head}/>`
    const found = xml(findings.join('\n'))
    const body =
      verdict === 'fail'
        ? `<failure message="${xml(findings[0] ?? '')}">${found}</failure>`
        : `<skipped message="${found}"/>`
    return `${head}>${body}</testcase>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Partner Ticket Booking Service">`,
    `  <testsuite name="${xml(target)}" tests="${results.length}" failures="${fail}" skipped="${untested}">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

/** Escapes text for XML 1.0, and replaces characters that XML does not allow with U+FFFD. */
function xml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
}
