import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { EXIT, type GuichetCommand } from './command.ts'
import {
  releaseFolder,
  updateMachine,
  type NotUpdated,
  type PackageIdentity,
  type SystemTools,
} from '../app/update-machine.ts'
import { readTextFile } from '../host/files/file-text.ts'
import { createSystemClock } from '../host/system.ts'

export function addUpdate(program: GuichetCommand): void {
  program
    .command('update')
    .description('install a signed release on this Debian machine, rolling back if it does not start')
    .optionWithValue('--from <FOLDER>', 'folder with the release; default: the source of the settings')
    .flag('--by-hand', 'ignore opening hours and the staged roll-out')
    .flag('--check', 'print what would be done; change nothing')
    .optionWithValue('--data <DIR>', "the kiosk's data directory", '/var/lib/guichet/.local/share/guichet')
    .optionWithValue('--cache <DIR>', 'folder for downloaded packages', '/var/cache/guichet')
    .takesNumber('--timeout <SECONDS>', 'maximum time for the new program to start', 1, 86_400, 120)
    .endsWith({ [EXIT.done]: 'done, or nothing to do', [EXIT.later]: 'not now: try again later' })
    .withHandler(async ({ values, texts, say, warn, refuse }) => {
      if (process.platform !== 'linux') return refuse(texts.refusals.otherSystem)
      const dataDirectory = resolve(values.data)
      const done = await updateMachine(debianTools(dataDirectory), {
        dataDirectory,
        from: values.from,
        byHand: values.byHand ?? false,
        dryRun: values.check ?? false,
        cacheDirectory: values.cache,
        timeoutMs: values.timeout * 1000,
        nowMs: Date.now,
        sleep: (ms) => createSystemClock().sleep(ms),
        say,
      })
      if (done.ok) return EXIT.done
      const [code, words] = inWords(done.error)
      if (code === EXIT.done) say(words)
      else warn(words)
      return code
    })
    .command('sign')
    .argument('<FOLDER>', 'the packages')
    .description('sign a folder of packages as a release')
    .optionWithValue('--key <FILE>', "vendor's private key in PEM")
    .optionWithValue('--release <V>', 'version of the release')
    .takesNumber('--share <N>', 'percentage of machines that take it', 0, 100, 100)
    .optionWithValue('--over <V>', 'oldest version that it may replace', '0.0.0')
    .withHandler(async ({ values, words: [folder = ''], texts, say, refuse }) => {
      const { key: keyFile, release: version, share, over } = values
      if (!keyFile || !version) return refuse(texts.refusals.missing(keyFile ? '--release' : '--key'))
      const key = readTextFile(keyFile)
      const files = await releaseFolder({ folder, version, share, over, key, identify: identifyDeb })
      say(`${folder}: release ${version}, ${files} packages, signed`)
    })
}

function inWords(error: NotUpdated): readonly [number, string] {
  const { done, failed, later } = EXIT
  switch (error.type) {
    case 'up-to-date':
      return [done, 'this is the newest release']
    case 'not-in-rollout-yet':
      return [done, 'the release goes to other machines first']
    case 'failed-before':
      return [done, 'this release failed to start here before; a technician can try again with --by-hand']
    case 'older':
      return [failed, `the release is older than ${error.installed}, which is installed`]
    case 'too-far':
      return [failed, `the release requires version ${error.over} or newer: install that first`]
    case 'no-opening-hours':
      return [failed, '/etc/guichet/update-settings.json: "openingHours" is missing']
    case 'open':
      return [later, 'not now: within opening hours']
    case 'sale-open':
      return [later, 'not now: a customer is being served']
    case 'state-unknown':
      return [later, 'not now: the running program does not report whether a customer is being served']
    case 'unreadable-status':
      return [later, `not now: cannot read whether a customer is being served: ${error.detail}`]
    case 'not-set-up':
      return [
        failed,
        `updates are not set up: ${error.detail}: write the source and the vendor's key into /etc/guichet/update-settings.json: see docs/operating/updates.md`,
      ]
    case 'under-way':
      return [
        later,
        'not now: an update is in progress; if it was interrupted, undo it with `systemctl restart guichet-rollback`',
      ]
    case 'no-way-back':
      return [failed, `cannot roll back: put the package of the installed version at ${error.file}`]
    case 'test-version':
      return [failed, `${error.installed} is a package for tests: install the package of a release by hand first`]
    case 'went-back':
      return [failed, `rolled back: ${error.detail}`]
    default:
      return [failed, error.detail]
  }
}

const run = promisify(execFile)
/** Reads name, version and processor from the control file in the package, which `dpkg` also uses. */
export async function identifyDeb(packageFile: string): Promise<PackageIdentity> {
  const format = '--showformat=${Package} ${Version} ${Architecture}'
  const { stdout } = await run('dpkg-deb', ['--show', format, packageFile])
  return identityIn(stdout)
}

function identityIn(line: string): PackageIdentity {
  const [name = '', version = '', architecture = ''] = line.trim().split(' ')
  return { name, version, architecture }
}

const service = 'guichet-kiosk.service'
const account = 'guichet'

/**
 * Runs the program under the kiosk's account, without root's environment and terminal. Rejects with the program's
 * output, without terminal control characters.
 */
async function asAccount(...words: readonly string[]): Promise<string> {
  const identity = ['--reuid', account, '--regid', account, '--init-groups', '--reset-env', '--no-new-privs']
  const command = ['setpriv', ...identity, '/usr/bin/guichet', ...words]
  try {
    const options = { cwd: '/', timeout: 15 * 60_000, killSignal: 'SIGKILL' } as const
    return (await run('setsid', ['--wait', ...command], options)).stdout
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    throw new Error(plain(stderr.trim() || message), { cause: error })
  }
}

/** Replaces control characters in untrusted text and limits its length. */
const plain = (text: string): string => text.replaceAll(/\p{C}+/gu, ' ').slice(0, 300)

/** Creates the functions that call Debian's tools. Only the kiosk's account accesses the kiosk's files. */
function debianTools(dataDirectory: string): SystemTools {
  // The `ledger` command runs in English, because this program parses the command's output.
  const ledger = (...words: readonly string[]) =>
    asAccount('ledger', ...words, '--data', dataDirectory, '--language', 'en')
  return {
    async installed() {
      const owned = (await run('dpkg-query', ['--search', '/usr/bin/guichet'])).stdout
      const format = ['--showformat', '${Package} ${Version} ${Architecture}']
      const { stdout } = await run('dpkg-query', ['--show', ...format, owned.replace(/:.*$/su, '')])
      return identityIn(stdout)
    },
    identify: identifyDeb,
    stopProgram: async () => void (await run('systemctl', ['stop', service])),
    startProgram: async () => void (await run('systemctl', ['start', service])),
    async install(file) {
      const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
      await run('dpkg', ['--install', file], { env: environment })
    },
    async backupLedger() {
      const said = await ledger('backup').catch((error: unknown) => {
        // No ledger exists before the first start of the kiosk.
        if ((error as Error).message.endsWith('ledger.db: no such file')) return null
        throw error
      })
      if (said === null) return null
      const [, copy = ''] = /^(.+): whole up to row \d+$/mu.exec(said) ?? []
      if (!copy.startsWith(`${dataDirectory}/`) || plain(copy) !== copy)
        throw new Error(`the ledger was not copied: ${plain(said)}`)
      return copy
    },
    restoreLedger: async (copy) => void (await ledger('restore', copy)),
  }
}
