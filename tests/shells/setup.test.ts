import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startShell, temporaryFolder, type Shell } from './shell.ts'

/** Answers each question as it comes. */
async function answer(shell: Shell, answers: readonly (readonly [RegExp, string])[]): Promise<void> {
  let read = 0
  for (const [question, line] of answers) {
    const asked = new RegExp(`^(?:${question.source}).*:$`, 'mu')
    await expect.poll(() => asked.test(shell.output.stdout.slice(read)), { message: `${question} is asked` }).toBe(true)
    read = shell.output.stdout.length
    shell.types(line)
  }
}

const settingsIn = (data: string): unknown => JSON.parse(readFileSync(join(data, 'config.json'), 'utf8'))

describe('guichet setup', () => {
  test('makes a demo of a machine in three answers, and starts on it', async () => {
    const data = temporaryFolder()
    const shell = startShell('cli.js', ['setup', '--data', data])
    await answer(shell, [
      [/What is this machine/u, ''],
      [/Language of its screens/u, 'pt'],
      [/Its name/u, 'hall-1'],
    ])
    expect([await shell.ended, shell.output.stderr]).toEqual([0, ''])
    expect(settingsIn(data)).toEqual({
      deviceId: 'hall-1',
      language: 'pt',
      languages: ['pt', 'fr', 'en'],
      mode: 'demo',
    })
    expect(statSync(join(data, 'config.json')).mode & 0o777).toBe(0o600)
    const sale = startShell('cli.js', ['demo', '--data', data])
    expect([await sale.ended, sale.output.stderr]).toEqual([0, ''])
  })

  test('asks again for what the program would refuse, tries the partner, and keeps the old settings', async () => {
    const data = temporaryFolder()
    const first = startShell('cli.js', ['setup', '--data', data])
    await answer(first, [
      [/What is/u, 'demo'],
      [/Language/u, ''],
      [/Its name/u, 'old'],
    ])
    expect(await first.ended).toBe(0)
    const shell = startShell('cli.js', ['setup', '--data', data])
    await answer(shell, [
      [/There are settings already/u, 'yes'],
      [/What is/u, 'till'],
      [/What is/u, 'kiosk'],
      [/Language/u, 'fr'],
      [/Its name/u, 'two words'],
      [/Its name/u, 'nongo-3'],
      [/Fill the screen/u, ''],
      [/Address of the partner/u, 'http://tickets.example'],
      [/Address of the partner/u, 'https://127.0.0.1:1'],
      [/Partner code/u, 'nongo'],
      [/PIN of its staff/u, '12'],
      [/PIN of its staff/u, '730516'],
      [/The same PIN/u, '730517'],
      [/PIN of its staff/u, '730516'],
      [/The same PIN/u, '730516'],
      [/Ticket printer/u, 'none'],
      [/Keep these settings/u, 'yes'],
    ])
    expect([await shell.ended, shell.output.stderr]).toEqual([0, ''])
    expect(shell.output.stdout).toContain('expected one of kiosk, cashier, demo, hub\n')
    expect(shell.output.stdout).toMatch(/^deviceId: expected 1 to 32 letters/mu)
    expect(shell.output.stdout).toMatch(/^✗ /mu)
    expect(settingsIn(data)).toMatchObject({
      deviceId: 'nongo-3',
      mode: 'live',
      role: 'kiosk',
      partner: { baseUrl: 'https://127.0.0.1:1', partnerCode: 'nongo' },
      tenders: ['cash'],
      staffPin: '730516',
      kiosk: true,
    })
    expect(readFileSync(join(data, 'config.json.before'), 'utf8')).toContain('"old"')
  })

  test('writes nothing where nobody answers', async () => {
    const data = temporaryFolder()
    const shell = startShell('cli.js', ['setup', '--data', data])
    await shell.says(/What is this machine/u)
    shell.kill('SIGTERM')
    await shell.ended
    expect(existsSync(join(data, 'config.json'))).toBe(false)
  })
})
