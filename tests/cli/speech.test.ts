import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommandLine } from '../../electron/cli/cli.ts'
import { temporaryFolder } from '../shells/shell.ts'

async function check(data: string, ...words: readonly string[]) {
  const [said, refused]: [string[], string[]] = [[], []]
  const refuse = (...lines: readonly string[]) => (refused.push(...lines), 2)
  const command = ['speech', 'check', ...words, '--data', data]
  const code = await runCommandLine(command, { say: (line) => void said.push(line), refuse })
  return { code, said, refused }
}

test('a language that there is no such pack of is a wrong command line', async () => {
  const refused = ['speech check takes fr, en, pt, ar, sus, fuf, emk, not "de"']
  expect(await check(temporaryFolder(), 'de')).toEqual({ code: 2, said: [], refused })
})

test('it ends with 1 where a text cannot be said', async () => {
  const data = temporaryFolder()
  const pack = join(data, 'speech', 'fr')
  mkdirSync(pack, { recursive: true })
  const voice = { synthetic: false, by: 'Mariama Bah' }
  const clips = { merci: { file: 'a.wav' } }
  const manifest = { format: 'guichet-speech/1', language: 'fr', voice, licence: 'CC0-1.0', clips }
  writeFileSync(join(pack, 'manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(pack, 'a.wav'), 'sound')
  const { code, refused } = await check(data, 'fr')
  expect({ code, refused }).toEqual({ code: 1, refused: ['speech packs are incomplete'] })
})
