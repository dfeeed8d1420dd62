import {
  codesDocument,
  codesInside,
  type CodesInside,
  codesUse,
  signedCodes,
  type SignedCodes,
  type ReportedCodes,
} from '../../shared/api/fleet/contract.ts'
import { messageOf } from '../../shared/errors.ts'
import { parseInEnglish } from '../../shared/i18n/issue-text.ts'
import type { Clock, Log } from '../kiosk/ports/ports.ts'
import { readJsonFile, writeFileAtomic } from '../host/files/atomic-file.ts'
import { isSignedBy, sealingKeyOf, type SigningKey } from './keys.ts'

/** Timeout in milliseconds of a request for access codes. */
const TIMEOUT_MS = 3_000
/** Minimum delay in milliseconds before the next request after one that returned no new codes. */
const AGAIN_AFTER_MS = 5_000

export interface HubCodes {
  all(): Readonly<Record<string, string>>
  /** Returns the report for the next heartbeat; undefined until the hub has offered access codes. */
  told(): ReportedCodes | undefined
  /**
   * Applies the hub's reply to the heartbeat with the given `number`. `reply` is undefined if the hub offers no access
   * codes. Returns true if the hub's next reply will contain access codes.
   */
  take(reply: SignedCodes | null | undefined, number: number): boolean
  /**
   * Requests access codes now, unless a recent request returned none. Resolves within three seconds, even without a
   * reply.
   */
  renew(): Promise<void>
  /** Sets the function that sends a heartbeat to request access codes. Pass null after heartbeats have stopped. */
  askBy(beat: (() => Promise<void>) | null): void
}

export interface HubCodesOptions {
  /** File with the access codes as received: encrypted, and signed by the hub. */
  readonly path: string
  readonly deviceId: string
  readonly key: SigningKey
  /** Public key of the hub in base64, as proved at the enrolment. */
  readonly hubKey: string
  readonly clock: Clock
  readonly log: Log
}

/** Opens the access codes from the hub. Accepts only codes signed for the device in reply to the last heartbeat. */
export function openHubCodes(options: HubCodesOptions): HubCodes {
  const { path, deviceId, key, hubKey, clock, log } = options
  const sealingKey = sealingKeyOf(key.derive('guichet access codes 1'))
  let offered = false
  let kept = readKeptCodes()
  let trouble = ''
  let beat: (() => Promise<void>) | null = null
  let asking: Promise<void> | null = null
  let inVainMs = -AGAIN_AFTER_MS

  /** Returns null if the stored codes are unreadable; the hub then sends the codes again. */
  function readKeptCodes(): CodesInside | null {
    try {
      const found = readJsonFile(path, signedCodes)
      return found && open(found, null)
    } catch (error) {
      log.warn('hub-codes.unreadable', { path, why: messageOf(error) })
      return null
    }
  }

  /** Decrypts access codes. `number`: number of the answered heartbeat; null to accept a reply to any heartbeat. */
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
      writeFileAtomic(path, signed)
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
    const inTime = clock.sleep(TIMEOUT_MS, answered.signal)
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
