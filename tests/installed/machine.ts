import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type CommandResult = Readonly<{ code: number | null; stdout: string; stderr: string }>

const script = fileURLToPath(new URL('machine.sh', import.meta.url))
const alone = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private']

/**
 * Command that runs the program from the sources of the checkout. The machine sees them in /opt/checkout, because the
 * original path of the checkout may not exist there.
 */
export const CHECKOUT_PROGRAM =
  'env NODE_COMPILE_CACHE=/opt/checkout/node_modules/.cache/guichet/machine-code /opt/node /opt/checkout/electron/cli/main.ts'

export function whyNoMachine(): string | null {
  if (process.platform !== 'linux' || spawnSync('dpkg', ['--version']).status !== 0) return 'no dpkg'
  if (process.getuid?.() !== 0) return 'not root'
  const folder = mkdtempSync(join(tmpdir(), 'guichet-machine-'))
  const tried = spawnSync('unshare', [...alone, script, folder, folder, process.execPath, 'true'], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return tried.status === 0 ? null : `no machine within this one (${tried.stderr.trim()})`
}

/** Starts a Debian machine that shares the host's files. Its changes and processes are private. */
export async function bootMachine(packages: string, transcript: string) {
  mkdirSync(dirname(transcript), { recursive: true })
  writeFileSync(transcript, '')
  const folder = mkdtempSync(join(tmpdir(), 'guichet-machine-'))
  const host = spawn('unshare', [...alone, script, folder, packages, process.execPath, 'sleep', 'infinity'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await Promise.race([once(host.stdout, 'data'), once(host, 'exit')])
  if (String(said[0]) !== 'ready\n') throw new Error(`the machine did not start: ${String(said[0])}`)
  const init = Number(readChildren(host.pid ?? 0)[0])
  const write = (text: string): void => appendFileSync(transcript, text)
  const enter = ['-t', String(init), '-m', '-p', '--']
  let started = 0

  function call(prompt: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<CommandResult> {
    const child = spawn('nsenter', [...enter, ...args], {
      env: cleanEnvironment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return heard(child).then((told) => {
      write(`${prompt}\n${told.stdout}${told.stderr}${told.code === 0 ? '' : `→ ${told.code}\n`}`)
      return told
    })
  }

  return {
    run: (command: string, env: NodeJS.ProcessEnv = {}) => call(`root# ${command}`, ['bash', '-c', command], env),
    runAsKiosk: (command: string, env: NodeJS.ProcessEnv = {}) => call(`guichet$ ${command}`, asKiosk(command), env),
    start(command: string, env: NodeJS.ProcessEnv = {}) {
      const pidFile = `/run/started-${(started += 1)}`
      write(`guichet$ ${command} &\n`)
      const told = `echo $$ >${pidFile}; exec ${command}`
      const child = spawn(
        'nsenter',
        [...enter, 'bash', '-c', `touch ${pidFile}; chown guichet ${pidFile}; exec "$0" "$@"`, ...asKiosk(told)],
        { env: cleanEnvironment(env), stdio: ['ignore', 'pipe', 'pipe'] },
      )
      const output = { text: '' }
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => void (output.text += text))
      const ended = once(child, 'exit').then(([code]) => code as number | null)
      return {
        output,
        ended,
        async kill(signal: 'TERM' | 'KILL'): Promise<void> {
          if (child.exitCode !== null || child.signalCode !== null) return
          write(`root# kill -${signal} (guichet)\n`)
          await heard(spawn('nsenter', [...enter, 'bash', '-c', `kill -${signal} $(cat ${pidFile})`]))
          await ended
        },
      }
    },
    path: (file: string) => join(`/proc/${init}/root`, file),
    remark: (text: string) => write(`\n── ${text}\n`),
    async end(): Promise<void> {
      host.kill('SIGKILL')
      await once(host, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Machine = Awaited<ReturnType<typeof bootMachine>>
export type Running = ReturnType<Machine['start']>

const binding = process.env['GUICHET_SQLITE_BINDING']
const lentAs = '/usr/local/lib/sqlite-binding.node'

/**
 * Environment after `lendBinding`. Empty unless Electron needs a different SQLite build from the one in the packages.
 */
export const lentBinding: NodeJS.ProcessEnv = binding ? { GUICHET_SQLITE_BINDING: lentAs } : {}

/** Copies the SQLite binding to the machine, which cannot read every folder of the host. */
export function lendBinding(machine: Machine): void {
  if (!binding) return
  copyFileSync(binding, machine.path(lentAs))
  chmodSync(machine.path(lentAs), 0o644)
}

const BASH_AS_KIOSK = 'setpriv --reuid=guichet --regid=guichet --init-groups env HOME=/var/lib/guichet bash -c'.split(
  ' ',
)

const asKiosk = (command: string): readonly string[] => [...BASH_AS_KIOSK, `cd; ${command}`]

function cleanEnvironment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive', ...more }
}

async function heard(child: ChildProcess): Promise<CommandResult> {
  const told = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => void (told.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => void (told.stderr += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...told }
}

function readChildren(pid: number): readonly string[] {
  const tasks = `/proc/${pid}/task`
  const children = existsSync(tasks) ? readdirSync(tasks) : []
  return children.flatMap((task) =>
    spawnSync('cat', [`${tasks}/${task}/children`], { encoding: 'utf8' })
      .stdout.split(' ')
      .filter(Boolean),
  )
}
