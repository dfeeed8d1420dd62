import { parseJson } from '../../../shared/json.ts'
import { z } from 'zod'
import type { DeviceProgress, TenderTraits } from '../../../shared/domain/money/tender.ts'
import { type Call, exchange, type Line, type Reply } from '../http/exchange.ts'
import { type DisplayPlace, hearDisplays } from './displays.ts'
import { type Message, textOf } from './messages.ts'
import { createNexoCrypto, sealedReading } from './nexo-crypto.ts'
import type { AdyenCloudSettings, AdyenLocalSettings } from './settings.ts'
import { cloudTraits, localTraits } from './traits.ts'

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
