import type { Walk } from './walk.ts'

/**
 * One thing that the interface specification says, and how it is looked for. Rules read nothing but the specification's
 * own calls and fields; where it is silent (how seats are held, what a refusal looks like) they demand nothing.
 */
export interface Rule {
  /** `3.place-id`: the step, then the rule's name. */
  readonly id: string
  /** Heading of the specification under which it stands. */
  readonly section: string
  /** What has to be true, in a sentence. */
  readonly says: string
  /** Gives what contradicts the rule: nothing when it holds. Throws NotTestable where it cannot be seen. */
  readonly check: (walk: Walk) => Promise<readonly string[]>
}

export type Verdict = 'pass' | 'fail' | 'not-testable'

export interface RuleResult {
  readonly id: string
  readonly section: string
  readonly says: string
  readonly verdict: Verdict
  /** What contradicts the rule, or why it cannot be tested. */
  readonly findings: readonly string[]
}

/** A rule whose check gives one finding a line that is not true. */
export function rule(
  id: string,
  section: string,
  says: string,
  check: (walk: Walk) => Promise<readonly (string | false | null | undefined)[]>,
): Rule {
  return {
    id,
    section,
    says,
    check: async (walk) => (await check(walk)).filter((finding): finding is string => typeof finding === 'string'),
  }
}

/** A finding when two values that have to be equal are not. */
export function differs(what: string, found: unknown, expected: unknown): string | false {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)]
  return a !== b && `${what}: ${a ?? 'nothing'}, expected ${b ?? 'nothing'}`
}
