import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonicalJson } from '../../../electron/ledger/journal.ts'
import { openFileSigner } from '../../../electron/ledger/signer.ts'
import { openLedger } from '../../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../../electron/verify/verify.ts'
import { createRandom } from '../random.ts'
import { createDiskModel, CUTS, type Cut, type Dice } from './disk-model.ts'
import { type Mark, registerOptions, type DiskCall } from './strace.ts'

export interface Outcome {
  readonly states: number
  /** Number of moments at which the power was cut. */
  readonly boundaries: number
  /** Number of states in which an acknowledged step of a sale was lost. */
  readonly lost: number
  /** Number of states in which the ledger was damaged, could not be opened, or failed verification. */
  readonly corrupt: number
  readonly examples: readonly string[]
}

type Verdict = { readonly kind: 'lost' | 'corrupt'; readonly why: string } | null

const EXAMPLES = 5
/** The independent verifier checks one in `VERIFY_EVERY` states. The program's own startup check runs in each state. */
const VERIFY_EVERY = 25

/** Simulates `states` power cuts and starts the ledger on the remaining data. The same seed gives the same states. */
export async function cutPower(
  calls: readonly DiskCall[],
  { states, seed, onProgress }: { states: number; seed: number; onProgress?: (done: number) => void },
): Promise<Outcome> {
  const disk = createDiskModel()
  const sales = new SalesTold()
  const examples: string[] = []
  const counts = { lost: 0, corrupt: 0 }
  let done = 0
  for (const [boundary, call] of calls.entries()) {
    disk.apply(call)
    if (call.call === 'mark') sales.hear(call.mark)
    const until = Math.round((states * (boundary + 1)) / calls.length)
    for (; done < until; done += 1) {
      const cut = CUTS[done % CUTS.length] as Cut
      const random = createRandom(seed + done)
      const dice: Dice = (below) => random.below(below)
      const found = disk.afterCut(cut, dice)
      const verdict = await startAfter(found, sales, done % VERIFY_EVERY === 0)
      if (verdict) {
        counts[verdict.kind] += 1
        if (examples.length < EXAMPLES)
          examples.push(`${verdict.kind} after call ${boundary}, ${cut}, state ${done}: ${verdict.why}`)
      }
      onProgress?.(done + 1)
    }
  }
  return { states, boundaries: calls.length, ...counts, examples }
}

class SalesTold {
  readonly acknowledged = new Map<string, string>()
  trying: Mark | null = null

  hear(mark: Mark): void {
    if (mark.mark === 'acknowledged') this.acknowledged.set(mark.saleId, mark.state)
    this.trying = mark.mark === 'trying' ? mark : null
  }
}

async function startAfter(found: ReadonlyMap<string, Buffer>, sales: SalesTold, thorough: boolean): Promise<Verdict> {
  const directory = mkdtempSync(join(memoryDisk(), 'guichet-power-loss-'))
  try {
    for (const [name, bytes] of found) {
      if (name.includes('/')) mkdirSync(join(directory, name, '..'), { recursive: true })
      writeFileSync(join(directory, name), bytes, { mode: 0o600 })
    }
    return await judge(directory, sales, thorough)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

async function judge(directory: string, sales: SalesTold, thorough: boolean): Promise<Verdict> {
  const options = registerOptions(directory)
  const now = () => ({ monoMs: 0, bootId: 'boot-2', wallUtc: '2025-05-17T15:00:00.000Z' })
  try {
    const ledger = await openLedger({ ...options, signer: openFileSigner(join(directory, 'key.json')), now })
    const { rebuilt, chain, missing } = ledger.opening
    const gone = [...sales.acknowledged].find(([saleId, state]) => {
      const sale = ledger.find(saleId)
      const found = sale && hash('sha256', canonicalJson(sale))
      return found !== state && !(sales.trying?.saleId === saleId && sales.trying.state === found)
    })
    ledger.close()
    if (gone) return { kind: 'lost', why: `sale ${gone[0]} is not as it was acknowledged` }
    if (rebuilt || chain || missing) return { kind: 'corrupt', why: JSON.stringify({ rebuilt, chain, missing }) }
  } catch (error) {
    return { kind: 'corrupt', why: String(error) }
  }
  if (!thorough) return null
  const { findings } = await verifyLedger({ path: options.path })
  const [error] = findings.filter(({ severity }) => severity === 'error')
  return error ? { kind: 'corrupt', why: JSON.stringify(error) } : null
}

/** Returns a folder in memory, where a flush takes no time. */
const memoryDisk = (): string => (process.platform === 'linux' ? '/dev/shm' : tmpdir())
