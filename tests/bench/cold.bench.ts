import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Suite } from './harness.ts'
import { demoData, serveProgram, wipe } from '../support/served-program.ts'

const runFile = promisify(execFile)

/** The program's own start; that of its page is `cold-page`. */
export const suite: Suite = {
  title: 'the built program from nothing until its screens are served, ledger and demo service open; wall clock',
  unit: { one: 'start', many: 'starts' },
  clock: 'wall',
  prepare: async () => {
    const data = await demoData()
    const start = async (): Promise<number> => {
      const began = performance.now()
      const program = await serveProgram(data)
      const took = performance.now() - began
      await program.stop()
      return took
    }
    return {
      contenders: [
        { name: 'guichet', units: 1, run: start },
        {
          name: 'floor: bare node',
          units: 1,
          run: async () => {
            const began = performance.now()
            await runFile(process.execPath, ['-e', 'console.log(0)'])
            return performance.now() - began
          },
        },
      ],
      goals: [{ against: 'floor: bare node', ratio: 1 / 2.5 }],
      // The first start makes the database: what is measured begins with the second.
      check: async () => void (await start()),
      close: () => wipe(data),
    }
  },
}
