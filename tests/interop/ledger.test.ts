import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { need, review, settled, startMachine, temporaryFolder } from '../kiosk/machine.ts'

/** The verifier that was written from the page of the format alone. */
const verifier = fileURLToPath(new URL('archive-verifier.ts', import.meta.url))

interface Verdict {
  readonly rows: number
  readonly tickets: number
  readonly findings: readonly string[]
}

async function verdictOn(file: string): Promise<Verdict> {
  const ran = await promisify(execFile)(process.execPath, [verifier, file]).catch(
    (error: unknown) => error as { stdout: string },
  )
  return JSON.parse(ran.stdout) as Verdict
}

test('an independent verifier accepts the archive of a day, and finds each edit of it', async () => {
  const pin = '2580'
  const machine = await startMachine({ staffPin: pin })
  const { saleId } = await review(machine, 2)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  expect((await settled(machine, saleId)).stage).toMatchObject({ name: 'done' })
  const later = await machine.restart()
  need(await later.api.closeShift({ pin, kind: 'Z' }))
  const { file: archive } = need(await later.api.exportLedger({ pin }))
  const verdict = await verdictOn(archive)
  expect(verdict).toMatchObject({ tickets: 2, findings: [] })
  expect(verdict.rows).toBeGreaterThan(10)

  const text = readFileSync(archive, 'utf8')
  const lines = text.split('\n')
  const edits: readonly string[] = [
    text.replace(String.raw`\"debit\":`, String.raw`\"debit\":1`),
    text.replace(/"mono_ms":\d+/u, '"mono_ms":0'),
    lines.toSpliced(5, 1).join('\n'),
    lines.toSpliced(-2, 1).join('\n'),
    text.replace(/"exportedUtc":"20/u, '"exportedUtc":"19'),
  ]
  for (const [index, edited] of edits.entries()) {
    expect(edited).not.toBe(text)
    const file = join(temporaryFolder(), `${index}.jsonl`)
    writeFileSync(file, edited)
    expect((await verdictOn(file)).findings).not.toEqual([])
  }
})
