import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Check, verifyLedger } from '../../electron/verify/verify.ts'
import { archiveForgeries, databaseForgeries, type Forgery } from './forgeries.ts'
import { createTargetLedger, type RootKind, ROOTS, type Victim } from './target-ledger.ts'

type Attack = readonly Forgery[]

interface Tally {
  readonly attacks: number
  readonly missed: readonly string[]
}

export interface Campaign {
  /**
   * Verifies the untouched files with every root of trust. Returns the root and the file of each failed verification.
   */
  honest(): Promise<readonly string[]>
  /** Runs the attacks, except attacks that `root` cannot detect. */
  judge(root: RootKind, attacks: readonly Attack[]): Promise<Tally>
  /** Runs the single attacks that `root` cannot detect, as documented for the ledger format. */
  blind(root: RootKind): Promise<Tally>
  /**
   * Negative control: runs the attacks without a root of trust and without the checks that were introduced with the
   * roots.
   */
  withoutRoots(attacks: readonly Attack[]): Promise<Tally>
  close(): void
}

const FAMILIES = [
  { file: 'ledger.db', forgeries: databaseForgeries },
  { file: 'ledger.jsonl', forgeries: archiveForgeries },
] as const

export const singles: readonly Attack[] = FAMILIES.flatMap(({ forgeries }) => forgeries.map((forgery) => [forgery]))

/** Every ordered pair of forgeries within a family, because forging an archive does not affect a database. */
export const pairs: readonly Attack[] = FAMILIES.flatMap(({ forgeries }) =>
  forgeries.flatMap((first) => forgeries.filter((second) => second !== first).map((second) => [first, second])),
)

/** Checks of the verifier that were added or extended when roots of trust were introduced. */
const NEW: ReadonlySet<Check> = new Set(['key', 'trust', 'schema', 'beside', 'erasure'])

export async function openCampaign(): Promise<Campaign> {
  const directory = mkdtempSync(join(tmpdir(), 'guichet-forge-'))
  const victim = await createTargetLedger(directory)
  const copy = join(directory, 'forged')
  const fileOf = (attack: Attack): string =>
    join(copy, FAMILIES.find(({ forgeries }) => forgeries.some((each) => attack.includes(each)))!.file)

  async function forged(attack: Attack, judge: (path: string) => Promise<boolean>): Promise<boolean> {
    rmSync(copy, { recursive: true, force: true })
    cpSync(victim.whole, copy, { recursive: true })
    for (const { forge } of attack) forge(copy, victim)
    return judge(fileOf(attack))
  }

  async function tally(attacks: readonly Attack[], judge: (path: string) => Promise<boolean>): Promise<Tally> {
    const missed: string[] = []
    for (const attack of attacks) {
      if (await forged(attack, judge)) missed.push(attack.map(({ name }) => name).join(' + '))
    }
    return { attacks: attacks.length, missed }
  }

  const holds = (root: RootKind) => async (path: string) => holdsUnder(victim, root, path)
  const isBlind = (attack: Attack, root: RootKind): boolean => attack.some(({ blind }) => blind?.includes(root))
  return {
    async honest() {
      const failed: string[] = []
      for (const root of ROOTS)
        for (const { file } of FAMILIES)
          if (!(await holdsUnder(victim, root, join(victim.whole, file)))) failed.push(`${root}: ${file}`)
      return failed
    },
    judge: (root, attacks) =>
      tally(
        attacks.filter((attack) => !isBlind(attack, root)),
        holds(root),
      ),
    blind: (root) =>
      tally(
        singles.filter((attack) => isBlind(attack, root)),
        holds(root),
      ),
    withoutRoots: (attacks) =>
      tally(attacks, async (path) => {
        const { findings } = await verifyLedger({ path })
        return !findings.some(({ severity, check }) => severity === 'error' && !NEW.has(check))
      }),
    close: () => rmSync(directory, { recursive: true, force: true }),
  }
}

async function holdsUnder({ trust }: Victim, root: RootKind, path: string): Promise<boolean> {
  const { verdict } = await verifyLedger({ path, trust: trust[root] })
  return verdict === 'holds'
}
