import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '../../shared/domain/language.ts'
import { guichet } from '../cli/guichet.ts'
import { temporaryFolder } from '../shells/shell.ts'

function machineWith(updates: object) {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ updates }))
  const linesOf = async (...words: readonly string[]) =>
    (await guichet(...words, '--data', folder)).said.split('\n').filter((line) => line !== '')
  return { status: () => linesOf('status'), doctor: (language: string) => linesOf('doctor', '--language', language) }
}

const asBefore = { from: 'https://updates.example/', publicKeyFile: 'vendor.pem' }

test('status and doctor name each setting of updates that is read elsewhere now, and where', async () => {
  const machine = machineWith(asBefore)
  const told = [await machine.status()]
  for (const language of languages) told.push(await machine.doctor(language))
  expect(new Set(told.map(String)).size).toBe(languages.length + 1)
  for (const said of told)
    for (const setting of ['updates.from', 'updates.publicKeyFile'])
      expect(
        said.filter((line) => line.includes(setting) && line.includes('/etc/guichet/update-settings.json')),
      ).toHaveLength(1)
})

test('and say nothing of a machine that only says when it sells', async () => {
  const machine = machineWith({ openingHours: { from: '08:00', to: '23:00' } })
  expect(await machine.status()).toEqual(['not running'])
  expect(await machine.doctor('fr')).toEqual([])
})
