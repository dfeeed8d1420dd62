import {
  chmodSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { recordUnderWay } from '../../electron/update/update-state.ts'
import { bootMachine, type Machine, type CommandResult } from '../installed/machine.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { packSmall, whyNoInstalling } from './small-deb.ts'

/** Simulated program that records its arguments and its user. Its ledger is unreadable while /tmp/unreadable exists. */
const program = (version: string): string => `#!/bin/sh
echo "$(id -un): $*" >>/tmp/asked
if [ "$1" = ledger ]; then
  terminal=terminal; (: </dev/tty) 2>/dev/null || terminal=no-terminal
  echo "$HOME $PWD \${SECRET:--} $terminal $(sed -n 's/^NoNewPrivs:\\t//p' /proc/self/status)" >/tmp/seen
fi
case "$*" in
  --version) echo ${version} ;;
  'ledger verify'*) if [ -e /tmp/unreadable ]; then exit 1; else exit 3; fi ;;
  'ledger restore'*) [ ! -e /tmp/lost ] && rm -f /tmp/unreadable ;;
esac
`
const record = '/var/cache/guichet/under-way'

describe.skipIf(whyNoInstalling() !== null)('an update that was cut short', () => {
  let machine: Machine
  let folder: string

  beforeEach(async () => {
    folder = temporaryFolder()
    for (const version of ['1.0.0', '1.1.0']) packSmall(folder, version, program(version))
    machine = await bootMachine(folder, join(folder, 'transcript.txt'))
    onTestFinished(() => machine.end())
    writeFileSync(machine.path('/usr/sbin/systemctl'), '#!/bin/sh\necho "$*" >>/tmp/started\n', { mode: 0o755 })
    const installed = await machine.run(
      'dpkg --install /tmp/packages/guichet_1.1.0_amd64.deb; mkdir -m 755 /var/cache/guichet',
    )
    if (installed.code !== 0) throw new Error(installed.stderr)
    writeFileSync(machine.path('/tmp/asked'), '', { mode: 0o666 })
    await machine.run('chmod 666 /tmp/asked; chmod 777 /tmp')
  })

  const text = (path: string): string =>
    existsSync(machine.path(path)) ? readFileSync(machine.path(path), 'utf8') : ''
  const undo = (): Promise<CommandResult> => machine.run('/usr/lib/guichet/rollback-update')
  const version = async (): Promise<string> => (await machine.run('guichet --version')).stdout.trim()

  /** Writes the record of an interrupted update, by default of an earlier boot of the machine. */
  function cut({
    copy = '/tmp/copy',
    boot = 'an earlier one',
    pid = 1,
  }: { copy?: string | null; boot?: string; pid?: number } = {}) {
    const at = (wanted: string): string => `/tmp/packages/guichet_${wanted}_amd64.deb`
    const cache = machine.path('/var/cache/guichet')
    recordUnderWay(cache, { before: at('1.0.0'), next: at('1.1.0'), copy, dataDirectory: '/var/lib/guichet/data' })
    const written = readFileSync(join(cache, 'under-way'), 'utf8')
    const changed = written.replace(/^boot .*$/mu, `boot ${boot}`).replace(/^pid .*$/mu, `pid ${pid}`)
    writeFileSync(join(cache, 'under-way'), changed)
  }
  const thisBoot = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()

  test('is undone: the version before it, its ledger where it can be read, and the kiosk', async () => {
    cut()
    expect(await undo()).toMatchObject({ code: 0, stdout: expect.stringContaining('is undone\n') as string })
    expect([await version(), existsSync(machine.path(record))]).toEqual(['1.0.0', false])
    expect(text('/tmp/asked')).toContain('guichet: ledger verify --data /var/lib/guichet/data\n')
    expect(text('/tmp/asked')).not.toContain('restore')
    expect(text('/tmp/started')).toBe('--no-block start guichet-kiosk.service\n')
  })

  test('leaves a ledger that the version before it cannot read: the copy is put in its place by the kiosk’s own user', async () => {
    writeFileSync(machine.path('/tmp/unreadable'), '')
    cut()
    expect((await undo()).code).toBe(0)
    expect(text('/tmp/asked')).toContain('guichet: ledger restore /tmp/copy --data /var/lib/guichet/data\n')
    expect(existsSync(machine.path(record))).toBe(false)
  })

  test('asks the kiosk’s account with nothing of root’s', async () => {
    writeFileSync(machine.path('/tmp/unreadable'), '')
    cut()
    await machine.run('cd /root && SECRET=1 script --quiet --command /usr/lib/guichet/rollback-update /dev/null')
    expect(text('/tmp/asked')).toContain('guichet: ledger verify')
    expect(text('/tmp/seen')).toBe('/var/lib/guichet / - no-terminal 1\n')
  })

  test.each<readonly [string, (cache: string) => void]>([
    [
      'a link to the record',
      (cache) => {
        renameSync(join(cache, 'under-way'), join(cache, 'other'))
        symlinkSync('other', join(cache, 'under-way'))
      },
    ],
    ['a record that others may write', (cache) => chmodSync(join(cache, 'under-way'), 0o666)],
    ['a folder that others may write', (cache) => chmodSync(cache, 0o777)],
  ])('is not undone by %s: nothing is installed, and root is told what to do', async (_, planted) => {
    cut()
    planted(machine.path('/var/cache/guichet'))
    const stderr = expect.stringContaining(`${record}: accounts other than root`) as string
    expect(await undo()).toMatchObject({ code: 1, stderr })
    expect([await version(), text('/tmp/started')]).toEqual(['1.1.0', ''])
  })

  test('is not undone by a record of the kiosk’s account', async () => {
    cut()
    await machine.run(`chown guichet ${record}`)
    expect((await undo()).code).toBe(1)
    expect(await version()).toBe('1.1.0')
  })

  test('on a machine without a ledger asks for none', async () => {
    writeFileSync(machine.path('/tmp/unreadable'), '')
    cut({ copy: null })
    expect((await undo()).code).toBe(0)
    expect(text('/tmp/asked')).not.toContain('ledger')
  })

  test('is tried again at the next start where it could not be undone, and the kiosk is not started', async () => {
    for (const name of ['unreadable', 'lost']) writeFileSync(machine.path(`/tmp/${name}`), '')
    cut()
    expect((await undo()).code).toBe(1)
    expect([existsSync(machine.path(record)), text('/tmp/started')]).toEqual([true, ''])
    for (const name of ['1.0.0', '1.1.0']) truncateSync(join(folder, `guichet_${name}_amd64.deb`), 10)
    rmSync(machine.path('/tmp/lost'))
    expect((await undo()).code).toBe(1)
    expect([existsSync(machine.path(record)), text('/tmp/started')]).toEqual([true, ''])
  })

  test('goes on to the next version where the one before cannot be had', async () => {
    truncateSync(join(folder, 'guichet_1.0.0_amd64.deb'), 10)
    cut()
    expect((await undo()).code).toBe(0)
    expect([await version(), existsSync(machine.path(record))]).toEqual(['1.1.0', false])
  })

  test('is not mistaken for one that is still at work, nor for one whose process is gone', async () => {
    cut({ boot: thisBoot(), pid: 1 })
    expect(await undo()).toMatchObject({ code: 0, stdout: '' })
    expect([await version(), existsSync(machine.path(record)), text('/tmp/started')]).toEqual(['1.1.0', true, ''])
    cut({ boot: thisBoot(), pid: 4_000_000 })
    expect((await undo()).code).toBe(0)
    expect(await version()).toBe('1.0.0')
  })

  test('by the package manager alone is configured, and whatever is well is left alone', async () => {
    expect(await undo()).toMatchObject({ code: 0, stdout: '', stderr: '' })
    await machine.run('dpkg --unpack /tmp/packages/guichet_1.1.0_amd64.deb')
    expect((await machine.run('dpkg-query --show --showformat "\\${db:Status-Status}" guichet')).stdout).toBe(
      'unpacked',
    )
    expect((await undo()).code).toBe(0)
    expect((await machine.run('dpkg-query --show --showformat "\\${db:Status-Status}" guichet')).stdout).toBe(
      'installed',
    )
  })
})
