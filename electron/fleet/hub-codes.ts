import {
  codesDocument,
  codesInside,
  type CodesInside,
  codesUse,
  signedCodes,
  type SignedCodes,
  type ToldCodes,
} from '../../shared/fleet-api/contract.ts'
import { messageOf } from '../../shared/errors.ts'
import { parseInEnglish } from '../../shared/i18n/issue-text.ts'
import type { Clock, Log } from '../core/ports/ports.ts'
import { readWhole, writeWhole } from '../host/files/whole-file.ts'
import { isSignedBy, sealingKeyOf, type SigningKey } from './keys.ts'

/** Who waits for a code is served by then, or told that there is none. */
const PATIENCE_MS = 3_000
/** After it was asked in vain the hub is left in peace for so long, however many ask. */
const AGAIN_AFTER_MS = 5_000

/** The access codes that a hub sends to this machine. */
export interface HubCodes {
  /** By event id. */
  all(): Readonly<Record<string, string>>
  /** For the next heartbeat; undefined as long as the hub has not said that it sends any. */
  told(): ToldCodes | undefined
  /** What the hub answered to the heartbeat of that number; undefined: it sends none. True: the next one brings some. */
  take(reply: SignedCodes | null | undefined, number: number): boolean
  /** Asks the hub out of turn; resolves soon, whatever comes of it. */
  renew(): Promise<void>
  /** How the hub is asked, once there is a heartbeat; null: not any more. */
  askBy(beat: (() => Promise<void>) | null): void
}

export interface HubCodesOptions {
  /** Keeps what came as it came: sealed, and signed by the hub. */
  readonly path: string
  readonly deviceId: string
  /** The device's own. */
  readonly key: SigningKey
  /** Base64, as the hub proved it at the enrolment. */
  readonly hubKey: string
  readonly clock: Clock
  readonly log: Log
}

/** Only the hub's own word for this device, and only as the answer to the heartbeat that was just sent. */
export function openHubCodes(options: HubCodesOptions): HubCodes {
  const { path, deviceId, key, hubKey, clock, log } = options
  const sealingKey = sealingKeyOf(key.derive('guichet access codes 1'))
  let offered = false
  let kept = readKeptCodes()
  let trouble = ''
  let beat: (() => Promise<void>) | null = null
  let asking: Promise<void> | null = null
  let inVainMs = -AGAIN_AFTER_MS

  /** They come again by themselves where they cannot be read. */
  function readKeptCodes(): CodesInside | null {
    try {
      const found = readWhole(path, signedCodes)
      return found && open(found, null)
    } catch (error) {
      log.warn('hub-codes.unreadable', { path, why: messageOf(error) })
      return null
    }
  }

  /** What is in it; `number` null: in answer to whichever heartbeat. Throws why it is not taken, and nothing of it. */
  function open({ document, signature }: SignedCodes, number: number | null): CodesInside {
    if (!isSignedBy(hubKey, 'guichet access codes 1', Buffer.from(document), signature))
      throw new Error('not signed by the hub of the enrolment')
    const read = codesDocument.safeParse(JSON.parse(document))
    if (!read.success) throw new Error('of another form')
    if (read.data.deviceId !== deviceId) throw new Error('for another device')
    if (number !== null && read.data.number !== number) throw new Error('the answer to another heartbeat')
    const bytes = sealingKey.open(read.data, codesUse(deviceId, read.data.number))
    if (bytes === null) throw new Error('sealed to another key')
    return parseInEnglish(codesInside, JSON.parse(bytes.toString('utf8')))
  }

  function keep(signed: SignedCodes, number: number): void {
    try {
      kept = open(signed, number)
      log.info('hub-codes.received', { events: Object.keys(kept.codes).length })
      writeWhole(path, signed)
      trouble = ''
    } catch (error) {
      const why = messageOf(error)
      if (why !== trouble) log.warn('hub-codes.not-saved', { why })
      trouble = why
    }
  }

  async function ask(): Promise<void> {
    const before = kept?.mark
    const answered = new AbortController()
    const inTime = clock.sleep(PATIENCE_MS, answered.signal)
    await Promise.race([beat?.(), inTime])
    answered.abort()
    if (kept?.mark === before) inVainMs = clock.now().monoMs
  }

  return {
    all: () => kept?.codes ?? {},
    told: () => (offered ? { key: sealingKey.publicKey, mark: kept?.mark ?? null } : undefined),
    take(reply, number) {
      const isNew = reply !== undefined && !offered
      offered = reply !== undefined
      if (reply) keep(reply, number)
      return isNew
    },
    async renew() {
      if (beat === null || (asking === null && clock.now().monoMs - inVainMs < AGAIN_AFTER_MS)) return
      asking ??= ask().finally(() => {
        asking = null
      })
      await asking
    },
    askBy(how) {
      beat = how
    },
  }
}
