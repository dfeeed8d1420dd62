import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { resolve } from 'node:path'
import { err, ok, type Result } from '../../../shared/domain/result.ts'

/**
 * Who may have written a file: `ours`, nobody but root or the user who runs this program, neither the file nor any folder above
 * it; `anyone`, it is a stranger's word.
 */
export type Writer = 'ours' | 'anyone'

export type GuardedFault =
  | { readonly type: 'no-file'; readonly detail: string }
  | { readonly type: 'too-long'; readonly detail: string }
  | { readonly type: 'unsafe-file'; readonly detail: string }

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants

/** The bytes of a regular file of at most `maxBytes`, reached without following a link anywhere in its path. Linux only. */
export function readGuarded(path: string, writer: Writer, maxBytes: number): Result<Buffer, GuardedFault> {
  return withOpened(path, 'file', writer, (file, { size }) => {
    if (size > maxBytes) return err({ type: 'too-long', detail: `${path}: is longer than ${maxBytes} bytes` })
    // One byte of room more than the file has: one that grows meanwhile is noticed.
    const bytes = Buffer.alloc(size + 1)
    let length = 0
    for (let read = -1; read !== 0 && length <= size; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null)
    return length > size ? unsafe(path, 'changed while it was read') : ok(bytes.subarray(0, length))
  })
}

/** Whether this file or folder is ours, with every folder above it. Linux only. */
export function checkOurs(path: string, kind: 'file' | 'folder'): Result<null, GuardedFault> {
  return withOpened(path, kind, 'ours', () => ok(null))
}

function withOpened<T>(
  path: string,
  kind: 'file' | 'folder',
  writer: Writer,
  use: (file: number, is: Stats) => Result<T, GuardedFault>,
): Result<T, GuardedFault> {
  const names = resolve(path).split('/').slice(1)
  let [opened, at] = [openSync('/', O_RDONLY | O_DIRECTORY), '/']
  try {
    for (const [index, name] of names.entries()) {
      const isFile = kind === 'file' && index === names.length - 1
      at = at === '/' ? `/${name}` : `${at}/${name}`
      // Below the folder that is open, whatever its path leads to by now. A pipe must not be waited for.
      const next = openSync(`/proc/self/fd/${opened}/${name}`, O_NOFOLLOW | (isFile ? O_NONBLOCK : O_DIRECTORY))
      closeSync(opened)
      opened = next
      const is = fstatSync(opened)
      if (isFile && !is.isFile()) return unsafe(at, 'is no regular file')
      const fault = writer === 'ours' ? ownershipFault(at, is) : null
      if (fault !== null) return unsafe(at, fault)
    }
    return use(opened, fstatSync(opened))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return err({ type: 'no-file', detail: `${at}: no such file` })
    if (code === 'ELOOP' || code === 'ENOTDIR')
      return unsafe(
        at,
        'is a link, or no folder where the path needs one: links are not followed here, give the real path',
      )
    return unsafe(at, `cannot be read (${code})`)
  } finally {
    closeSync(opened)
  }
}

/** What is wrong with who owns a file, and who may write to it; null: nothing. */
function ownershipFault(path: string, is: Stats): string | null {
  if (is.uid !== 0 && is.uid !== process.geteuid?.())
    return `belongs to user ${is.uid}, and only root may own it: chown root:root ${path}`
  // In a folder with the sticky bit nobody replaces what is another's.
  const isSticky = is.isDirectory() && (is.mode & 0o1000) !== 0
  if (isSticky || (is.mode & 0o022) === 0) return null
  const mode = (is.mode & 0o7777).toString(8)
  return `can be written to by accounts other than its owner's (mode ${mode}): chmod go-w ${path}`
}

const unsafe = (path: string, detail: string) => err({ type: 'unsafe-file', detail: `${path}: ${detail}` } as const)
