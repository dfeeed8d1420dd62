import { totalmem } from 'node:os'
import type { PlainReply } from './http.ts'
import { SEAT_STATUS, type SalesEvent, type SalesSection, type SectionSnapshot } from '../store/store.ts'
import { sectionHead, sectionMap, seatParts, timestamp } from './wire.ts'

/** Statuses with their quotes, all of one width: blanks between JSON tokens mean nothing. */
const STATUS_WIDTH = Math.max(...SEAT_STATUS.map((status) => status.length)) + 2
const STATUS_BYTES = SEAT_STATUS.map((status) => Buffer.from(`"${status}"`.padEnd(STATUS_WIDTH)))

const BLOCK = 512

/** Bytes of JSON, with how many replies under way read them. */
interface Sheet {
  readonly bytes: Buffer
  readers: number
}

/** The seats of one section, patched in place as they change. */
interface EncodedSeats {
  /** Of which edition the text is. */
  readonly event: SalesEvent
  /** Replaced by a copy when a change comes while somebody reads it. */
  sheet: Sheet
  /** What the text says, one byte a seat. */
  statuses: Uint8Array
  /** Where a seat's status stands in the availability list and in the map: two offsets a seat. */
  readonly offsets: Int32Array
}

export interface SectionBodies {
  /** The reply to step 3. */
  of(view: SectionSnapshot, message: string): SectionBody
}

export interface SectionBody {
  /** What it is at this moment of the view's time. Its pieces keep their bytes until `sent` is called, once. */
  at(now: number): Required<Pick<PlainReply, 'body' | 'sent'>>
}

const MOMENT = '"generated_at":"'

const MIB = 1024 * 1024

/**
 * In bytes, a sixteenth of the memory that this process may have, within bounds. A stadium of 50,000 seats is 26 MB: a hub
 * that sells more of them than it keeps makes the text again for each view.
 */
function capacityHere(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.min(Math.max(memory / 16, 64 * MIB), 512 * MIB)
}

/**
 * Bodies of section views. A section of 5,000 seats is 2.6 MB of text of which a sale changes a few bytes: the text is
 * made once and kept, up to `capacity` bytes in all, the sections asked for longest ago go first.
 */
export function createSectionBodies(capacity = capacityHere()): SectionBodies {
  const kept = new Map<number, EncodedSeats>()
  let size = 0

  function encodedFor(view: SectionSnapshot, section: SalesSection): EncodedSeats {
    const found = kept.get(section.sectionId)
    const encoded = found?.event === view.event ? found : encode(view.event, section)
    if (encoded !== found) size += encoded.sheet.bytes.byteLength - (found?.sheet.bytes.byteLength ?? 0)
    // Reinserted at the end: the first in the map is the one not used for longest.
    kept.delete(section.sectionId)
    kept.set(section.sectionId, encoded)
    for (const [sectionId, { sheet }] of kept) {
      if (size <= capacity || sectionId === section.sectionId) break
      kept.delete(sectionId)
      size -= sheet.bytes.byteLength
    }
    return encoded
  }

  return {
    of(view, message) {
      const section = view.event.sections.find(({ sectionId }) => sectionId === view.sectionId)
      if (section === undefined) throw new Error(`event ${view.event.eventId} has no section ${view.sectionId}`)
      const text = JSON.stringify({ success: true, message, data: sectionHead(view, section) })
      // Reopened behind the last key of `availability`, where the list of seats goes on.
      const head = `${text.slice(0, -'}}}'.length)},"seats":[`
      const moment = head.indexOf(MOMENT) + MOMENT.length
      const [before, after] = [head.slice(0, moment), head.slice(head.indexOf('"', moment))]
      return {
        at(now) {
          const encoded = encodedFor(view, section)
          patch(encoded, view.statuses)
          const { sheet } = encoded
          sheet.readers += 1
          return {
            body: [Buffer.from(before + timestamp(now) + after), sheet.bytes],
            sent: () => {
              sheet.readers -= 1
            },
          }
        },
      }
    },
  }
}

function encode(event: SalesEvent, section: SalesSection): EncodedSeats {
  const { seatCount } = section
  const texts: string[] = []
  const offsets = new Int32Array(seatCount * 2)
  const blank = '"available"'.padEnd(STATUS_WIDTH)
  let length = 0
  const add = (piece: string): void => {
    texts.push(piece)
    length += Buffer.byteLength(piece)
  }
  const seats = Array.from({ length: seatCount }, (_, index) => seatParts(event, section, index))

  seats.forEach(({ before }, index) => {
    add(`${index === 0 ? '' : ','}{"id":"${before.id}","status":`)
    offsets[index * 2] = length
    add(`${blank},"seat_code":${JSON.stringify(before.seat_code)}}`)
  })
  const map = JSON.stringify(sectionMap(event))
  add(`]},"map":${map.slice(0, -1)},"seats":[`)
  seats.forEach(({ before, after }, index) => {
    add(`${index === 0 ? '' : ','}${JSON.stringify(before).slice(0, -1)},"status":`)
    offsets[index * 2 + 1] = length
    add(`${blank},${JSON.stringify(after).slice(1)}`)
  })
  add(']}}}')
  return {
    event,
    sheet: { bytes: Buffer.from(texts.join('')), readers: 0 },
    statuses: new Uint8Array(seatCount),
    offsets,
  }
}

function patch(encoded: EncodedSeats, statuses: Uint8Array): void {
  if (encoded.statuses === statuses) return
  const before = encoded.statuses
  for (const index of differences(before, statuses)) {
    const status = statuses[index] ?? 0
    if (encoded.sheet.readers > 0) encoded.sheet = { bytes: Buffer.from(encoded.sheet.bytes), readers: 0 }
    for (const offset of encoded.offsets.subarray(index * 2, index * 2 + 2)) {
      STATUS_BYTES[status]?.copy(encoded.sheet.bytes, offset)
    }
  }
  encoded.statuses = statuses
}

/** Where two arrays of one length differ; what is equal is passed over in blocks. */
function* differences(one: Uint8Array, other: Uint8Array): Generator<number> {
  for (let start = 0; start < one.length; start += BLOCK) {
    const end = Math.min(start + BLOCK, one.length)
    if (Buffer.compare(one.subarray(start, end), other.subarray(start, end)) === 0) continue
    for (let index = start; index < end; index++) if (one[index] !== other[index]) yield index
  }
}
