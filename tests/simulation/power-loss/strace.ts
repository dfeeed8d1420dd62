import { join } from 'node:path'
import type { LedgerOptions } from '../../../electron/ledger/ledger.ts'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export function registerOptions(directory: string): Omit<LedgerOptions, 'signer' | 'now'> {
  return { path: join(directory, 'ledger.db'), register: 'kiosk-1', appVersion: '0.1.0', reserveBytes: 0 }
}

/** Report of the selling process on each step. `state` is the hash of the sale's canonical JSON. */
export type Mark = Readonly<{ mark: 'trying' | 'acknowledged'; saleId: string; state: string }>

/** An operation of the process on a file of its directory, or a reported mark. Names are relative to the directory. */
export type DiskCall =
  | { readonly call: 'create'; readonly name: string }
  | { readonly call: 'write'; readonly name: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly call: 'append'; readonly name: string; readonly bytes: Buffer }
  | { readonly call: 'truncate'; readonly name: string; readonly size: number }
  | { readonly call: 'flush'; readonly name: string }
  | { readonly call: 'flush-directory' }
  | { readonly call: 'rename' | 'link'; readonly name: string; readonly to: string }
  | { readonly call: 'unlink'; readonly name: string }
  | { readonly call: 'mark'; readonly mark: Mark }

export const straceWorks = (): boolean => spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

const OPTIONS = '-f --seccomp-bpf -y -xx -s 70000 -e'.split(' ')
const TRACED = 'openat,pwrite64,write,ftruncate,fsync,fdatasync,rename,link,unlink'

export function recordWorkload(directory: string, sales: number, setting: 'full' | 'normal'): readonly DiskCall[] {
  const log = join(directory, '..', 'strace.log')
  const script = fileURLToPath(new URL('workload.ts', import.meta.url))
  const { status, stderr } = spawnSync(
    'strace',
    [...OPTIONS, `trace=${TRACED}`, '-o', log, process.execPath, script, directory, `${sales}`, setting],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  )
  if (status !== 0) throw new Error(`the workload failed: ${stderr.slice(-2_000)}`)
  return readTrace(readFileSync(log, 'latin1'), directory)
}

function readTrace(text: string, directory: string): readonly DiskCall[] {
  const pending = new Map<string, string>()
  return text.split('\n').flatMap((line) => {
    const [, pid = '', rest = ''] = /^(\d+) +(.*)$/u.exec(line) ?? []
    if (rest.endsWith('<unfinished ...>')) {
      pending.set(pid, rest.slice(0, -'<unfinished ...>'.length))
      return []
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/u.exec(rest)
    const whole = resumed ? `${pending.get(pid) ?? ''}${resumed[1] ?? ''}` : rest
    const call = readCall(whole, directory)
    return call ? [call] : []
  })
}

function readCall(line: string, directory: string): DiskCall | null {
  const [, name = '', args = '', result = ''] = /^(\w+)\((.*)\) += (-?\d+)/u.exec(line) ?? []
  if (result === '' || result.startsWith('-')) return null
  const strings = [...args.matchAll(/"((?:\\x[\da-f]{2})*)"/gu)].map((match) => unhex(match[1] ?? ''))
  const path = pathOf(/^\d+<([^>]*)>/u.exec(args)?.[1] ?? '')
  const inside = (full: string): string | null =>
    full.startsWith(`${directory}/`) ? full.slice(directory.length + 1) : null
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = strings
  const numbers = args.split(', ').map(Number)
  const file = inside(path)
  switch (name) {
    case 'openat': {
      const opened = inside(first.toString())
      return opened !== null && args.includes('O_CREAT') ? { call: 'create', name: opened } : null
    }
    case 'pwrite64':
      return file === null ? null : { call: 'write', name: file, offset: numbers.at(-1) ?? 0, bytes: first }
    case 'write':
      if (args.startsWith('2<') && first.toString().startsWith('{"mark"'))
        return { call: 'mark', mark: JSON.parse(first.toString()) as Mark }
      return file === null ? null : { call: 'append', name: file, bytes: first }
    case 'ftruncate':
      return file === null ? null : { call: 'truncate', name: file, size: numbers.at(-1) ?? 0 }
    case 'fsync':
    case 'fdatasync':
      if (path === directory) return { call: 'flush-directory' }
      return file === null ? null : { call: 'flush', name: file }
    case 'rename':
    case 'link': {
      const from = inside(first.toString())
      const to = inside(second.toString())
      return from === null || to === null ? null : { call: name, name: from, to }
    }
    case 'unlink': {
      const gone = inside(first.toString())
      return gone === null ? null : { call: 'unlink', name: gone }
    }
    default:
      return null
  }
}

const unhex = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex')

/** With -xx, strace also prints the paths of descriptors in hexadecimal. */
const pathOf = (text: string): string => (text.startsWith('\\x') ? unhex(text).toString() : text)
