import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { HubClient } from '../../electron/fleet/hub-client.ts'
import { openSigningKey } from '../../electron/fleet/keys.ts'
import { type PageContent, TicketPageClient } from '../../electron/fleet/ticket-pages.ts'
import { readWalletKeys, type WalletKeys, walletNotices } from '../../electron/fleet/wallet-keys.ts'
import { createPasses } from '../../electron/fleet/wallet-passes.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { need } from '../world/kiosk-fixture.ts'
import { startFleet } from './fleet.ts'
import { databaseFile } from './hub.ts'
import {
  appleSettings,
  googleKey,
  googleSettings,
  hasProgram,
  hasTools,
  keyFiles,
  PASS_TYPE,
  PASSPHRASE,
  TEAM,
  walletFolder,
} from './wallet-keys.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

const ticket: PageContent['tickets'][number] = {
  title: 'Hamana AC – Badia FC',
  startsAt: '2026-11-21T20:00:00+00:00',
  when: 'samedi 21 novembre 2026, 20 h',
  venue: 'Stade de Nongo, Conakry, Guinée',
  tribune: 'Tribune Nord',
  color: '#0a7d3c',
  ink: '#ffffff',
  figures: [
    { label: 'Porte', value: '3' },
    { label: 'Secteur', value: 'N3' },
    { label: 'Rang', value: 'F' },
    { label: 'Place', value: '12' },
  ],
  route: ['Porte 3', 'Escalier C'],
  facts: [{ label: 'Billet n°', value: 'KA-000042' }],
  position: 'Billet 1 / 1',
  number: 'KA-000042',
  code: 'c0de'.repeat(8),
  copyMark: '',
  specimen: '',
  qr: { size: 21, path: '0 0 7 1 re\n' },
}
const second = {
  ...ticket,
  position: 'Billet 2 / 2',
  number: 'KA-000043',
  code: 'beef'.repeat(8),
  copyMark: 'DUPLICATA 1',
}
const pdf = Buffer.from('%PDF-1.7').toString('base64')
const pageOf = (tickets: PageContent['tickets']): Omit<PageContent, 'untilUtc'> => ({
  language: 'fr',
  seller: 'Stade de Nongo',
  tickets,
  pdf,
})

/** Starts a hub with keys for wallets, and an enrolled device that publishes pages. */
async function startPublisher(walletDirectory: string) {
  const more = { publicUrl: 'https://tickets.example', publicPort: 0, walletDirectory }
  const fleet = await startFleet(0, databaseFile(), more)
  const client = new HubClient(fleet.url, openSigningKey(join(temporaryFolder(), 'key.pem')))
  const { hubKey } = need(await client.enrol('borne-1', await fleet.invite('borne-1')))
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const pages = new TicketPageClient(hubKey, 'borne-1', client, log)
  /** Publishes tickets for 5 hours. Returns the path of their page. */
  async function page(...tickets: PageContent['tickets']): Promise<string> {
    const link = pages.newLink()
    expect(await pages.publish({ link, untilUtc: inHours(5) }, pageOf(tickets))).toBeNull()
    return new URL(pages.addressOf(link) ?? '').pathname
  }
  const read = (path: string) => fetch(`${fleet.pagesUrl}${path}`, { redirect: 'manual' })
  return { fleet, page, read }
}

/** Unpacks an archive and verifies its checksums. Returns the folder with its files. */
function unpacked(bytes: Uint8Array): string {
  const folder = temporaryFolder()
  const archive = join(temporaryFolder(), 'archive.zip')
  writeFileSync(archive, bytes)
  execFileSync('unzip', ['-q', archive, '-d', folder])
  return folder
}

/** Verifies the signature of an unpacked pass with OpenSSL. */
function verified(pass: string): boolean {
  const files = ['-in', join(pass, 'signature'), '-content', join(pass, 'manifest.json')]
  const how = ['-binary', '-inform', 'DER', '-CAfile', join(walletFolder(), 'wwdr.pem'), '-purpose', 'any']
  return hasProgram('openssl', 'cms', '-verify', ...files, ...how)
}

const bytesOf = async (reply: Response) => new Uint8Array(await reply.arrayBuffer())
const passJson = (pass: string) => JSON.parse(readFileSync(join(pass, 'pass.json'), 'utf8')) as Record<string, unknown>

interface Jwt {
  readonly payload: {
    readonly eventTicketClasses: readonly { readonly id: string }[]
    readonly eventTicketObjects: readonly Readonly<Record<string, unknown>>[]
  }
}

/** Verifies the signature of a link to Google Wallet. Returns its claims. */
function claimsOf(address: string): Jwt {
  expect(address).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\//u)
  const [head = '', body = '', signature = ''] = address.replace('https://pay.google.com/gp/v/save/', '').split('.')
  const key = createPublicKey(googleKey.privateKey)
  expect(verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as unknown
  expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'key-1' })
  return read(body) as Jwt
}

describe.skipIf(!hasTools)('a wallet pass', () => {
  test('for Apple has the ticket with its code and its copy mark, and a signature that OpenSSL accepts', async () => {
    const { page, read } = await startPublisher(walletFolder())
    const path = await page(ticket, second)
    const html = await (await read(path)).text()
    for (const part of ['1.pkpass', '2.pkpass', 'google-1', 'google-2', 'tickets.pkpasses'])
      expect(html).toContain(`href="${path}/${part}"`)
    const reply = await read(`${path}/2.pkpass`)
    expect(reply.headers.get('content-type')).toBe('application/vnd.apple.pkpass')
    const pass = unpacked(await bytesOf(reply))
    const { eventTicket, ...whole } = passJson(pass)
    expect(whole).toMatchObject({
      formatVersion: 1,
      teamIdentifier: TEAM,
      passTypeIdentifier: PASS_TYPE,
      organizationName: 'Stade de Nongo',
      relevantDate: '2026-11-21T20:00:00+00:00',
      relevantDates: [{ date: '2026-11-21T20:00:00+00:00' }],
      backgroundColor: 'rgb(10, 125, 60)',
      foregroundColor: 'rgb(255, 255, 255)',
      barcodes: [
        {
          format: 'PKBarcodeFormatQR',
          message: second.code,
          messageEncoding: 'iso-8859-1',
          altText: 'KA-000043 · DUPLICATA 1',
        },
      ],
    })
    expect(eventTicket).toMatchObject({
      headerFields: [{ value: 'DUPLICATA 1' }],
      primaryFields: [{ label: 'Tribune Nord', value: ticket.title }],
      secondaryFields: [
        { label: 'Date', value: ticket.when },
        { label: 'Lieu', value: ticket.venue },
      ],
      auxiliaryFields: ticket.figures,
    })
    const manifest = JSON.parse(readFileSync(join(pass, 'manifest.json'), 'utf8')) as Record<string, string>
    const others = readdirSync(pass).filter((name) => name !== 'manifest.json' && name !== 'signature')
    expect(Object.keys(manifest).toSorted()).toEqual(others.toSorted())
    for (const name of others)
      expect(manifest[name]).toBe(
        createHash('sha1')
          .update(readFileSync(join(pass, name)))
          .digest('hex'),
      )
    expect(others).toEqual(expect.arrayContaining(['icon.png', 'icon@2x.png', 'logo.png', 'pass.json']))
    expect(verified(pass)).toBe(true)
    const bundle = await read(`${path}/tickets.pkpasses`)
    expect(bundle.headers.get('content-type')).toBe('application/vnd.apple.pkpasses')
    const passes = unpacked(await bytesOf(bundle))
    const codes = ['1.pkpass', '2.pkpass'].map(
      (name) => passJson(unpacked(readFileSync(join(passes, name))))['barcodes'],
    )
    expect(codes).toMatchObject([[{ message: ticket.code, altText: 'KA-000042' }], [{ message: second.code }]])
    writeFileSync(join(pass, 'manifest.json'), '{}')
    expect(verified(pass)).toBe(false)
  })

  test('for Google is a link to a signed event ticket; a duplicate has a link with an id of its own', async () => {
    const { page, read } = await startPublisher(walletFolder())
    const path = await page(ticket, { ...ticket, copyMark: 'DUPLICATA 1' })
    const links = await Promise.all(
      [1, 2].map(async (number) => {
        const reply = await read(`${path}/google-${number}`)
        expect(reply.status).toBe(302)
        return claimsOf(reply.headers.get('location') ?? '')
      }),
    )
    const [first, copy] = links.map(({ payload }) => payload)
    expect(links[0]).toMatchObject({
      iss: 'tickets@nongo.iam.gserviceaccount.com',
      aud: 'google',
      typ: 'savetowallet',
      payload: {
        eventTicketClasses: [
          { issuerName: 'Stade de Nongo', reviewStatus: 'UNDER_REVIEW', dateTime: { start: ticket.startsAt } },
        ],
        eventTicketObjects: [
          {
            state: 'ACTIVE',
            ticketNumber: 'KA-000042',
            barcode: { type: 'QR_CODE', value: ticket.code, alternateText: 'KA-000042' },
            hexBackgroundColor: '#0a7d3c',
            seatInfo: {
              gate: { defaultValue: { language: 'fr', value: '3' } },
              section: { defaultValue: { value: 'N3' } },
              row: { defaultValue: { value: 'F' } },
              seat: { defaultValue: { value: '12' } },
            },
          },
        ],
      },
    })
    expect(copy?.eventTicketClasses).toEqual(first?.eventTicketClasses)
    expect(copy?.eventTicketObjects[0]?.['id']).not.toBe(first?.eventTicketObjects[0]?.['id'])
    expect(copy?.eventTicketObjects[0]).toMatchObject({ ticketType: { defaultValue: { value: 'DUPLICATA 1' } } })
  })

  test('exists only for a valid ticket of this page, while the page and the certificate are valid', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { fleet, page, read } = await startPublisher(walletFolder())
    const path = await page(ticket)
    const parts = ['1.pkpass', 'google-1']
    const status = async (part: string) => (await read(`${path}/${part}`)).status
    expect(await Promise.all(parts.map(status))).toEqual([200, 302])
    const unknown = ['0.pkpass', '2.pkpass', 'google-2', '01.pkpass', 'tickets.pkpasses', '1.pkpass/x']
    expect(await Promise.all(unknown.map(status))).toEqual(unknown.map(() => 404))
    expect((await read(`/t/${'A'.repeat(32)}/1.pkpass`)).status).toBe(404)
    vi.setSystemTime(Date.now() + 6 * HOUR_MS)
    expect(await Promise.all(parts.map(status))).toEqual([404, 404])
    vi.setSystemTime(Date.now() + 100 * DAY_MS)
    const later = await page(ticket)
    expect(await (await read(later)).text()).not.toContain('.pkpass')
    expect((await read(`${later}/1.pkpass`)).status).toBe(404)
    expect(await fleet.noticesOnPage()).toMatchObject([{ wallet: 'apple', isOff: true }])
    vi.useRealTimers()
  })

  test('does not exist for a cancelled ticket, for a text that Google cannot take, or for 11 tickets at once', async () => {
    const keys = readWalletKeys(walletFolder(), Date.now())
    const passesOf = async (cancelled: readonly string[], tickets: PageContent['tickets']) => {
      const listCancelled = () => Promise.resolve(cancelled)
      const icons = fileURLToPath(new URL('../../resources/icons', import.meta.url))
      const passes = createPasses({ keys: keys!, icons, nowMs: Date.now, listCancelled })
      return [...(await passes({ ...pageOf(tickets), untilUtc: inHours(5) })).keys()]
    }
    expect(await passesOf([ticket.code], [ticket, second])).toEqual(['2.pkpass', 'google-2'])
    expect(await passesOf([ticket.code, second.code], [ticket, second])).toEqual([])
    expect(await passesOf([], [{ ...ticket, code: 'x'.repeat(6500) }])).toEqual(['1.pkpass'])
    const eleven = Array.from({ length: 11 }, () => ticket)
    expect(await passesOf([], eleven)).not.toContain('tickets.pkpasses')
    expect(await passesOf([], eleven.slice(1))).toContain('tickets.pkpasses')
  })

  const apple = (more: object) => ({ apple: { ...appleSettings, ...more }, google: googleSettings })
  test.each([
    ['a wrong passphrase', apple({ passphrase: 'x' }), 0, /^no passes for Apple Wallet: .*pass\.key: expected an RSA/u],
    ['another key', apple({ key: 'wwdr.key' }), 0, /pass\.pem is for another key than .*wwdr\.key: use the key/u],
    ['another team', apple({ teamIdentifier: 'ZZZZZ99999' }), 0, /has "ABCDE12345", .* "ZZZZZ99999": correct team/u],
    ['another pass type', apple({ passTypeIdentifier: 'pass.x' }), 0, /correct passTypeIdentifier/u],
    ['another intermediate certificate', apple({ intermediate: 'other.pem' }), 0, /not the intermediate .*"wwdr"/u],
    ['no certificate', apple({ certificate: 'pass.csr' }), 0, /pass\.csr: expected an X\.509/u],
    ['a missing file', apple({ certificate: 'lost.pem' }), 0, /lost\.pem is unreadable: check/u],
    ['an expired certificate', apple({}), 101, /expired on \d{4}-\d\d-\d\d: request a new one/u],
    ['a wrong clock', apple({}), -2, /valid only from .*: check the date/u],
    [
      'an incomplete file',
      { apple: { ...appleSettings, key: 5 } },
      0,
      /Apple Wallet, Google Wallet: .*wallet\.json:1:\d+: apple\.key/u,
    ],
  ])('is off, with a reason, for Apple because of %s', (_, settings, days, reason) => {
    const keys = readWalletKeys(walletFolder(settings), Date.now() + days * DAY_MS)
    expect(keys?.apple).toBeNull()
    expect(keys?.warnings.map(({ message }) => message)).toEqual([expect.stringMatching(reason)])
    expect(keys?.google === null).toBe(!('google' in settings))
    expect(JSON.stringify(keys?.warnings.map(({ message }) => message))).not.toContain(PASSPHRASE)
  })

  test('is off for Google without a service account, for keys that others can read, and without settings', () => {
    const read = (change: (folder: string) => void): WalletKeys | null => {
      const folder = walletFolder()
      change(folder)
      return readWalletKeys(folder, Date.now())
    }
    const said = (keys: WalletKeys | null) => keys?.warnings.map(({ message }) => message).join('\n')
    const broken = read((folder) => writeFileSync(join(folder, 'google.json'), '{"type":"service_account"}'))
    expect(broken).toMatchObject({ google: null, off: ['google'] })
    expect(said(broken)).toMatch(/^no passes for Google Wallet: .*google\.json:1:1: client_email/u)
    expect(broken?.apple).not.toBeNull()
    if (process.platform !== 'win32') {
      const open = read((folder) => chmodSync(join(folder, 'pass.key'), 0o644))
      expect(said(open)).toMatch(/^no passes for Apple Wallet: .*pass\.key: protect it with chmod 600$/u)
    }
    expect(readWalletKeys(temporaryFolder(), Date.now())).toBeNull()
  })

  test('is still created in the last 30 days of its certificate, while the hub warns of the expiry', async () => {
    const now = Date.now()
    const keys = readWalletKeys(walletFolder(), now + 71 * DAY_MS)
    expect(keys?.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/expires on .* \(days left: 29\): request a new one from Apple, then restart/u),
    ])
    expect(walletNotices(keys!, now)).toEqual([])
    expect(walletNotices(keys!, now + 71 * DAY_MS)).toMatchObject([{ wallet: 'apple', isOff: false }])
    const { fleet, page, read } = await startPublisher(walletFolder(apple({ key: 'wwdr.key' })))
    expect(fleet.warnings).toHaveLength(1)
    expect(await fleet.noticesOnPage()).toEqual([{ wallet: 'apple', untilUtc: null, isOff: true }])
    const html = await (await read(await page(ticket))).text()
    expect(html).toContain('google-1')
    expect(html).not.toContain('.pkpass')
  })

  test('leaves no key in a reply or in the log', async () => {
    const { fleet, page, read } = await startPublisher(walletFolder())
    const path = await page(ticket)
    const replies = [path, `${path}/1.pkpass`, `${path}/google-1`, '/t/wallet.json', '/t/../wallet/pass.key']
    const texts = await Promise.all(
      replies.map(async (at) => {
        const reply = await read(at)
        return JSON.stringify([...reply.headers]) + Buffer.from(await bytesOf(reply)).toString('latin1')
      }),
    )
    const secrets = [PASSPHRASE, 'PRIVATE KEY', ...['pass.key', 'google.json'].map((name) => keyLine(name))]
    for (const secret of secrets) expect(texts.join('') + fleet.logText()).not.toContain(secret)
  })

  /** Returns a line from the middle of a key file. */
  const keyLine = (name: string) =>
    keyFiles
      .get(name)
      ?.toString()
      .match(/[\w+/]{60}/gu)?.[5] ?? name

  test('does not exist without keys', async () => {
    const { fleet, page, read } = await startPublisher(temporaryFolder())
    const path = await page(ticket)
    expect(await (await read(path)).text()).not.toContain('class="pass"')
    for (const part of ['1.pkpass', 'google-1', 'tickets.pkpasses'])
      expect((await read(`${path}/${part}`)).status).toBe(404)
    expect(await fleet.noticesOnPage()).toEqual([])
  })
})
