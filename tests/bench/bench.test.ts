import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('every suite comes to its end', async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [main, '--once'])
  const suites = readdirSync(import.meta.dirname).flatMap((file) => /^(.+)\.bench\.ts$/u.exec(file)?.[1] ?? [])
  expect(stdout.match(/^.+(?=: ended$)/gmu)?.sort()).toEqual(suites.sort())
}, 300_000)
