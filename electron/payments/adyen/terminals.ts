import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { z } from 'zod'
import type { DevicePhase, DeviceProgress, TenderTraits } from '../../../shared/domain/money/tender.ts'
import { parseJson, readBounded } from '../../../shared/json.ts'
import { exchange, jsonCall, type Line, type Reply } from '../http.ts'
import { contentOf, type Message } from './messages.ts'
import { NexoCrypto, sealedReading } from './nexo-crypto.ts'
import { type AdyenCloudSettings, type AdyenLocalSettings, cloudTraits, localTraits } from './settings.ts'

export interface Terminal {
  readonly name: 'adyen-local' | 'adyen-cloud'
  readonly poiId: string
  /** Address and terminal id, because another terminal at the same address cannot find this terminal's payments. */
  readonly host: string
  readonly traits: TenderTraits
  /** Sends a message once. The body of a successful reply is decrypted; an unverified body becomes empty. */
  send(message: Message, signal: AbortSignal): Promise<Reply>
  /**
   * Reports what the terminal shows during a payment, until the returned function is called. Resolves with null if
   * display messages cannot be received.
   */
  readonly hear?: (reference: string, tell: (progress: DeviceProgress) => void) => Promise<(() => void) | null>
  /** Returns whether this terminal can find a payment that was started at `host`. */
  knows(host: string): boolean
}

const accept = 'application/json'
const securedReading = z.object({ SaleToPOIResponse: sealedReading })

export class LocalTerminal implements Terminal {
  readonly name = 'adyen-local'
  readonly traits = localTraits
  readonly poiId: string
  readonly host: string
  readonly hear?: NonNullable<Terminal['hear']>
  readonly #line: Line
  readonly #url: string
  readonly #crypto: NexoCrypto

  constructor(line: Line, settings: AdyenLocalSettings) {
    const { terminalAddress, poiId, keyIdentifier: identifier, keyVersion: version, passphrase, displays } = settings
    this.poiId = poiId
    this.host = `${terminalAddress}/${poiId}`
    this.#line = line
    this.#url = `${terminalAddress}/nexo/`
    const crypto = new NexoCrypto({ identifier, version, passphrase })
    this.#crypto = crypto
    if (displays) this.hear = (reference, tell) => hearDisplays(displays, crypto, { poiId, reference, tell })
  }

  /** A terminal with a new address can still find its payments, so only the terminal id is compared. */
  knows(host: string): boolean {
    return host.endsWith(`/${this.poiId}`)
  }

  async send(message: Message, signal: AbortSignal): Promise<Reply> {
    const sealed = {
      SaleToPOIRequest: { MessageHeader: message.header, ...this.#crypto.seal(JSON.stringify(contentOf(message))) },
    }
    const reply = await exchange(this.#line, jsonCall(this.#url, { accept }, sealed), signal)
    if (!reply.answered) return reply
    const secured = securedReading.safeParse(parseJson(reply.body))
    return { ...reply, body: (secured.success ? this.#crypto.open(secured.data.SaleToPOIResponse) : null) ?? '' }
  }
}

export class CloudTerminal implements Terminal {
  readonly name = 'adyen-cloud'
  readonly traits = cloudTraits
  readonly poiId: string
  readonly host: string
  readonly #line: Line
  readonly #url: string
  readonly #apiKey: string

  constructor(line: Line, { poiId, merchantAccount, baseUrl, apiKey }: AdyenCloudSettings) {
    const isDeviceApi = merchantAccount !== undefined
    const base = baseUrl ?? `https://${isDeviceApi ? 'device' : 'terminal'}-api-live.adyen.com`
    this.poiId = poiId
    this.host = `${base}/${poiId}`
    this.#line = line
    this.#url = `${base}/${isDeviceApi ? `v1/merchants/${merchantAccount}/devices/${poiId}/` : ''}sync`
    this.#apiKey = apiKey
  }

  knows(host: string): boolean {
    return host === this.host
  }

  send(message: Message, signal: AbortSignal): Promise<Reply> {
    return exchange(this.#line, jsonCall(this.#url, { accept, 'x-api-key': this.#apiKey }, contentOf(message)), signal)
  }
}

type Displays = NonNullable<AdyenLocalSettings['displays']>

interface DisplayedPayment {
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

/** Listens for display messages sealed with the shared key. Resolves with null if the port is in use. */
async function hearDisplays(
  { port, certificate: cert, key }: Displays,
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
      const lines = (content.OutputText ?? []).slice(0, MAX_LINES).map(({ Text: line }) => plainText(line))
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
  // Adyen accepts plain HTTP only for tests.
  const server: Server =
    cert !== undefined && key !== undefined
      ? createTlsServer({ cert, key, minVersion: 'TLSv1.2' }, answered)
      : createServer(answered)
  const { promise: listens, resolve } = Promise.withResolvers<boolean>()
  server.once('error', () => resolve(false))
  server.listen(port, () => resolve(true))
  if (!(await listens)) return null
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

const plainText = (line: string): string => line.replaceAll(/\p{C}/gu, '').trim().slice(0, MAX_LETTERS)
