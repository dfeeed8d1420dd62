import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { z } from 'zod'
import type { DevicePhase, DeviceProgress, TenderTraits } from '../../../shared/domain/money/tender.ts'
import { parseJson, readBounded } from '../../../shared/json.ts'
import { type Call, exchange, type Line, type Reply } from '../http.ts'
import { type Message, textOf } from './messages.ts'
import { createNexoCrypto, type NexoCrypto, sealedReading } from './nexo-crypto.ts'
import { type AdyenCloudSettings, type AdyenLocalSettings, cloudTraits, localTraits } from './settings.ts'

/** For an answer that needs nobody at the terminal. */
export const CALL_MS = 20_000

/** How a terminal is reached. */
export interface Terminal {
  readonly name: 'adyen-local' | 'adyen-cloud'
  readonly poiId: string
  /** Where, and which: another terminal, found there later, knows nothing of this one's payments. */
  readonly host: string
  readonly traits: TenderTraits
  /** Sent once. A success has the text of an answer, opened and checked, or none where it was not to be opened. */
  send(message: Message, signal: AbortSignal): Promise<Reply>
  /** What it shows during that payment, until it is called off; null: it cannot be heard. */
  readonly hear?: (reference: string, tell: (progress: DeviceProgress) => void) => Promise<(() => void) | null>
  /** Whether a payment that was begun there is known to this terminal. */
  knows(host: string): boolean
}

const json = { 'content-type': 'application/json', accept: 'application/json' }
const securedReading = z.object({ SaleToPOIResponse: sealedReading })

/** What only this machine knows. */
export interface LocalMeans {
  readonly passphrase: string
  readonly displays?: DisplayPlace | undefined
}

export function createLocalTerminal(
  line: Line,
  settings: AdyenLocalSettings,
  { passphrase, displays }: LocalMeans,
): Terminal {
  const { terminalAddress, poiId, keyIdentifier: identifier, keyVersion: version } = settings
  const crypto = createNexoCrypto({ identifier, version, passphrase })

  function opened(text: string): string {
    const secured = securedReading.safeParse(parseJson(text))
    return (secured.success ? crypto.open(secured.data.SaleToPOIResponse) : null) ?? ''
  }

  return {
    name: 'adyen-local',
    poiId,
    host: `${terminalAddress}/${poiId}`,
    traits: localTraits,
    // The address of a terminal may change, and it still knows its payments.
    knows: (host) => host.endsWith(`/${poiId}`),
    ...(displays && {
      hear: (reference, tell) => hearDisplays(displays, crypto, { poiId, reference, tell }),
    }),
    async send(message, signal) {
      const sealed = { SaleToPOIRequest: { MessageHeader: message.header, ...crypto.seal(textOf(message)) } }
      const call: Call = {
        method: 'POST',
        url: `${terminalAddress}/nexo/`,
        headers: json,
        body: JSON.stringify(sealed),
      }
      const reply = await exchange(line, call, signal)
      return reply.answered ? { ...reply, body: opened(reply.body) } : reply
    },
  }
}

export function createCloudTerminal(line: Line, settings: AdyenCloudSettings, apiKey: string): Terminal {
  const { poiId, merchantAccount, baseUrl } = settings
  const base =
    baseUrl ??
    (merchantAccount === undefined ? 'https://terminal-api-live.adyen.com' : 'https://device-api-live.adyen.com')
  const path = merchantAccount === undefined ? 'sync' : `v1/merchants/${merchantAccount}/devices/${poiId}/sync`
  const host = `${base}/${poiId}`
  return {
    name: 'adyen-cloud',
    poiId,
    host,
    traits: cloudTraits,
    knows: (at) => at === host,
    send(message, signal) {
      const headers = { ...json, 'x-api-key': apiKey }
      return exchange(line, { method: 'POST', url: `${base}/${path}`, headers, body: textOf(message) }, signal)
    },
  }
}

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

const securedDisplayReading = z.object({ SaleToPOIRequest: sealedReading })

const MAX_BYTES = 64 * 1024
const MAX_LINES = 3
const MAX_LETTERS = 40

/**
 * Hears what a terminal shows during one payment, and only sealed with the shared key. It decides nothing. Null: nobody can listen there.
 */
async function hearDisplays(
  { port, tls }: DisplayPlace,
  crypto: Pick<NexoCrypto, 'open'>,
  payment: DisplayedPayment,
): Promise<(() => void) | null> {
  let phase: DevicePhase = 'waking'

  function hear(text: string): void {
    const secured = securedDisplayReading.safeParse(parseJson(text))
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
