import { createHash, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { PageContent, PageTicket } from './ticket-pages.ts'
import type { AppleKeys, GoogleKeys, WalletKeys } from './wallet-keys.ts'

/** A pass: a file to download, or an address at Google to open. */
export type Pass =
  | { readonly type: string; readonly fileName: string; readonly bytes: Buffer }
  | { readonly address: string }

/** Passes of a page by the last part of their path: `1.pkpass`, `google-1`, or `tickets.pkpasses` for all tickets. */
export type PagePasses = ReadonlyMap<string, () => Pass>

interface PassOptions {
  readonly keys: WalletKeys
  /** Folder with the icons of the program. */
  readonly icons: string
  readonly nowMs: () => number
  /** Returns the codes of cancelled tickets among `codes`. */
  readonly listCancelled: (codes: readonly string[]) => Promise<readonly string[]>
}

/** Creates a function that returns the passes of a page, without passes for cancelled tickets. */
export function createPasses({ keys, icons, nowMs, listCancelled }: PassOptions) {
  const { apple, google } = keys
  const images = Object.entries(IMAGES).map(([name, file]) => [name, readFileSync(join(icons, file))] as const)

  return async (content: PageContent): Promise<PagePasses> => {
    const at = nowMs()
    const cancelled = new Set(await listCancelled(content.tickets.map(({ code }) => code)))
    const valid = [...content.tickets.entries()].filter(([, { code }]) => !cancelled.has(code))
    const passes = new Map<string, () => Pass>()
    if (apple && apple.untilMs > at) {
      const files = valid.map(([index, ticket]) => ({
        name: `${index + 1}.pkpass`,
        bytes: () => signedPass(apple, images, passOf(apple, content, ticket), at),
      }))
      for (const { name, bytes } of files) passes.set(name, () => ({ type: PKPASS, fileName: name, bytes: bytes() }))
      if (files.length > 1 && files.length <= MAX_BUNDLE)
        passes.set(BUNDLE, () => {
          const entries = files.map(({ name, bytes }) => [name, bytes()] as const)
          return { type: `${PKPASS}es`, fileName: BUNDLE, bytes: zip(entries) }
        })
    }
    for (const [index, ticket] of google ? valid : []) {
      const address = google && googleLink(google, content, ticket, at)
      if (address !== null) passes.set(`google-${index + 1}`, () => ({ address }))
    }
    return passes
  }
}

const PKPASS = 'application/vnd.apple.pkpass'
export const BUNDLE = 'tickets.pkpasses'
/** Maximum number of passes in a bundle (Apple, "Distributing and updating a pass"). */
const MAX_BUNDLE = 10

/** Icons of the program by the file name in a pass. Apple Wallet scales them down. */
const IMAGES = {
  'icon.png': '32x32.png',
  'icon@2x.png': '64x64.png',
  'icon@3x.png': '128x128.png',
  'logo.png': '48x48.png',
  'logo@2x.png': '128x128.png',
} as const

const shortHash = (...parts: readonly (string | null)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)

/**
 * Returns the id of a pass. Each numbered copy of a ticket has its own id, because Google does not replace the content
 * of an existing id. The id does not reveal the code.
 */
const passId = ({ code, copyMark }: PageTicket): string => shortHash(code, copyMark)

/** Reasons why a ticket is not valid, or not the original. */
export const marksOf = ({ specimen, copyMark }: PageTicket): readonly string[] =>
  [specimen, copyMark].filter((mark) => mark !== '')

/** Text below the code: the ticket number, and the reasons from `marksOf`. */
const belowCode = (ticket: PageTicket): string => [ticket.number, ...marksOf(ticket)].join(' · ')

/** Returns the content of `pass.json` (Apple, "Wallet Passes", object `Pass`). */
function passOf(
  { teamIdentifier, passTypeIdentifier }: AppleKeys,
  { language, seller, untilUtc }: PageContent,
  ticket: PageTicket,
): object {
  const { title, startsAt, when, venue, tribune, color, figures, route, facts, code } = ticket
  const words = catalogues[language].paper.ticketPage.pass
  const ink = rgbOf(ticket.ink)
  const [gate, sector, row, seat] = figures
  return {
    formatVersion: 1,
    teamIdentifier,
    passTypeIdentifier,
    serialNumber: passId(ticket),
    organizationName: seller || venue,
    logoText: seller,
    description: [title, when].join(', '),
    ...(startsAt !== null && { relevantDate: startsAt, relevantDates: [{ date: startsAt, relevantDate: startsAt }] }),
    expirationDate: untilUtc,
    backgroundColor: rgbOf(color),
    foregroundColor: ink,
    labelColor: ink,
    barcodes: [
      {
        format: 'PKBarcodeFormatQR',
        message: code,
        // The QR code on paper also encodes text beyond ASCII as UTF-8.
        messageEncoding: /^[\0-\x7f]*$/u.test(code) ? 'iso-8859-1' : 'utf-8',
        altText: belowCode(ticket),
      },
    ],
    eventTicket: {
      headerFields: marksOf(ticket).map((value, index) => ({ key: `mark-${index}`, value })),
      primaryFields: [{ key: 'event', label: tribune, value: title }],
      secondaryFields: [
        { key: 'when', label: words.when, value: when },
        { key: 'venue', label: words.venue, value: venue },
      ],
      auxiliaryFields: [
        { key: 'gate', ...gate },
        { key: 'sector', ...sector },
        { key: 'row', ...row },
        { key: 'seat', ...seat },
      ],
      backFields: [
        { key: 'route', label: words.route, value: route.join('\n') },
        ...facts.map((fact, index) => ({ key: `fact-${index}`, ...fact })),
      ],
    },
  }
}

const rgbOf = (color: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`

type NamedFile = readonly [name: string, bytes: Uint8Array]

/** Returns a `.pkpass` file (Apple, "Building a Pass"). */
function signedPass(keys: AppleKeys, images: readonly NamedFile[], pass: object, nowMs: number): Buffer {
  const files: readonly NamedFile[] = [['pass.json', Buffer.from(JSON.stringify(pass))], ...images]
  const manifest = Object.fromEntries(
    files.map(([name, bytes]) => [name, createHash('sha1').update(bytes).digest('hex')]),
  )
  const listed = Buffer.from(JSON.stringify(manifest))
  return zip([...files, ['manifest.json', listed], ['signature', detachedSignature(keys, listed, nowMs)]])
}

/** 1 January 1980, the earliest date that the ZIP format can encode. */
const ZIP_DATE = 0x0021
const ZIP_VERSION = 20

/** Returns a ZIP archive of uncompressed files (PKWARE APPNOTE, 4.3). File names are ASCII. */
function zip(files: readonly NamedFile[]): Buffer {
  const [local, central]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [name, bytes] of files) {
    const entry = Buffer.alloc(26)
    entry.writeUInt16LE(ZIP_VERSION, 0)
    entry.writeUInt16LE(ZIP_DATE, 8)
    entry.writeUInt32LE(crc32(bytes), 10)
    entry.writeUInt32LE(bytes.length, 14)
    entry.writeUInt32LE(bytes.length, 18)
    entry.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), entry, Buffer.from(name)])
    local.push(head, Buffer.from(bytes))
    central.push(Buffer.from('PK\x01\x02'), Buffer.from([ZIP_VERSION, 0]), entry, place, Buffer.from(name))
    offset += head.length + bytes.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06'), end])
}

/** Tags of DER (ITU-T X.690). */
const [INTEGER, OCTETS, NULL, OID, SEQUENCE, SET, UTC_TIME] = [0x02, 0x04, 0x05, 0x06, 0x30, 0x31, 0x17]
/** Context-specific tag `[0]`: the first optional member of a sequence. */
const FIRST = 0xa0

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const length = content.length.toString(16)
  const bytes = Buffer.from(length.padStart(length.length + (length.length % 2), '0'), 'hex')
  const head = content.length < 0x80 ? [tag, content.length] : [tag, 0x80 | bytes.length, ...bytes]
  return Buffer.concat([Buffer.from(head), content])
}

/** Object identifiers: PKCS #1, #7 and #9 (RFC 5652, RFC 8017), and SHA-256 (RFC 5754). */
const oids = {
  data: '2a864886f70d010701',
  signedData: '2a864886f70d010702',
  contentType: '2a864886f70d010903',
  messageDigest: '2a864886f70d010904',
  signingTime: '2a864886f70d010905',
  rsa: '2a864886f70d010101',
  sha256: '608648016503040201',
} as const

const oid = (name: keyof typeof oids): Buffer => der(OID, Buffer.from(oids[name], 'hex'))

/** Returns the encoded members of a DER sequence. Trusts the lengths, because Node has parsed the certificates. */
function membersOf(sequence: Buffer): readonly Buffer[] {
  const members: Buffer[] = []
  for (let at = contentAt(sequence, 0).start; at < sequence.length;) {
    const { end } = contentAt(sequence, at)
    members.push(sequence.subarray(at, end))
    at = end
  }
  return members
}

function contentAt(bytes: Buffer, at: number): { readonly start: number; readonly end: number } {
  const first = bytes[at + 1] ?? 0
  const more = first < 0x80 ? 0 : first & 0x7f
  const start = at + 2 + more
  return { start, end: start + (more === 0 ? first : bytes.readUIntBE(at + 2, more)) }
}

/** Returns the issuer and the serial number of a certificate (RFC 5280, 4.1), which identify it in a signature. */
function issuerAndSerial(certificate: Buffer): Buffer {
  const [signedPart = Buffer.alloc(0)] = membersOf(certificate)
  const members = membersOf(signedPart)
  const [serial, , issuer] = members[0]?.[0] === FIRST ? members.slice(1) : members
  if (!serial || !issuer) throw new Error('the certificate has no issuer and serial number')
  return der(SEQUENCE, issuer, serial)
}

/** Returns a detached signature with its certificates, in DER (CMS, RFC 5652: `SignedData`). */
function detachedSignature({ certificate, intermediate, key }: AppleKeys, bytes: Buffer, nowMs: number): Buffer {
  const sha256 = der(SEQUENCE, oid('sha256'))
  // Times from 2050 on have another type (RFC 5652, 11.3). The certificates expire before 2050.
  const time = new Date(nowMs).toISOString().slice(2, 19).replaceAll(/\D/gu, '')
  const attribute = (name: keyof typeof oids, value: Buffer) => der(SEQUENCE, oid(name), der(SET, value))
  // DER sorts the members of a set by their encoded bytes. These members differ in the length byte, so the shortest is
  // first.
  const attributes = [
    attribute('contentType', oid('data')),
    attribute('signingTime', der(UTC_TIME, Buffer.from(`${time}Z`))),
    attribute('messageDigest', der(OCTETS, createHash('sha256').update(bytes).digest())),
  ]
  const signature = sign('sha256', der(SET, ...attributes), key)
  const signer = der(
    SEQUENCE,
    der(INTEGER, Buffer.from([1])),
    issuerAndSerial(certificate),
    sha256,
    der(FIRST, ...attributes),
    der(SEQUENCE, oid('rsa'), der(NULL)),
    der(OCTETS, signature),
  )
  const signedData = der(
    SEQUENCE,
    der(INTEGER, Buffer.from([1])),
    der(SET, sha256),
    der(SEQUENCE, oid('data')),
    der(FIRST, certificate, intermediate),
    der(SET, signer),
  )
  return der(SEQUENCE, oid('signedData'), der(FIRST, signedData))
}

const SAVE = 'https://pay.google.com/gp/v/save/'
/** Maximum number of characters in a link. RFC 9110, 4.1 recommends that software accepts at least 8,000. */
const MAX_LINK = 8000

/** Returns the address that adds a ticket to Google Wallet; null if it would be too long. */
function googleLink(keys: GoogleKeys, content: PageContent, ticket: PageTicket, nowMs: number): string | null {
  const part = (value: object | Buffer): string =>
    (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString('base64url')
  const payload = {
    iss: keys.email,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(nowMs / 1000),
    origins: [],
    payload: googleObjects(keys, content, ticket),
  }
  const text = `${part({ alg: 'RS256', typ: 'JWT', kid: keys.keyId })}.${part(payload)}`
  const link = `${SAVE}${text}.${part(sign('sha256', Buffer.from(text), keys.key))}`
  return link.length > MAX_LINK ? null : link
}

/** Google's name for the member that contains the QR code. */
const QR_CODE_MEMBER = 'barcode'

/** Returns the class of the event and the object of the ticket (Google Wallet API, `EventTicketObject`). */
function googleObjects({ issuerId }: GoogleKeys, { language, seller, untilUtc }: PageContent, ticket: PageTicket) {
  const { title, startsAt, venue, color, figures, code } = ticket
  const local = (value: string) => ({ defaultValue: { language, value } })
  // `JSON.stringify` omits undefined members, so an empty value is not sent.
  const [gate, section, row, seat] = figures.map(({ value }) => (value === '' ? undefined : local(value)))
  const classId = `${issuerId}.${shortHash(language, seller, title, startsAt, venue)}`
  const marks = marksOf(ticket).join(' · ')
  return {
    eventTicketClasses: [
      {
        id: classId,
        issuerName: seller || venue,
        reviewStatus: 'UNDER_REVIEW',
        eventName: local(title),
        venue: { name: local(venue), address: local(venue) },
        ...(startsAt !== null && { dateTime: { start: startsAt } }),
      },
    ],
    eventTicketObjects: [
      {
        id: `${issuerId}.${passId(ticket)}`,
        classId,
        state: 'ACTIVE',
        ticketNumber: ticket.number,
        seatInfo: { gate, section, row, seat },
        ...(marks !== '' && { ticketType: local(marks) }),
        [QR_CODE_MEMBER]: { type: 'QR_CODE', value: code, alternateText: belowCode(ticket) },
        hexBackgroundColor: color,
        validTimeInterval: { end: { date: untilUtc } },
      },
    ],
  }
}
