import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTemplates } from '../simulation/hall.ts'
import { everyLie, type Lie } from './lies.ts'
import { playLie, type Played } from './play-lie.ts'

export interface LiarReport {
  readonly lies: number
  /** Replies that arrived other than they were. */
  readonly told: number
  /** Lies by what became of the sale. */
  readonly ended: Readonly<Record<string, number>>
  readonly faults: readonly string[]
}

/**
 * Lies spread evenly over all of them, `most` at most; another `seed` takes others. Each is played from a first sale to the end of the day. `blind`: the client sees nothing by which a reply
 * says whose it is, as if it compared nothing.
 */
export async function lieToTheKiosk({
  most = Infinity,
  seed = 1,
  blind = false,
  only = () => true,
}: {
  readonly most?: number
  readonly seed?: number
  readonly blind?: boolean
  readonly only?: (lie: Lie) => boolean
}): Promise<LiarReport> {
  const directory = mkdtempSync(join(tmpdir(), 'guichet-liar-'))
  try {
    const templates = await createTemplates(directory)
    const truthful = await playLie(null, templates)
    if (truthful.violations.length > 0 || truthful.ended !== 'done') throw new Error(describe(truthful))
    const all = everyLie(truthful.honest).filter(only)
    const stride = Math.max(1, Math.ceil(all.length / most))
    const lies = all.filter((_, index) => index % stride === seed % stride)
    const ended: Record<string, number> = {}
    const faults: string[] = []
    let told = 0
    for (const lie of lies) {
      const played = await playLie(lie, templates, blind)
      told += played.told
      const end = played.ended ?? 'not begun'
      ended[end] = (ended[end] ?? 0) + 1
      if (played.violations.length > 0) faults.push(describe(played))
    }
    return { lies: lies.length, told, ended, faults }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Lies that nothing but a name gives away, told of money and tickets. */
export function namesAnother({ operation, what }: Lie): boolean {
  const afterHolds = operation === 'readCheckout' || operation === 'confirmPurchase' || operation === 'listTickets'
  return afterHolds && /(event_id|owner_ref|session_id|event\.id): of another event$/u.test(what)
}

function describe({ lie, ended, violations, story }: Played): string {
  const what = violations.map(({ invariant, what: said }) => `${invariant}: ${said}`).join('; ')
  return `${lie} (sale: ${ended ?? 'not begun'}): ${what}\n${story.slice(-30).join('\n')}`
}
