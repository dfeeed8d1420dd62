import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { languages } from '../../shared/domain/language.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { seedFolder } from '../support/demo-hub.ts'
import { startShell, temporaryFolder } from './shell.ts'

async function status(data: string, ...more: readonly string[]) {
  const shell = startShell('cli.js', ['status', '--data', data, ...more])
  return { code: await shell.ended, ...shell.output }
}

describe('guichet status', () => {
  test('says how the running program is, and that none runs once it has ended', async () => {
    const data = temporaryFolder()
    expect(await status(data)).toEqual({ code: 3, stdout: 'not running\n', stderr: '' })
    const host = startShell('browser-host.js', ['--data', data, '--no-browser'])
    await host.says(/^Guichet: /mu)
    await expect.poll(() => existsSync(join(data, 'status.json'))).toBe(true)
    const text = await status(data)
    expect(text.code).toBe(0)
    expect(text.stdout).toMatch(
      new RegExp(`: guichet ${packageFile.version} \\(demo\\), process ${host.pid}, since `, 'u'),
    )
    expect(text.stdout).toMatch(/^partner +up$/mu)
    expect(text.stdout).toMatch(/^notes +0 in the cash box since it was last emptied$/mu)
    expect(text.stdout).toMatch(/^sales +0 unfinished$/mu)
    expect(JSON.parse((await status(data, '--json')).stdout)).toMatchObject({
      version: packageFile.version,
      mode: 'demo',
      pid: host.pid,
      partner: 'up',
      canSell: true,
      serving: false,
    })
    host.kill('SIGTERM')
    expect(await host.ended).toBe(0)
    expect((await status(data)).code).toBe(3)
  })

  test('does not believe a status of long ago', async () => {
    const data = await seedFolder(temporaryFolder())
    const host = startShell('browser-host.js', ['--data', data, '--no-browser'])
    await host.says(/^Guichet: /mu)
    const file = join(data, 'status.json')
    await expect.poll(() => existsSync(file)).toBe(true)
    host.kill('SIGKILL')
    await host.ended
    const last = JSON.parse(readFileSync(file, 'utf8')) as object
    writeFileSync(file, JSON.stringify({ ...last, writtenUtc: new Date(Date.now() - 60_000).toISOString() }))
    expect(await status(data, '--json')).toEqual({ code: 3, stdout: 'null\n', stderr: '' })
  })

  test('and doctor name a screen that runs without the sandbox of its browser', async () => {
    const data = await seedFolder(temporaryFolder())
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'chromium'), '#!/bin/sh\nexec sleep 600\n')
    chmodSync(join(folder, 'chromium'), 0o755)
    const host = startShell('browser-host.js', ['--data', data], {
      DISPLAY: ':99',
      PATH: [folder, process.env['PATH']].join(delimiter),
    })
    const file = join(data, 'status.json')
    await expect.poll(() => existsSync(file)).toBe(true)
    const told = JSON.parse(readFileSync(file, 'utf8')) as object
    // Root cannot use the sandbox.
    expect(told).toMatchObject({ screenSandboxed: process.getuid?.() !== 0 })
    host.kill('SIGTERM')
    await host.ended

    const doctor = async (language: string) => {
      const shell = startShell('cli.js', ['doctor', '--data', data, '--language', language])
      await shell.ended
      return shell.output.stdout
    }
    const tell = (screenSandboxed: boolean): void =>
      writeFileSync(file, JSON.stringify({ ...told, writtenUtc: new Date().toISOString(), screenSandboxed }))
    tell(true)
    expect((await status(data)).stdout).not.toMatch(/^screen/mu)
    expect(await doctor('en')).toBe('')
    for (const language of languages) {
      tell(false)
      const { title, unsandboxed } = catalogues[language].doctor.screen
      expect(await doctor(language)).toBe(`! ${title.padEnd(16)} ${unsandboxed}\n`)
    }
    tell(false)
    expect((await status(data)).stdout).toContain(`screen    ${catalogues.en.doctor.screen.unsandboxed}\n`)
  })
})
