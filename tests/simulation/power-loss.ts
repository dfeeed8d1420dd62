// npm run simulate:power-loss -- [--states N] [--sales N] [--seed N]
// Records what the real ledger writes and flushes while it sells, cuts the power at every boundary in every way a disk
// may lose, tear or reorder what was not flushed, and starts the ledger on what is left. The control sells with
// synchronous = NORMAL and must lose.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cutPower, type Outcome } from './power-loss/cut-power.ts'
import { recordWorkload, straceWorks } from './power-loss/strace.ts'

const { values } = parseArgs({
  options: {
    states: { type: 'string', default: '20000' },
    sales: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
})
const states = Number(values.states)
const seed = Number(values.seed)

async function simulate(setting: 'full' | 'normal', count: number): Promise<Outcome> {
  const scratch = mkdtempSync(join(tmpdir(), 'guichet-power-loss-'))
  const directory = join(scratch, 'register')
  mkdirSync(directory)
  try {
    const calls = recordWorkload(directory, Number(values.sales), setting)
    const started = performance.now()
    const outcome = await cutPower(calls, {
      states: count,
      seed,
      onProgress(done) {
        if (done % Math.ceil(count / 20) === 0) console.error(`${setting}: ${done} of ${count}`)
      },
    })
    const seconds = Math.round((performance.now() - started) / 1000)
    console.log(
      `synchronous = ${setting.toUpperCase()}: ${outcome.states} states at ${outcome.boundaries} boundaries in ${seconds} s: ` +
        `${outcome.lost} lost an acknowledged sale, ${outcome.corrupt} corrupt`,
    )
    for (const example of outcome.examples) console.log(`  ${example}`)
    return outcome
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

if (!straceWorks()) {
  console.error('This simulation records system calls: it needs strace, and the right to use it.')
  process.exit(2)
}
const full = await simulate('full', states)
const control = await simulate('normal', Math.max(200, Math.round(states / 20)))
const passed = full.lost === 0 && full.corrupt === 0 && control.lost > 0
console.log(passed ? 'passed: nothing was lost, and the control lost' : 'FAILED')
process.exitCode = passed ? 0 : 1
