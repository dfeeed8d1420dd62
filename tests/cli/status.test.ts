import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { languages } from '../../shared/domain/language.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { seedFolder } from '../support/demo-hub.ts'
import { guichet, startProgram } from './guichet.ts'

/** Starts a machine and waits until it has written its status for the first time. */
async function startOn(data: string) {
  const machine = await startProgram({ data })
  await expect.poll(() => existsSync(join(data, 'status.json'))).toBe(true)
  return machine
}

test('says how the running program is, and that none runs once it has ended; a status of long ago is not believed', async () => {
  const data = await seedFolder(temporaryFolder())
  const status = (...words: readonly string[]) => guichet('status', '--data', data, ...words)
  expect(await status()).toEqual({ code: 3, said: 'not running', refused: [] })
  const machine = await startOn(data)
  const text = await status()
  expect(text.code).toBe(0)
  const name = `: guichet ${packageFile.version} \\(demo\\), process ${process.pid}, since `
  expect(text.said).toMatch(new RegExp(name, 'u'))
  expect(text.said).toMatch(/^partner +up$/mu)
  expect(text.said).toMatch(/^notes +0 in the cash box since it was last emptied$/mu)
  expect(text.said).toMatch(/^sales +0 unfinished$/mu)
  const json = JSON.parse((await status('--json')).said) as object
  expect(json).toMatchObject({
    version: packageFile.version,
    mode: 'demo',
    pid: process.pid,
    partner: 'up',
    canSell: true,
    serving: false,
  })
  await machine.stop()
  expect((await status()).code).toBe(3)

  const file = join(data, 'status.json')
  writeFileSync(file, JSON.stringify({ ...json, writtenUtc: new Date().toISOString() }))
  expect((await status()).code).toBe(0)
  writeFileSync(file, JSON.stringify({ ...json, writtenUtc: new Date(Date.now() - 60_000).toISOString() }))
  expect(await status('--json')).toEqual({ code: 3, said: 'null', refused: [] })
})

test('and doctor name a screen that runs without the sandbox of its browser', async () => {
  const data = await seedFolder(temporaryFolder())
  const machine = await startOn(data)
  const file = join(data, 'status.json')
  const told = JSON.parse(readFileSync(file, 'utf8')) as object
  await machine.stop()
  const tell = (screenSandboxed: boolean): void =>
    writeFileSync(file, JSON.stringify({ ...told, writtenUtc: new Date().toISOString(), screenSandboxed }))
  const status = async () => (await guichet('status', '--data', data)).said
  const doctor = async (language: string) => (await guichet('doctor', '--data', data, '--language', language)).said
  tell(true)
  expect(await status()).not.toMatch(/^screen/mu)
  expect(await doctor('en')).toBe('')
  for (const language of languages) {
    tell(false)
    const { title, unsandboxed } = catalogues[language].doctor.screen
    expect(await doctor(language)).toBe(`! ${title.padEnd(16)} ${unsandboxed}`)
  }
  tell(false)
  expect(await status()).toContain(`screen    ${catalogues.en.doctor.screen.unsandboxed}`)
})
