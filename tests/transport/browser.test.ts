import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { browserArguments, Browsers, findBrowser } from '../../electron/transport/browser.ts'
import { temporaryFolder } from '../shells/shell.ts'

function folderWith(...files: readonly string[]): string {
  const folder = temporaryFolder()
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
  return folder
}

/** Path of Edge on Windows. The test joins paths by the rules of the system on which it runs. */
const edge = 'Microsoft\\Edge\\Application\\msedge.exe'
const none = (): null => null

describe('on Windows', () => {
  test('Edge is found among the programs of all users', () => {
    const folder = folderWith(edge)
    const env = { PROGRAMFILES: '/nowhere', 'PROGRAMFILES(X86)': folder }
    expect(findBrowser('win32', env, none)).toBe(join(folder, edge))
  })

  test('a browser elsewhere is found by the registry, where it is there still', () => {
    const folder = folderWith('msedge.exe')
    const registry = (key: string): string | null => {
      if (key === 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths\\msedge.exe')
        return join(folder, 'msedge.exe')
      return key.endsWith('chrome.exe') ? join(folder, 'gone', 'chrome.exe') : null
    }
    expect(findBrowser('win32', {}, registry)).toBe(join(folder, 'msedge.exe'))
    expect(findBrowser('win32', {}, none)).toBeNull()
  })

  test('Edge in a hall fills the screen with the one page, and not with a browser for the public', () => {
    const options = { url: 'http://127.0.0.1:1/?token=x', profile: 'C:\\p', kiosk: true }
    const args = browserArguments('C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe', options)
    const ofEdge = ['--edge-kiosk-type=fullscreen', '--kiosk-idle-timeout-minutes=0']
    expect(args.slice(0, 4)).toEqual(['--kiosk', options.url, ...ofEdge])
    expect(args).toContain('--user-data-dir=C:\\p')
    const desk = browserArguments('C:\\msedge.exe', { ...options, kiosk: false })
    expect(desk.slice(0, 2)).toEqual([`--app=${options.url}`, '--start-maximized'])
    const chrome = browserArguments('C:\\chrome.exe', options)
    expect(chrome.slice(0, 2)).toEqual([`--app=${options.url}`, '--kiosk'])
  })
})

test('on Linux a browser is looked for on the path, and only where there is a display', () => {
  const folder = folderWith('chromium', 'google-chrome')
  expect(findBrowser('linux', { PATH: folder })).toBeNull()
  expect(findBrowser('linux', { PATH: folder, DISPLAY: ':0' })).toBe(join(folder, 'chromium'))
})

// Chromium refuses to run its sandbox as root only on Linux.
test.runIf(process.platform === 'linux')('a browser without its sandbox is reported, with what to do', async () => {
  const folder = folderWith('chromium')
  writeFileSync(join(folder, 'chromium'), '#!/bin/sh\n')
  chmodSync(join(folder, 'chromium'), 0o755)
  vi.stubEnv('PATH', folder)
  vi.stubEnv('DISPLAY', ':0')
  onTestFinished(() => void vi.unstubAllEnvs())
  const warned: unknown[] = []
  const browsers = new Browsers(folder, { warn: (...words) => void warned.push(words) })
  const browser = browsers.open('desk', 'http://127.0.0.1:1/', false)
  if (!browser) throw new Error('expected a browser')
  await once(browser, 'exit')
  const detail = "root cannot use Chromium's sandbox: start Guichet from another account"
  expect(browser.spawnargs.includes('--no-sandbox')).toBe(warned.length > 0)
  expect(warned).toEqual(process.getuid?.() === 0 ? [['browser.sandbox-missing', { detail }]] : [])
})
