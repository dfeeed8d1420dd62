import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { packSmall, whyNoInstalling } from '../packaging/small-deb.ts'
import { releaseFolder } from '../../electron/app/update-machine.ts'
import { identifyDeb } from '../../electron/cli/update.ts'
import { bootMachine, CHECKOUT_PROGRAM, type CommandResult } from '../installed/machine.ts'
import { temporaryFolder } from '../shells/shell.ts'

const OLD = '1.0.0'
const NEW = '1.1.0'
const DATA = '/var/lib/guichet/.local/share/guichet'
const CHANNEL = '/srv/releases'

/** Runs the checkout's command line and logs `ledger` commands. The kiosk's account can prepare a false reply. */
const program = (marker: string): string => `#!/bin/sh
# ${marker}
if [ "$1" = ledger ]; then
  terminal=terminal; (: </dev/tty) 2>/dev/null || terminal=no-terminal
  echo "$(id -un) $HOME $PWD \${SECRET:--} $terminal $(sed -n 's/^NoNewPrivs:\\t//p' /proc/self/status)" >>/run/seen
  [ ! -e /run/lie ] || exec cat /run/lie
fi
exec ${CHECKOUT_PROGRAM} "$@"
`

/** Replaces systemd. Stopping the service runs `/run/at-stop` as the kiosk, after all checks of the update. */
const systemctl = `#!/bin/sh
as_kiosk() { setpriv --reuid=guichet --regid=guichet --init-groups --reset-env sh -c "$1"; }
case "$1" in
  stop)
    find /var/cache/guichet -perm /022 >/run/others
    as_kiosk 'rm -f ${DATA}/status.json'
    [ ! -e /run/at-stop ] || as_kiosk "$(cat /run/at-stop)"
    ;;
  start) as_kiosk "$(cat /run/at-start)" ;;
esac
exit 0
`

const status = (version: string, more: object = {}): string => {
  const now = new Date().toISOString()
  const well = { version, mode: 'demo', deviceId: 'gate-1', pid: 1, startedUtc: now, writtenUtc: now }
  const rest = { partner: 'up', printer: 'ready', canSell: true, unfinished: 0, serving: false }
  return JSON.stringify({ ...well, ...rest, ...more })
}

const pem = ({ privateKey, publicKey }: KeyPairKeyObjectResult) => ({
  secret: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  known: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
})

const [vendor, thief] = [pem(generateKeyPairSync('ed25519')), pem(generateKeyPairSync('ed25519'))]

/** Creates a machine with root, the kiosk's account, dpkg, `guichet update` and a newer release. */
async function standRootMachine() {
  const folder = temporaryFolder()
  const packages = join(folder, 'packages')
  const evil = join(folder, 'evil')
  for (const [at, key] of [
    [packages, vendor.secret],
    [evil, thief.secret],
  ] as const) {
    mkdirSync(at)
    for (const version of [OLD, NEW]) packSmall(at, version, program(at === evil ? 'of the thief' : 'of the vendor'))
    await releaseFolder({ folder: at, version: NEW, share: 100, over: '0.0.0', key, identify: identifyDeb })
  }
  const machine = await bootMachine(folder, join(folder, 'transcript.txt'))
  onTestFinished(() => machine.end())
  const sure = async (command: string): Promise<string> => {
    const { code, stdout, stderr } = await machine.run(command)
    if (code !== 0) throw new Error(`${command}: ${stderr}`)
    return stdout
  }
  const put = (path: string, content: string): void => {
    mkdirSync(dirname(machine.path(path)), { recursive: true, mode: 0o755 })
    writeFileSync(machine.path(path), content)
  }
  put('/usr/sbin/systemctl', systemctl)
  chmodSync(machine.path('/usr/sbin/systemctl'), 0o755)
  await sure(`dpkg --install /tmp/packages/packages/guichet_${OLD}_amd64.deb; chmod -R go+rX /tmp/packages`)
  await sure(`rm -rf /etc/guichet /var/cache/guichet; mkdir -p ${CHANNEL}; cp /tmp/packages/packages/* ${CHANNEL}`)
  const settings = { from: CHANNEL, publicKeyFile: 'vendor.pem', openingHours: never }
  put('/etc/guichet/update-settings.json', JSON.stringify(settings))
  put('/etc/guichet/vendor.pem', vendor.known)
  // A status older than 20 s counts as a stopped program, so the status contains the time of the start.
  put('/run/at-start', `sed "s/at start/$(date -u +%Y-%m-%dT%H:%M:%S.000Z)/g" /run/well >${DATA}/status.json`)
  put('/run/well', status(NEW, { startedUtc: 'at start', writtenUtc: 'at start' }))
  put('/run/seen', '')
  chmodSync(machine.path('/run/seen'), 0o666)
  const asKiosk = (command: string): Promise<CommandResult> => machine.runAsKiosk(command)
  await asKiosk(`mkdir -p ${DATA} && echo '{}' >${DATA}/config.json`)

  return {
    run: (command: string): Promise<CommandResult> => machine.run(command),
    sure,
    put,
    asKiosk,
    thief,
    text: (path: string): string => readFileSync(machine.path(path), 'utf8'),
    /** Runs the real command as root with umask 0, so that other accounts may write to new files. */
    update: (words = ''): Promise<CommandResult> =>
      machine.run(`umask 0; guichet update --data ${DATA} --timeout 20 ${words}`),
    async installed(): Promise<string> {
      const version = await sure("dpkg-query --show --showformat '${Version}' guichet")
      return `${version}${(await sure('cat /usr/bin/guichet')).includes('of the thief') ? ' of the thief' : ''}`
    },
  }
}

const never = { from: '00:00', to: '00:00' }

describe.skipIf(whyNoInstalling() !== null)('an update by root', () => {
  test('takes key and source from the kiosk’s account no more: what it planted installs nothing', async () => {
    const machine = await standRootMachine()
    const own = '/var/lib/guichet/own'
    await machine.asKiosk(`mkdir ${own} && cp /tmp/packages/evil/* ${own}`)
    machine.put('/tmp/thief.pem', machine.thief.known)
    await machine.asKiosk(`cp /tmp/thief.pem ${DATA}/vendor.pem`)
    const planted = { updates: { from: own, publicKeyFile: 'vendor.pem', openingHours: never } }
    machine.put('/tmp/planted.json', JSON.stringify(planted))
    await machine.asKiosk(`cp /tmp/planted.json ${DATA}/config.json`)

    await machine.sure('mv /etc/guichet /etc/guichet-later')
    const stderr = expect.stringContaining('/etc/guichet/update-settings.json') as string
    expect(await machine.update()).toMatchObject({ code: 1, stderr })
    expect(await machine.installed()).toBe(OLD)
    expect(await machine.update(`--from ${own} --by-hand`)).toMatchObject({ code: 1 })
    expect(await machine.installed()).toBe(OLD)

    await machine.sure('mv /etc/guichet-later /etc/guichet')
    const unsigned = expect.stringContaining('not a signature') as string
    expect(await machine.update(`--from ${own} --by-hand`)).toMatchObject({ code: 1, stderr: unsigned })
    expect(await machine.installed()).toBe(OLD)
    // The kiosk's own configuration file supports neither the setting `from` nor `publicKeyFile`.
    const unknown = expect.stringContaining('updates: unknown name: from, publicKeyFile') as string
    expect(await machine.update()).toMatchObject({ code: 1, stderr: unknown })
    expect(await machine.installed()).toBe(OLD)
    await machine.asKiosk(`echo '{}' >${DATA}/config.json`)
    expect(await machine.update()).toMatchObject({ code: 0, stderr: '' })
    expect(await machine.installed()).toBe(NEW)
  })

  test('installs the very bytes that it checked, whatever the account swaps in between', async () => {
    const machine = await standRootMachine()
    await machine.sure(`chown -R guichet ${CHANNEL}`)
    const swap = `cp /tmp/packages/evil/* ${CHANNEL}
      for file in guichet_${OLD}_amd64.deb guichet_${NEW}_amd64.deb under-way updates.json; do
        rm -f /var/cache/guichet/$file; ln -s /tmp/packages/evil/$file /var/cache/guichet/$file
      done
      echo done >${DATA}/swapped`
    machine.put('/run/at-stop', swap)
    expect(await machine.update()).toMatchObject({ code: 0, stderr: '' })
    expect(machine.text(`${DATA}/swapped`)).toBe('done\n')
    expect(machine.text('/run/others')).toBe('')
    expect(await machine.installed()).toBe(NEW)
  })

  test('leaves the ledger to its own account, with nothing of root’s: no link there reaches what is another’s', async () => {
    const machine = await standRootMachine()
    expect((await machine.asKiosk(`guichet demo --seats 1 --data ${DATA}`)).code).toBe(0)
    machine.put('/run/seen', '')
    machine.put('/root/kept', 'of root')
    await machine.sure('mkdir -m 755 /root/folder; chmod 755 /root')
    const ledger = `${DATA}/demo/ledger.db`

    await machine.asKiosk(`rm -rf ${ledger}-backups; ln -s /root/folder ${ledger}-backups`)
    expect((await machine.update()).code).toBe(1)
    expect([await machine.installed(), await machine.sure('ls /root/folder')]).toEqual([OLD, ''])
    await machine.asKiosk(`rm ${ledger}-backups`)

    machine.put('/run/at-start', `rm -f ${ledger} && ln -s /root/kept ${ledger}`)
    expect(
      await machine.run(`cd /root && SECRET=1 script -qec 'guichet update --data ${DATA} --timeout 2' /dev/null`),
    ).toMatchObject({ code: 1 })
    expect([await machine.installed(), machine.text('/root/kept')]).toEqual([OLD, 'of root'])
    expect(new Set(machine.text('/run/seen').split('\n').filter(Boolean))).toEqual(
      new Set(['guichet /var/lib/guichet / - no-terminal 1']),
    )
  })

  test('believes no lie of the account’s about the ledger’s copy, and repeats to root’s terminal nothing that it would obey', async () => {
    const machine = await standRootMachine()
    machine.put('/tmp/planted.json', JSON.stringify({ tickets: { logo: '\u001B]0;owned\u0007\u202E' } }))
    await machine.asKiosk(`cp /tmp/planted.json ${DATA}/config.json`)
    const planted = await machine.update()
    expect(planted).toMatchObject({ code: 1, stderr: expect.stringContaining('owned') as string })
    expect(planted.stderr.trimEnd()).not.toMatch(/\p{C}/u)
    await machine.asKiosk(`echo '{}' >${DATA}/config.json`)
    const lies = ['/etc/passwd', `${DATA}/\u001B]0;owned\u0007`].map((path) => `${path}: whole up to row 1\n`)
    for (const lie of [...lies, 'done\n']) {
      machine.put('/run/lie', lie)
      const { code, stdout, stderr } = await machine.update()
      expect([lie, code, stdout]).toEqual([lie, 1, ''])
      expect(stderr).toContain('the ledger was not copied: ')
      expect(stderr.trimEnd()).not.toMatch(/\p{C}/u)
    }
    expect(await machine.installed()).toBe(OLD)
  })
})
