import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { bootMachine, type Machine } from '../installed/machine.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { packSmall, whyNoInstalling } from './small-deb.ts'

const sales = '/var/lib/guichet/sales'
const updateSettings = '/etc/guichet/update-settings.json'

/** Replaces Debian's service manager and records its arguments. Marker files make a unit enabled or active. */
const systemctl = `#!/bin/sh
echo "$*" >>/run/told
case "$*" in
  *is-enabled*) [ -e /run/enabled ] ;;
  *is-active*) [ -e /run/active ] ;;
esac
`

describe.skipIf(whyNoInstalling() !== null)('a package’s scripts', () => {
  let machine: Machine

  beforeEach(async () => {
    const folder = temporaryFolder()
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) packSmall(folder, version)
    machine = await bootMachine(folder, join(folder, 'transcript.txt'))
    onTestFinished(() => machine.end())
  })

  const run = async (command: string): Promise<string> => {
    const { code, stdout, stderr } = await machine.run(command)
    expect([command, code, stderr]).toEqual([command, 0, ''])
    return stdout
  }
  const install = (version: string) =>
    run(`dpkg --force-architecture --install /tmp/packages/guichet_${version}_amd64.deb`)
  const sell = () =>
    run(
      `echo sold >${sales}; mkdir -p /var/cache/guichet /etc/guichet; touch /var/cache/guichet/package ${updateSettings}`,
    )
  const exists = (path: string): boolean => existsSync(machine.path(path))
  const state = (name: 'enabled' | 'active', is: boolean): void =>
    is ? writeFileSync(machine.path(`/run/${name}`), '') : rmSync(machine.path(`/run/${name}`), { force: true })
  function withSystemd(): void {
    mkdirSync(machine.path('/run/systemd/system'), { recursive: true })
    writeFileSync(machine.path('/usr/sbin/systemctl'), systemctl, { mode: 0o755 })
  }
  /** Returns the commands that the service manager received since the last call, without queries. */
  function told(): readonly string[] {
    const text = exists('/run/told') ? readFileSync(machine.path('/run/told'), 'utf8') : ''
    rmSync(machine.path('/run/told'), { force: true })
    return text.split('\n').filter((line) => line !== '' && !line.includes(' is-'))
  }

  test('make an account that nobody can enter, with a home for its eyes only, and leave both as they are afterwards', async () => {
    await install('1.0.0')
    const account = await run('getent passwd guichet')
    expect(account).toMatch(/^guichet:x:\d{3}:\d+:[^:]*:\/var\/lib\/guichet:\/usr\/sbin\/nologin\n$/u)
    expect(await run('stat -c "%U %G %a" /var/lib/guichet')).toBe('guichet guichet 700\n')
    await sell()
    await run('chmod 755 /var/lib/guichet; chown root:root /var/lib/guichet')
    await install('1.1.0')
    expect(await run('getent passwd guichet')).toBe(account)
    expect(await run(`stat -c "%U %G %a" /var/lib/guichet; cat ${sales}`)).toBe('guichet guichet 700\nsold\n')
  })

  test('take an account of that name as it is', async () => {
    await run('useradd --create-home guichet')
    const account = await run('getent passwd guichet')
    await install('1.0.0')
    expect(await run('getent passwd guichet')).toBe(account)
  })

  test('stop the kiosk for an upgrade, and start it again where it is wanted; never at the first installation', async () => {
    withSystemd()
    state('enabled', true)
    await run(`mkdir -p /etc/guichet && echo '{}' >${updateSettings}`)
    await install('1.0.0')
    expect(told()).toEqual(['daemon-reload'])
    state('active', true)
    await install('1.1.0')
    const orders = ['stop', '--no-block restart'].map((order) => `${order} guichet-kiosk.service`)
    expect(told().filter((line) => line !== 'daemon-reload')).toEqual(orders)
    state('enabled', false)
    state('active', false)
    await install('1.2.0')
    expect(new Set(told())).toEqual(new Set(['daemon-reload']))
  })

  test('say that no update comes where a machine asks for some and its administrator has not said whose', async () => {
    withSystemd()
    const said = async (): Promise<string> =>
      (await machine.run('dpkg --force-architecture --install /tmp/packages/guichet_1.0.0_amd64.deb')).stderr
    expect(await said()).toBe('')
    state('enabled', true)
    expect(await said()).toContain(`no update comes until ${updateSettings} says whose`)
    await run(`mkdir -p /etc/guichet && echo '{}' >${updateSettings}`)
    expect(await said()).toBe('')
  })

  test('stop and forget the kiosk and its updates when the package goes, and keep what was sold', async () => {
    withSystemd()
    await install('1.0.0')
    await sell()
    state('active', true)
    told()
    await run('dpkg --remove guichet')
    const disabled = '--quiet disable --now guichet-kiosk.service guichet-update.timer'
    expect(told()).toEqual(['stop guichet-kiosk.service', disabled, 'daemon-reload'])
    expect([exists(sales), exists('/usr/bin/guichet')]).toEqual([true, false])
  })

  test('touch no service manager where none runs', async () => {
    writeFileSync(machine.path('/usr/sbin/systemctl'), systemctl, { mode: 0o755 })
    await install('1.0.0')
    await install('1.1.0')
    await run('dpkg --remove guichet')
    expect(exists('/run/told')).toBe(false)
  })

  test('keep what was sold at a purge, and say so; delete it, and the account, after a clear yes', async () => {
    await install('1.0.0')
    await sell()
    // The debconf question must exist, because only an existing question can be answered in advance.
    expect(await run('debconf-show guichet')).toBe('  guichet/purge-data: false\n')
    const kept = await machine.run('dpkg --purge guichet')
    expect([kept.code, kept.stderr]).toEqual([0, 'guichet: sales and settings are kept in /var/lib/guichet\n'])
    const settings = [exists(sales), exists('/var/cache/guichet/package'), exists(updateSettings)]
    expect(settings).toEqual([true, true, true])
    const asked = await machine.run('debconf-show guichet')
    expect(asked.stdout).toBe('')

    await install('1.0.0')
    await run("echo 'guichet guichet/purge-data boolean true' | debconf-set-selections")
    await run('dpkg --purge guichet')
    const gone = ['/var/lib/guichet', '/var/cache/guichet', '/etc/guichet']
    expect(gone.filter(exists)).toEqual([])
    expect((await machine.run('getent passwd guichet')).code).not.toBe(0)
  })

  test('keep what was sold where nobody can be asked', async () => {
    await install('1.0.0')
    await sell()
    await run("echo 'guichet guichet/purge-data boolean true' | debconf-set-selections")
    await run('rm /usr/share/debconf/confmodule')
    expect((await machine.run('dpkg --purge guichet')).code).toBe(0)
    expect(exists(sales)).toBe(true)
  })
})
