import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import { DocumentWorkerEnded, openDocumentThread } from '../../electron/printing/document-thread.ts'
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
  const [refused, made] = await Promise.allSettled([
    service.renderTickets([], asA4),
    service.renderTickets([sampleTicket()], asA4),
  ])
  expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(RangeError) as Error })
  expect(made.status).toBe('fulfilled')
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
