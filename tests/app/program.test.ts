import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { programOptions, readArguments } from '../../electron/cli/arguments.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { defaultDataDirectory } from '../../electron/host/data-directory.ts'
import { installation, readProgram } from '../../electron/app/program.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-program-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function environment(values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
}

const dataOf = async (values: { data?: string; config?: string }, fallback?: string): Promise<string> => {
  const program = await readProgram(values, fallback)
  if (!program.ok) throw new Error(program.error.lines.join('\n'))
  return program.value.config.dataDirectory
}

describe('where the data lies', () => {
  test('the option wins over the environment, the environment over the shell, the shell over the platform', async () => {
    const [option, fromEnvironment, fromShell] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
    environment({ GUICHET_DATA: fromEnvironment })
    expect(await dataOf({ data: option }, fromShell)).toBe(option)
    expect(await dataOf({}, fromShell)).toBe(fromEnvironment)
    environment({ GUICHET_DATA: '' })
    expect(await dataOf({}, fromShell)).toBe(fromShell)
    expect(await dataOf({ data: '' }, fromShell)).toBe(fromShell)
    environment({ XDG_DATA_HOME: fromShell })
    if (process.platform === 'linux') expect(await dataOf({})).toBe(join(fromShell, 'guichet'))
    expect(await dataOf({})).toBe(defaultDataDirectory())
  })

  test('settings are read from the option, then the environment, then the data directory', async () => {
    const folder = temporaryFolder()
    const file = (name: string, maxSeats: number): string => {
      writeFileSync(join(folder, name), JSON.stringify({ maxSeats }))
      return join(folder, name)
    }
    const seats = async (values: { config?: string }): Promise<number | undefined> => {
      const program = await readProgram({ data: folder, ...values })
      return program.ok ? program.value.config.maxSeats : undefined
    }
    file('config.json', 1)
    expect(await seats({})).toBe(1)
    environment({ GUICHET_CONFIG: file('environment.json', 2) })
    expect(await seats({})).toBe(2)
    expect(await seats({ config: file('option.json', 3) })).toBe(3)
  })

  test('a wrong setting is a value', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'config.json'), '{"maxSeats": 0}')
    expect(await readProgram({ data: folder })).toMatchObject({ ok: false, error: { type: 'config-error' } })
  })
})

test('the program finds its own resources and version', () => {
  const { version, resourcesDirectory } = installation()
  expect(version).toBe(packageFile.version)
  expect(resourcesDirectory.endsWith('resources')).toBe(true)
})

test('a checkout reads the environment variables for tests', () => {
  environment({ GUICHET_SQLITE_BINDING: '/opt/build.node' })
  expect(installation().sqliteBinding).toBe('/opt/build.node')
})

describe('a command line', () => {
  const options = { ...programOptions, kiosk: { type: 'boolean' } } as const

  test('is read', () => {
    const read = readArguments(['--data', 'a b', '--config=c.json', '--kiosk'], options)
    expect(read).toMatchObject({ ok: true, value: { values: { data: 'a b', config: 'c.json', kiosk: true } } })
  })

  test.each([
    [['--dta', 'x'], /^--dta: unknown option$/u],
    [['--data'], /^--data <value>: the value is missing$/u],
    [['--kiosk=yes'], /^--kiosk takes no value$/u],
    [['7420'], /^guichet: too many arguments: remove "7420"$/u],
  ])('%j is refused in words', (args, words) => {
    const read = readArguments(args, options)
    expect(read.ok ? '' : read.error.sentence(catalogues.en)).toMatch(words)
  })
})
