import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { PrintJob } from '../../electron/kiosk/ports/devices.ts'
import { FolderPrinter, savedFile } from '../../electron/printing/printers/folder-printer.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let directory: string

beforeEach(() => void (directory = temporaryFolder()))

const job = (jobId: string, content = '%PDF-1.7 ticket') =>
  ({ jobId, document: Buffer.from(content), paper: 'a4', title: 'TCK-1' }) satisfies PrintJob

test('a job becomes a file whose path is the evidence, and nothing else; once more, the same file', async () => {
  const printer = new FolderPrinter(directory)
  expect(printer.name).toBe(directory)
  expect(await printer.status()).toEqual({ state: 'ready' })
  const path = join(directory, 'order-1.pdf')
  await printer.print(job('order-1', 'an earlier document'))
  expect(await printer.print(job('order-1'))).toEqual({ outcome: 'printed', evidence: path })
  expect(await readFile(path, 'utf8')).toBe('%PDF-1.7 ticket')
  expect(await readdir(directory)).toEqual(['order-1.pdf'])
  expect(await savedFile(directory, 'order-1')).toBe(path)
  expect(await savedFile(directory, 'order-2')).toBeNull()
})

test('a folder that is not there yet is made, at status or at the first job', async () => {
  const deep = join(directory, 'a', 'b')
  expect((await new FolderPrinter(join(deep, 'c')).status()).state).toBe('ready')
  expect((await new FolderPrinter(join(deep, 'd')).print(job('order-1'))).outcome).toBe('printed')
})

test.skipIf(process.platform === 'win32')(
  'tickets and their folder are for their owner only, wherever they lie',
  async () => {
    const rights = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)
    const made = join(directory, 'made', 'tickets')
    await new FolderPrinter(made).print(job('order-1'))
    expect([await rights(made), await rights(join(made, 'order-1.pdf'))]).toEqual(['700', '600'])
    const open = join(directory, 'open')
    await mkdir(open)
    await chmod(open, 0o755)
    await writeFile(join(open, 'order-2.pdf'), 'saved by an older program', { mode: 0o644 })
    const printer = new FolderPrinter(open)
    expect(await printer.status()).toEqual({ state: 'ready' })
    expect(await rights(open)).toBe('700')
    await printer.print(job('order-2'))
    expect(await rights(join(open, 'order-2.pdf'))).toBe('600')
  },
)

test.skipIf(process.platform === 'win32')(
  'a folder that everybody shares stays theirs; only the files are narrowed',
  async () => {
    await chmod(directory, 0o1777)
    await new FolderPrinter(directory).print(job('order-1'))
    expect((await stat(directory)).mode & 0o1777).toBe(0o1777)
    expect((await stat(join(directory, 'order-1.pdf'))).mode & 0o777).toBe(0o600)
  },
)

test('a job id that is no plain name leaves the folder alone', async () => {
  for (const jobId of ['../escape', '..', 'a\\b', '/etc/ticket', '', 'x'.repeat(200), 'a\0b', 'CON:', '.hidden']) {
    const outcome = await new FolderPrinter(join(directory, 'tickets')).print(job(jobId))
    expect(outcome, jobId).toMatchObject({ outcome: 'failed', reason: 'refused' })
  }
  expect(await readdir(directory)).toEqual([])
})

test('where no folder can be, the printer is missing and the job has failed', async () => {
  await writeFile(join(directory, 'file'), '')
  const printer = new FolderPrinter(join(directory, 'file', 'tickets'))
  expect(await printer.status()).toMatchObject({ state: 'not-ready', reason: 'missing' })
  expect(await printer.print(job('order-1'))).toMatchObject({ outcome: 'failed', reason: 'missing' })
})

// Root can write to a folder without write permission, but not to the kernel's own folders.
test.skipIf(!existsSync('/sys/kernel'))('a folder that takes no files is missing', async () => {
  const outcome = await new FolderPrinter('/sys/kernel').print(job('order-1'))
  expect(outcome).toMatchObject({ outcome: 'failed', reason: 'missing' })
})

test.skipIf(!existsSync('/dev/full'))('a full disk is storage-full, and leaves nothing half written', async () => {
  await symlink('/dev/full', join(directory, 'order-1.pdf.part'))
  const outcome = await new FolderPrinter(directory).print(job('order-1'))
  expect(outcome).toMatchObject({ outcome: 'failed', reason: 'storage-full' })
  expect(await readdir(directory)).toEqual([])
})

test('what is in the way of the last step is a failure, not a half ticket', async () => {
  await mkdir(join(directory, 'order-1.pdf', 'in the way'), { recursive: true })
  expect(await new FolderPrinter(directory).print(job('order-1'))).toMatchObject({ outcome: 'failed' })
  expect(await readdir(directory)).toEqual(['order-1.pdf'])
})
