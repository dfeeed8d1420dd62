import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { nodeProgram } from '../../scripts/packaging/node-program.ts'
import { root } from '../shells/shell.ts'
import type { Told } from './machine.ts'

/** What stands in for a Windows here: Wine, in a folder of the test's own. */
export interface WindowsMachine {
  /** A program by its path there, or by a name on its PATH, as the machine's administrator. */
  run(program: string, ...args: readonly string[]): Promise<Told>
  start(program: string, ...args: readonly string[]): RunningThere
  /** A file of the machine, from outside. */
  path(file: string): string
  remark(text: string): void
  end(): void
}

export interface RunningThere {
  readonly output: () => string
  readonly ended: Promise<number | null>
}

/** The command that runs a program of Windows: `GUICHET_WINE`, or what Debian's packages wine and wine64 install. */
function wineCommand(): string | null {
  const named = process.env['GUICHET_WINE']
  if (named) return named
  const found = ['wine', 'wine64'].find((name) => spawnSync(name, ['--version']).status === 0)
  return found ?? (existsSync('/usr/lib/wine/wine64') ? '/usr/lib/wine/wine64' : null)
}

const environment = (folder: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  LANG: 'C.UTF-8',
  HOME: folder,
  WINEPREFIX: join(folder, 'prefix'),
  WINEDEBUG: '-all',
})

/** Makes the machine; or says why none can be made here. */
export function whyNoWindows(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'for Linux on x64'
  if (spawnSync('makensis', ['-VERSION']).status !== 0) return 'no makensis'
  const wine = wineCommand()
  if (wine === null) return 'no wine'
  const node = nodeProgram(root, 'win', 'x64')
  if (node === null) return 'no Node for Windows'
  const folder = mkdtempSync(join(tmpdir(), 'guichet-wine-'))
  try {
    const options = { env: environment(folder), stdio: 'ignore', timeout: 60_000 } as const
    spawnSync(wine, ['wineboot', '-i'], options)
    const { status } = spawnSync(wine, [node, '-e', 'process.exitCode = 7'], options)
    spawnSync(wine, ['wineboot', '-k'], options)
    return status === 7 ? null : 'a Wine that does not run Node 24: 10 does'
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
  }
}

export function bootWindows(transcript: string): WindowsMachine {
  mkdirSync(dirname(transcript), { recursive: true })
  writeFileSync(transcript, '')
  const folder = mkdtempSync(join(tmpdir(), 'guichet-wine-'))
  const env = environment(folder)
  const wine = wineCommand() ?? ''
  const write = (text: string): void => appendFileSync(transcript, text)

  const boot = (how: string): unknown => spawnSync(wine, ['wineboot', how], { env, stdio: 'ignore' })

  let calls = 0

  /** What it says goes to files: a socket, as Node gives its children one, is no output to a program in Wine. */
  function call(program: string, args: readonly string[]): { child: ChildProcess; said: () => Omit<Told, 'code'> } {
    const [out, err] = [join(folder, `out-${(calls += 1)}`), join(folder, `err-${calls}`)]
    const files = [openSync(out, 'w'), openSync(err, 'w')] as const
    const child = spawn(wine, [program, ...args], { env, stdio: ['ignore', ...files] })
    for (const file of files) closeSync(file)
    const read = (file: string): string => readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
    return { child, said: () => ({ stdout: read(out), stderr: read(err) }) }
  }

  async function run(program: string, ...args: readonly string[]): Promise<Told> {
    const { child, said } = call(program, args)
    const [code] = (await once(child, 'exit')) as [number | null]
    const { stdout, stderr } = said()
    write(`> ${[program, ...args].join(' ')}\n${stdout}${stderr}${code === 0 ? '' : `→ ${code}\n`}`)
    return { code, stdout, stderr }
  }

  boot('-i')
  return {
    run,
    start(program, ...args) {
      write(`> ${[program, ...args].join(' ')} &\n`)
      const { child, said } = call(program, args)
      return { output: () => said().stdout, ended: once(child, 'exit').then(([code]) => code as number | null) }
    },
    path: (file) => join(folder, 'prefix', 'drive_c', file.replace(/^C:\\/u, '').replaceAll('\\', '/')),
    remark: (text) => write(`\n── ${text}\n`),
    end() {
      boot('-k')
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
    },
  }
}
