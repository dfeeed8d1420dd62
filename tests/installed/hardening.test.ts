import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { TEST_SUFFIX } from '../../electron/update/release.ts'
import { FuseV1Options, getCurrentFuseWire } from '../../scripts/packaging/packager.ts'
import { root } from '../shells/shell.ts'
import { bootMachine, lendBinding, lentBinding, whyNoMachine, type Machine } from './machine.ts'

const packages = inject('packages')
const version = `${packages?.newer}${TEST_SUFFIX}`
const deb = `guichet_${version}_amd64.deb`
const unavailable = whyNoMachine() !== null || packages === null || !existsSync(join(packages.folder, deb))

const OFF = 0x30
const ON = 0x31

const data = '/var/lib/guichet/.local/share/guichet'
const env = { DISPLAY: ':8', ...lentBinding }

describe.skipIf(unavailable)('the installed program in Electron', () => {
  let machine: Machine

  beforeAll(async () => {
    machine = await bootMachine(packages?.folder ?? '', join(root, 'test-results', 'hardening.txt'))
    lendBinding(machine)
    await machine.run(`dpkg --install /tmp/packages/${deb}`)
    await machine.run('mkdir -p -m 1777 /tmp/.X11-unix; (Xvfb :8 -screen 0 1080x1920x24 -ac >/dev/null 2>&1 &)')
  })
  afterAll(() => machine?.end())

  const log = (): string => {
    const file = machine.path(`${data}/guichet.log`)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }

  test('has its fuses set', async () => {
    const wire = await getCurrentFuseWire(machine.path('/usr/lib/guichet/guichet'))
    const off = [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.GrantFileProtocolExtraPrivileges,
      FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
    ]
    expect(off.map((fuse) => wire[fuse])).toEqual(off.map(() => OFF))
    const { EnableCookieEncryption, EnableEmbeddedAsarIntegrityValidation, OnlyLoadAppFromAsar } = FuseV1Options
    const on = [EnableCookieEncryption, EnableEmbeddedAsarIntegrityValidation, OnlyLoadAppFromAsar]
    expect(on.map((fuse) => wire[fuse])).toEqual(on.map(() => ON))
  })

  test('is no Node for others, and takes no orders for one', async () => {
    const asNode = await machine.runAsKiosk('guichet --version', { ELECTRON_RUN_AS_NODE: '1' })
    expect(asNode.stdout).toBe(`${version}\n`)
    writeFileSync(machine.path('/tmp/spy.cjs'), "require('fs').writeFileSync('/tmp/spied', '')")
    await machine.runAsKiosk('guichet --version', { NODE_OPTIONS: '--require /tmp/spy.cjs' })
    expect(existsSync(machine.path('/tmp/spied'))).toBe(false)
  })

  test('loads nothing that was laid beside its archive', async () => {
    const app = '/usr/lib/guichet/resources/app'
    await machine.run(`mkdir ${app}; echo '{"main":"x.js"}' >${app}/package.json; echo 'process.exit(9)' >${app}/x.js`)
    expect((await machine.runAsKiosk('guichet --version')).stdout).toBe(`${version}\n`)
    await machine.run(`rm -r ${app}`)
  })

  test.each([
    ['a debugging port', '--remote-debugging-port=0'],
    ['a lifted sandbox', '--no-sandbox'],
    ['pages without an origin', '--disable-web-security'],
  ])('does not start as a kiosk with %s', async (_, option) => {
    const refused = await machine.runAsKiosk(`timeout 60 guichet --kiosk ${option}`, env)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`guichet: a locked kiosk does not accept ${option.replace(/=.*/u, '')}\n`)
  })

  test('keeps every page in the sandbox, whatever the command line says', async () => {
    await machine.runAsKiosk(`mkdir -p ${data} && echo '{}' >${data}/config.json`)
    const running = machine.start('guichet --no-sandbox', env)
    await expect.poll(log, { timeout: 60_000 }).toContain('"kiosk.started"')
    const pages = async (): Promise<string> =>
      (
        await machine.run(
          "for p in /proc/[0-9]*; do tr '\\0' ' ' <$p/cmdline 2>/dev/null | grep -q -- --type=rendere[r] && grep -h Seccomp: $p/status; done; true",
        )
      ).stdout
    await expect.poll(pages, { timeout: 30_000 }).toMatch(/^(?:Seccomp:\s+2\n)+$/u)
    await running.kill('TERM')
  })

  test('does not run as root', async () => {
    const refused = await machine.run('timeout 60 guichet --kiosk', env)
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toContain('Running as root without --no-sandbox is not supported')
  })
})
