import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { releaseFolder } from '../../electron/app/update-machine.ts'
import { identifyDeb } from '../../electron/cli/update.ts'
import { bootMachine, CHECKOUT_PROGRAM, type Told } from '../installed/machine.ts'
import { packSmall } from '../packaging/small-deb.ts'
import { temporaryFolder } from '../shells/shell.ts'

export const OLD = '1.0.0'
export const NEW = '1.1.0'
export const DATA = '/var/lib/guichet/.local/share/guichet'
export const CHANNEL = '/srv/releases'

/**
 * The real command line, from this checkout; the marker tells whose package it came in. It notes who asks it for the ledger, and with
 * what, and answers with the lie that lies ready: an account may meddle with its own processes.
 */
const program = (marker: string): string => `#!/bin/sh
# ${marker}
if [ "$1" = ledger ]; then
  terminal=terminal; (: </dev/tty) 2>/dev/null || terminal=no-terminal
  echo "$(id -un) $HOME $PWD \${SECRET:--} $terminal $(sed -n 's/^NoNewPrivs:\\t//p' /proc/self/status)" >>/run/seen
  [ ! -e /run/lie ] || exec cat /run/lie
fi
exec ${CHECKOUT_PROGRAM} "$@"
`

/**
 * Stands in for systemd: a started kiosk is a status file, written by its own account. `/run/at-stop` is done, by that account, at
 * the moment when the program is stopped: after everything was checked, before anything is installed.
 */
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

export const status = (version: string, more: object = {}): string => {
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

/**
 * An installed machine with root, the kiosk's account, dpkg and the real `guichet update`, an administrator who set its updates up in
 * `/etc/guichet`, and a vendor's release of a newer version.
 */
export async function standRootMachine() {
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
  put(
    '/etc/guichet/update-settings.json',
    JSON.stringify({ from: CHANNEL, publicKeyFile: 'vendor.pem', openingHours: never }),
  )
  put('/etc/guichet/vendor.pem', vendor.known)
  // What is older than 20 s is a program that stands still: the moment is that of the start, however long a test takes until then.
  put('/run/at-start', `sed "s/at start/$(date -u +%Y-%m-%dT%H:%M:%S.000Z)/g" /run/well >${DATA}/status.json`)
  put('/run/well', status(NEW, { startedUtc: 'at start', writtenUtc: 'at start' }))
  put('/run/seen', '')
  chmodSync(machine.path('/run/seen'), 0o666)
  const asKiosk = async (command: string): Promise<Told> => machine.runAsKiosk(command)
  await asKiosk(`mkdir -p ${DATA} && echo '{}' >${DATA}/config.json`)

  return {
    run: (command: string): Promise<Told> => machine.run(command),
    sure,
    put,
    asKiosk,
    thief,
    text: (path: string): string => readFileSync(machine.path(path), 'utf8'),
    exists: (path: string): boolean => existsSync(machine.path(path)),
    /** The real command, by root, who is careless about what others may write. */
    update: (words = ''): Promise<Told> => machine.run(`umask 0; guichet update --data ${DATA} --patience 20 ${words}`),
    /** The installed version, and whose package it came in. */
    async installed(): Promise<string> {
      const version = await sure("dpkg-query --show --showformat '${Version}' guichet")
      return `${version}${(await sure('cat /usr/bin/guichet')).includes('of the thief') ? ' of the thief' : ''}`
    },
  }
}

/** Opening hours of a box office that is always shut. */
export const never = { from: '00:00', to: '00:00' }
