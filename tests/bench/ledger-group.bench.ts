import { openFileSigner } from '../../electron/ledger/chain/file-signer.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { openStore, type Store } from '../../electron/ledger/sales/store.ts'
import type { Instant, Sale, SaleEvent } from '../../shared/domain/sale/sale.ts'
import type { Suite } from './harness.ts'
import { benchClock, rawWriter, seller, STEPS_A_SALE } from './ledger-steps.ts'
import { scratchFolder } from './venues.ts'

const GROUP = 32
const SALES = 16
const STEPS = SALES * STEPS_A_SALE

type Step = readonly [previous: Sale | null, sale: Sale, event: SaleEvent, now: Instant]

export const suite: Suite = {
  title: `${GROUP} steps of sales in one transaction, against a transaction each`,
  unit: { one: 'step', many: 'steps' },
  clock: 'wall',
  prepare: async () => {
    const folder = await scratchFolder()
    const signer = openFileSigner(folder.path('key.json'))
    const now = benchClock()
    const open = async (name: string): Promise<Store> => {
      const options = { path: folder.path(name), register: 'kiosk-1', appVersion: '0', signer, now, reserveBytes: 0 }
      const made = await openLedger(options)
      made.close()
      return openStore(options.path, options)
    }
    const grouped = await open('grouped.db')
    const single = await open('single.db')
    const commit = (store: Store, steps: readonly Step[]): void =>
      store.transaction(() => {
        for (const step of steps) store.step(...step)
      })
    const waiting: Step[] = []
    const sellGrouped = seller(
      {
        record(...step) {
          waiting.push(step)
          if (waiting.length === GROUP) commit(grouped, waiting.splice(0))
        },
      },
      now,
    )
    const sellSingly = seller({ record: (...step) => commit(single, [step]) }, now)
    const raw = rawWriter(folder.path('raw'))
    return {
      contenders: [
        { name: `guichet, ${GROUP} in a transaction`, units: STEPS, run: () => sellGrouped(SALES) },
        { name: 'guichet, one in a transaction', units: STEPS, run: () => sellSingly(SALES) },
        {
          name: 'floor: 8 kB written with O_DSYNC',
          units: STEPS,
          run: () => {
            for (let write = 0; write < STEPS; write += 1) raw()
          },
        },
      ],
      goals: [{ against: 'guichet, one in a transaction', ratio: 6 }],
      check: () => {
        sellGrouped(GROUP)
        const rows = grouped.journal.head().seq - 1
        if (rows % GROUP !== 0 || rows === 0) throw new Error(`${rows} rows are no whole groups`)
        return Promise.resolve()
      },
      close: async () => {
        grouped.close()
        single.close()
        await folder.remove()
      },
    }
  },
}
