import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Check, verifyLedger } from '../../electron/verify/verify.ts'
import { archiveForgeries, databaseForgeries, type Forgery } from './forgeries.ts'
import { createTargetLedger, type RootKind, ROOTS } from './target-ledger.ts'

type Attack = readonly Forgery[]

type Judge = (path: string) => Promise<boolean>

export type Campaign = Awaited<ReturnType<typeof openCampaign>>

const ofArchive = { file: 'ledger.jsonl', forgeries: archiveForgeries } as const
const FAMILIES = [{ file: 'ledger.db', forgeries: databaseForgeries } as const, ofArchive] as const

export const singles: readonly Attack[] = FAMILIES.flatMap(({ forgeries }) => forgeries.map((forgery) => [forgery]))

/**
 * Every ordered pair of forgeries within a family. Pairs across families are omitted, because forging an archive does
 * not affect a database.
 */
export const pairs: readonly Attack[] = FAMILIES.flatMap(({ forgeries }) =>
  forgeries.flatMap((first) => forgeries.filter((second) => second !== first).map((second) => [first, second])),
)

/** Checks of the verifier that were added or extended when roots of trust were introduced. */
const NEW: ReadonlySet<Check> = new Set(['key', 'trust', 'schema', 'beside', 'erasure'])

export async function openCampaign() {
  const directory = mkdtempSync(join(tmpdir(), 'guichet-forge-'))
  const victim = await createTargetLedger(directory)
  const copy = join(directory, 'forged')
  const fileOf = (attack: Attack): string =>
    join(copy, FAMILIES.find(({ forgeries }) => forgeries.some((each) => attack.includes(each)))!.file)

  async function tally(all: readonly Attack[], isMeant: (attack: Attack) => boolean, judge: Judge) {
    const [attacks, missed] = [all.filter(isMeant), [] as string[]]
    for (const attack of attacks) {
      rmSync(copy, { recursive: true, force: true })
      cpSync(victim.whole, copy, { recursive: true })
      for (const { forge } of attack) forge(copy, victim)
      if (await judge(fileOf(attack))) missed.push(attack.map(({ name }) => name).join(' + '))
    }
    return { attacks: attacks.length, missed }
  }

  const holds =
    (root: RootKind): Judge =>
    async (path) =>
      (await verifyLedger({ path, trust: victim.trust[root] })).verdict === 'holds'
  const isBlind = (attack: Attack, root: RootKind): boolean =>
    root === 'key' && attack.some(({ isBlindKey }) => isBlindKey)
  return {
    /** Verifies the untouched files with every root of trust. Returns the failed verifications. */
    async honest() {
      const failed: string[] = []
      for (const root of ROOTS)
        for (const { file } of FAMILIES)
          if (!(await holds(root)(join(victim.whole, file)))) failed.push(`${root}: ${file}`)
      return failed
    },
    /** Runs the attacks, except attacks that `root` cannot detect. */
    judge: (root: RootKind, attacks: readonly Attack[]) =>
      tally(attacks, (attack) => !isBlind(attack, root), holds(root)),
    /** Runs the single attacks that `root` cannot detect, as documented for the ledger format. */
    blind: (root: RootKind) => tally(singles, (attack) => isBlind(attack, root), holds(root)),
    /** Negative control: runs the attacks without a root of trust and without the checks in `NEW`. */
    withoutRoots: (attacks: readonly Attack[]) =>
      tally(
        attacks,
        () => true,
        async (path) => {
          const { findings } = await verifyLedger({ path })
          return !findings.some(({ severity, check }) => severity === 'error' && !NEW.has(check))
        },
      ),
    close: () => rmSync(directory, { recursive: true, force: true }),
  }
}
