import { openFileSigner } from '../../electron/ledger/chain/file-signer.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import type { Signer } from '../../electron/ledger/chain/signer.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { Suite } from './harness.ts'
import { benchClock, plainStore, rawWriter, seller, STEPS_A_SALE } from './ledger-steps.ts'
import { scratchFolder } from './venues.ts'

const SALES = 20
const STEPS = SALES * STEPS_A_SALE
const PLAIN = 'plain SQLite, write-ahead log, two rows'

export const suite: Suite = {
  title: 'one durable step of a sale (synchronous = FULL), averaged over whole sales',
  unit: { one: 'step', many: 'steps' },
  clock: 'wall',
  prepare: async () => {
    const folder = await scratchFolder()
    const signer = openFileSigner(folder.path('key.json'))
    const signing = { microseconds: 0, times: 0 }
    const timed: Signer = {
      ...signer,
      sign(bytes) {
        const start = performance.now()
        const signature = signer.sign(bytes)
        signing.microseconds += (performance.now() - start) * 1000
        signing.times += 1
        return signature
      },
    }
    const nothing = Buffer.alloc(64)
    const unsigned: Signer = { ...signer, sign: () => nothing }
    const now = benchClock()
    const open = (name: string, by: Signer) =>
      openLedger({ path: folder.path(name), register: 'kiosk-1', appVersion: '0', signer: by, now })
    const ledger = await open('ledger.db', timed)
    const bare = await open('unsigned.db', unsigned)
    const sellers = {
      ledger: seller(ledger, now),
      bare: seller(bare, now),
      wal: seller(plainStore(folder.path('wal.db'), 'wal'), now),
      rollback: seller(plainStore(folder.path('rollback.db'), 'delete'), now),
    }
    const raw = rawWriter(folder.path('raw'))
    return {
      contenders: [
        { name: 'guichet but for its signature: journal, chain, tables', units: STEPS, run: () => sellers.bare(SALES) },
        { name: 'the same, signed', units: STEPS, run: () => sellers.ledger(SALES) },
        { name: PLAIN, units: STEPS, run: () => sellers.wal(SALES) },
        { name: 'plain SQLite, rollback journal, two rows', units: STEPS / 4, run: () => sellers.rollback(SALES / 4) },
        { name: 'floor: 8 kB written with O_DSYNC', units: STEPS, run: () => times(STEPS, raw) },
      ],
      goals: [{ against: PLAIN, ratio: 1 / 1.5 }],
      check: async () => {
        sellers.ledger(2)
        const { ok, findings } = await verifyLedger({ path: folder.path('ledger.db') })
        if (!ok) throw new Error(`the ledger does not hold: ${JSON.stringify(findings[0])}`)
      },
      facts: async () => {
        const { rows, sales } = await verifyLedger({ path: folder.path('ledger.db') })
        const each = (signing.microseconds / signing.times).toFixed(0)
        return [
          `A signature took ${each} µs. ${rows} rows of ${sales} sales were written, and the verifier found nothing.`,
        ]
      },
      close: async () => {
        ledger.close()
        bare.close()
        await folder.remove()
      },
    }
  },
}

function times(count: number, work: () => void): void {
  for (let done = 0; done < count; done += 1) work()
}
