import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createSystemClock } from '../../electron/host/system.ts'
import { VirtualPrinter } from '../../electron/simulators/virtual-printer/virtual-printer.ts'
import { demoData, wipe } from '../support/served-program.ts'
import { atMost, type Contender, quantile, type Suite } from './harness.ts'

/**
 * Number of sales in a run. The result is the smallest of their longest blocks, because other programs may disturb a
 * sale.
 */
const SALES = 3

const GOAL_MS = 50

export const suite: Suite = {
  title:
    'the longest block of the event loop in a sale of 8 tickets that are printed; kiosk and booking service in one process',
  unit: { one: 'sale', many: 'sales' },
  clock: 'wall',
  prepare: async (once) => {
    const printer = await VirtualPrinter.start({ clock: createSystemClock(), paperMillimetres: 10_000_000 })
    const kiosks = [await startKiosk(printer.port, 'thread'), await startKiosk(printer.port, 'main')] as const
    const [thread, main] = kiosks
    const first = [await thread.sell(), await main.sell()] as const
    const longest: number[] = []
    const contender = (name: string, sell: () => Promise<number>, kept?: number[]): Contender => ({
      name,
      units: 1,
      run: async () => {
        const blocks: number[] = []
        for (let i = 0; i < (once ? 1 : SALES); i++) blocks.push(await sell())
        kept?.push(Math.min(...blocks))
        return Math.min(...blocks)
      },
    })
    return {
      contenders: [
        contender('guichet', thread.sell, longest),
        contender('the same work on the main thread', main.sell),
        contender('floor: an idle kiosk', thread.idle),
      ],
      goals: [{ against: 'the same work on the main thread', ratio: 3 }],
      check: async () => {
        await Promise.all(kiosks.map(({ sell }) => sell()))
      },
      facts: () => {
        const load = loadavg()[0]?.toFixed(1)
        const [there, here] = first.map(Math.round)
        return Promise.resolve([
          atMost('longest block', quantile(longest, 0.5), GOAL_MS, (ms) => `${ms.toFixed(1)} ms`),
          `First sale of the process: ${there} ms, and ${here} ms on the main thread. Load average of the machine: ${load}.`,
        ])
      },
      close: async () => {
        for (const kiosk of kiosks) await kiosk.stop()
        await printer.close()
      },
    }
  },
}

async function startKiosk(port: number, place: 'thread' | 'main') {
  const data = await demoData()
  const file = fileURLToPath(new URL('block-kiosk.ts', import.meta.url))
  const child = fork(file, [data, `${port}`, place])
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the kiosk ended')))
  const reply = async (): Promise<unknown> => (await Promise.race([once(child, 'message'), ended]))[0]
  await reply()
  const ask = (order: 'sell' | 'idle') => async (): Promise<number> => {
    child.send(order)
    return Number(await reply())
  }
  return {
    sell: ask('sell'),
    idle: ask('idle'),
    async stop() {
      child.send('stop')
      await ended.catch(() => undefined)
      await wipe(data)
    },
  }
}
