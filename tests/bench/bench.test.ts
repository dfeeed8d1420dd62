import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { amountOf, anyOf } from '../support/share.ts'

const names = readdirSync(import.meta.dirname).flatMap((file) => /^(.+)\.bench\.ts$/u.exec(file)?.[1] ?? [])
const suites = anyOf('suites', names.sort(), amountOf(6, 1))

test(`every suite comes to its end (${suites.said})`, async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...suites.cases, '--once'])
  expect(stdout.match(/^.+(?=: ended$)/gmu)?.sort()).toEqual(suites.cases)
}, 300_000)
