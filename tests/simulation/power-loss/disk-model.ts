import type { DiskCall } from './strace.ts'

/** A change of a file that a power cut may still undo. */
type PendingChange =
  | { readonly kind: 'write'; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly size: number }

/** A directory change that makes a name refer to another file. The file is null if the name was removed. */
type PendingName = Readonly<{ name: string; file: FileModel | null }>

interface FileModel {
  durable: Buffer
  pending: PendingChange[]
  size: number
}

/** Unflushed data after a power cut: directory changes survive in order, contents in any combination. */
export type Cut = 'none' | 'all' | 'prefix' | 'subset' | 'reordered' | 'torn'

export const CUTS: readonly Cut[] = ['none', 'all', 'prefix', 'subset', 'reordered', 'torn']

/** Returns an integer from 0 up to, but not including, `below`. */
export type Dice = (below: number) => number

const SECTOR_BYTES = 512

/** Creates one directory on a disk with a write cache, as in the POSIX model that databases assume. */
export function createDiskModel() {
  const names = new Map<string, FileModel>()
  const durableNames = new Map<string, FileModel>()
  let pendingNames: PendingName[] = []

  function fileAt(name: string): FileModel {
    const file = names.get(name)
    if (!file) throw new Error(`no file ${name}`)
    return file
  }

  function rename(name: string, file: FileModel | null): void {
    if (file) names.set(name, file)
    else names.delete(name)
    pendingNames.push({ name, file })
  }

  function write(file: FileModel, offset: number, bytes: Buffer): void {
    file.pending.push({ kind: 'write', offset, bytes })
    file.size = Math.max(file.size, offset + bytes.length)
  }

  return {
    apply(call: DiskCall): void {
      switch (call.call) {
        case 'create':
          if (!names.has(call.name)) rename(call.name, { durable: Buffer.alloc(0), pending: [], size: 0 })
          break
        case 'write':
        case 'append':
          write(fileAt(call.name), call.call === 'write' ? call.offset : fileAt(call.name).size, call.bytes)
          break
        case 'truncate':
          fileAt(call.name).pending.push({ kind: 'truncate', size: call.size })
          fileAt(call.name).size = call.size
          break
        case 'flush': {
          const file = fileAt(call.name)
          file.durable = content(file.durable, file.pending)
          file.pending = []
          break
        }
        case 'flush-directory':
          for (const { name, file } of pendingNames) setName(durableNames, name, file)
          pendingNames = []
          break
        case 'rename':
          rename(call.to, fileAt(call.name))
          rename(call.name, null)
          break
        case 'link':
          rename(call.to, fileAt(call.name))
          break
        case 'unlink':
          rename(call.name, null)
          break
        case 'mark':
          break
      }
    },
    afterCut(cut: Cut, dice: Dice): ReadonlyMap<string, Buffer> {
      const found = new Map(durableNames)
      const kept = cut === 'none' ? 0 : cut === 'all' ? pendingNames.length : dice(pendingNames.length + 1)
      for (const { name, file } of pendingNames.slice(0, kept)) setName(found, name, file)
      return new Map(
        [...found].map(([name, file]) => [name, content(file.durable, survivors(file.pending, cut, dice))]),
      )
    },
  }
}

function setName(names: Map<string, FileModel>, name: string, file: FileModel | null): void {
  if (file) names.set(name, file)
  else names.delete(name)
}

function content(durable: Buffer, changes: readonly PendingChange[]): Buffer {
  const endOf = (change: PendingChange): number =>
    change.kind === 'truncate' ? change.size : change.offset + change.bytes.length
  const bytes = Buffer.alloc(Math.max(durable.length, ...changes.map(endOf)))
  durable.copy(bytes)
  let length = durable.length
  for (const change of changes) {
    if (change.kind === 'truncate') {
      if (change.size < length) bytes.fill(0, change.size, length)
      length = change.size
    } else {
      change.bytes.copy(bytes, change.offset)
      length = Math.max(length, change.offset + change.bytes.length)
    }
  }
  return bytes.subarray(0, length)
}

function survivors(pending: readonly PendingChange[], cut: Cut, dice: Dice): readonly PendingChange[] {
  switch (cut) {
    case 'none':
      return []
    case 'all':
      return pending
    case 'prefix':
      return pending.slice(0, dice(pending.length + 1))
    case 'subset':
      return pending.filter(() => dice(2) === 0)
    case 'reordered':
      return shuffled(
        pending.filter(() => dice(4) > 0),
        dice,
      )
    case 'torn':
      return pending.filter(() => dice(4) > 0).flatMap((change) => torn(change, dice))
  }
}

function shuffled<T>(items: readonly T[], dice: Dice): readonly T[] {
  const order = [...items]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = dice(last + 1)
    ;[order[last], order[other]] = [order[other] as T, order[last] as T]
  }
  return order
}

/** Returns some of the sectors of a write, each of them complete. */
function torn(change: PendingChange, dice: Dice): readonly PendingChange[] {
  if (change.kind === 'truncate') return [change]
  const parts: PendingChange[] = []
  let from = 0
  while (from < change.bytes.length) {
    const offset = change.offset + from
    const to = Math.min(change.bytes.length, from + SECTOR_BYTES - (offset % SECTOR_BYTES))
    if (dice(2) === 0) parts.push({ kind: 'write', offset, bytes: change.bytes.subarray(from, to) })
    from = to
  }
  return parts
}
