import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { z } from 'zod'
import type { DevicePhase, DeviceProgress } from '../../../shared/domain/money/tender.ts'
import { parseJson, readBounded } from '../../../shared/json.ts'
import { type NexoCrypto, sealedReading } from './nexo-crypto.ts'

/** Where a terminal tells what it shows: an address of this machine that stands in its settings. */
export interface DisplayPlace {
  readonly port: number
  /** PEM texts; Adyen takes plain HTTP for trials only. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
}

/** What is told of one payment. */
export interface DisplayedPayment {
  readonly poiId: string
  readonly reference: string
  readonly tell: (progress: DeviceProgress) => void
}

const phases: Readonly<Record<string, DevicePhase>> = {
  TENDER_CREATED: 'present-card',
  PROVIDE_CARD_DETAILS: 'present-card',
  CARD_INSERTED: 'authorising',
  CARD_PRESENTED: 'authorising',
  CARD_SWIPED: 'authorising',
  WAIT_FOR_APP_SELECTION: 'choose-there',
  APPLICATION_SELECTED: 'authorising',
  ASK_GRATUITY: 'choose-there',
  GRATUITY_ENTERED: 'authorising',
  ASK_DCC: 'choose-there',
  DCC_ACCEPTED: 'authorising',
  DCC_REJECTED: 'authorising',
  ASK_SIGNATURE: 'choose-there',
  WAIT_FOR_PIN: 'enter-pin',
  PIN_ENTERED: 'authorising',
}

const output = z.object({
  OutputContent: z.object({
    PredefinedContent: z.object({ ReferenceID: z.string() }).optional().catch(undefined),
    OutputText: z
      .array(z.object({ Text: z.string() }))
      .optional()
      .catch(undefined),
  }),
})

const displayReading = z.object({
  SaleToPOIRequest: z.object({
    MessageHeader: z.object({
      MessageClass: z.literal('Device'),
      MessageCategory: z.literal('Display'),
      MessageType: z.literal('Request'),
      POIID: z.string(),
      ServiceID: z.string(),
    }),
    DisplayRequest: z.object({ DisplayOutput: z.array(output) }),
  }),
})

const securedReading = z.object({ SaleToPOIRequest: sealedReading })

const MAX_BYTES = 64 * 1024
const MAX_LINES = 3
const MAX_LETTERS = 40

/**
 * Hears what a terminal shows during one payment, and only sealed with the shared key. It decides nothing. Null: nobody can listen there.
 */
export async function hearDisplays(
  { port, tls }: DisplayPlace,
  crypto: Pick<NexoCrypto, 'open'>,
  payment: DisplayedPayment,
): Promise<(() => void) | null> {
  let phase: DevicePhase = 'waking'

  function hear(text: string): void {
    const secured = securedReading.safeParse(parseJson(text))
    const opened = secured.success ? crypto.open(secured.data.SaleToPOIRequest) : null
    const read = displayReading.safeParse(parseJson(opened ?? ''))
    if (!read.success) return
    const { MessageHeader: header, DisplayRequest: request } = read.data.SaleToPOIRequest
    if (header.POIID !== payment.poiId || header.ServiceID !== payment.reference) return
    for (const { OutputContent: content } of request.DisplayOutput) {
      const event = new URLSearchParams(content.PredefinedContent?.ReferenceID).get('event') ?? ''
      const lines = (content.OutputText ?? []).slice(0, MAX_LINES).map(({ Text: line }) => plain(line))
      const told = lines.filter(Boolean).join('\n')
      if (phases[event] === undefined && told === '') continue
      phase = phases[event] ?? phase
      payment.tell({ phase, ...(told !== '' && { text: told }) })
    }
  }

  const listener = async (incoming: IncomingMessage): Promise<void> => {
    const bytes = await readBounded(incoming, MAX_BYTES)
    if (bytes) hear(new TextDecoder().decode(bytes))
  }
  const answered: Parameters<typeof createServer>[1] = (incoming, outgoing) => {
    void listener(incoming)
      .catch(() => undefined)
      .finally(() => outgoing.end())
  }
  const server: Server = tls ? createTlsServer({ ...tls, minVersion: 'TLSv1.2' }, answered) : createServer(answered)
  const { promise: listens, resolve } = Promise.withResolvers<boolean>()
  server.once('error', () => resolve(false))
  server.listen(port, () => resolve(true))
  if (!(await listens)) return null
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

const plain = (line: string): string => line.replaceAll(/\p{C}/gu, '').trim().slice(0, MAX_LETTERS)
