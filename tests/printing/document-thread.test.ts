import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import { DocumentWorkerEnded, MAX_SILENCE_MS, openDocumentThread } from '../../electron/printing/document-thread.ts'
import type { TicketRendererOptions } from '../../electron/printing/ticket-renderer.ts'
import { documentWorker, doomedWorker } from '../support/doomed-worker.ts'
import { planOf } from './document-samples.ts'
import { documents, fontsDirectory, sampleTicket } from './ticket-samples.ts'

function thread(options: Partial<TicketRendererOptions> = {}, workerFile = fileURLToPath(documentWorker)) {
  const opened = openDocumentThread(workerFile, { fontsDirectory, ...options })
  onTestFinished(() => opened.close())
  return opened
}

const asA4 = { paper: 'a4', language: 'fr' } as const

test('a document of the thread equals one that is made here, with the current plan of the venue', async () => {
  let known: ReturnType<typeof planOf> = null
  const service = thread({ planOf: () => known })
  const ticket = sampleTicket()
  expect(await service.renderTickets([ticket], asA4)).toEqual(await bytesHere({}))
  known = planOf(ticket.venue.name)
  const withPlan = await bytesHere({ planOf })
  expect(withPlan).not.toEqual(await bytesHere({}))
  for (const _ of [1, 2]) expect(await service.renderTickets([ticket], asA4)).toEqual(withPlan)

  async function bytesHere(options: Partial<TicketRendererOptions>): Promise<Uint8Array> {
    return Uint8Array.from(await createDocumentService({ fontsDirectory, ...options }).renderTickets([ticket], asA4))
  }
})

test('an error in a call rejects that call alone, with the error itself', async () => {
  const service = thread()
  const orders = [[], [sampleTicket()]].map((tickets) => service.renderTickets(tickets, asA4))
  const [refused, made] = await Promise.allSettled(orders)
  expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(RangeError) as Error })
  expect(made!.status).toBe('fulfilled')
})

test('if the thread ends, its calls in progress are rejected, and the next call starts another', async () => {
  const { workerFile, doom } = doomedWorker()
  const service = thread({}, workerFile)
  doom('renderTickets')
  await expect(service.renderTickets([sampleTicket()], asA4)).rejects.toThrow(DocumentWorkerEnded)
  expect(
    await documents.faultOfPages(await service.renderTickets([sampleTicket()], asA4), [sampleTicket().qrCode]),
  ).toBeNull()
})

test('closing waits for the calls in progress; cancelling does not', async () => {
  const service = thread()
  const made = service.renderTickets([sampleTicket()], asA4)
  await service.close()
  await expect(made).resolves.toBeInstanceOf(Uint8Array)
  const dropped = service.renderTickets([sampleTicket()], asA4)
  await Promise.all([expect(dropped).rejects.toThrow(DocumentWorkerEnded), service.cancel()])
})

test('closing ends if the thread ends while it waits', async () => {
  const { workerFile, doom } = doomedWorker()
  const service = thread({}, workerFile)
  doom('renderTickets')
  const lost = service.renderTickets([sampleTicket()], asA4)
  await Promise.all([expect(lost).rejects.toThrow(DocumentWorkerEnded), service.close()])
})

test('a thread that hangs is ended after its time limit, and the next call starts another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { workerFile, doom, isStruck } = doomedWorker('hangs')
  const service = thread({}, workerFile)
  doom('renderTickets')
  const lost = service.renderTickets([sampleTicket()], asA4)
  const behind = service.renderTickets([sampleTicket()], asA4)
  const outcomes = Promise.allSettled([lost, behind])
  await expect.poll(isStruck).toBe(true)
  vi.advanceTimersByTime(MAX_SILENCE_MS + 4_000)
  const reason = new DocumentWorkerEnded('the document worker ended: no reply within 64 s')
  expect(await outcomes).toEqual([lost, behind].map(() => ({ status: 'rejected', reason })))
  await expect(service.renderTickets([sampleTicket()], asA4)).resolves.toBeInstanceOf(Uint8Array)
})

test('a reply gives the next call the whole time limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const service = thread()
  await service.renderTickets([sampleTicket()], asA4)
  vi.advanceTimersByTime(MAX_SILENCE_MS * 2)
  const next = service.renderTickets([sampleTicket()], asA4)
  vi.advanceTimersByTime(MAX_SILENCE_MS - 1_000)
  await expect(next).resolves.toBeInstanceOf(Uint8Array)
})
