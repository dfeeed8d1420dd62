import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import Sqlite from 'better-sqlite3'
import { afterEach, expect, test, vi } from 'vitest'
import { LedgerMaintenance } from '../../electron/app/ledger-maintenance.ts'
import { DEMO_PIN } from '../../electron/config/config.ts'
import type { Customer } from '../../shared/domain/customer.ts'
import { guichet as run } from '../cli/guichet.ts'
import { damage } from '../ledger/fixtures.ts'
import { readPdfText } from '../support/pdf.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { type Machine, review, settled, startMachine, startPrintingMachine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'

afterEach(() => vi.useRealTimers())

const DAY_MS = 86_400_000
const pin = DEMO_PIN
const fatou: Customer = { name: 'Fatoumata Bangoura-Barré', phone: '+224628765432', note: 'fauteuil roulant' }
const sekou: Customer = { name: 'Sékou Camara', phone: '664112233' }

/**
 * Sets the clock to `days` days after the later of the event's end and `soonest`. With the defaults, the customer data
 * of the sale may be erased.
 */
function setClockAfter({ endsAt }: { readonly endsAt: string }, days = 1, soonest = Date.now() + 7 * DAY_MS): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.max(Date.parse(endsAt), soonest) + days * DAY_MS })
}

async function guichet({ directory }: Pick<Machine, 'directory'>, ...words: readonly string[]) {
  const { code, said, refused } = await run(...words, '--data', directory)
  return { code, said: plain(said), refused: plain(refused.join('\n')) }
}

const plain = (text: string): string => text.replaceAll('\u00a0', ' ')
async function buy(machine: Machine, customer: Customer | null) {
  const { api } = machine
  const { saleId } = await review(machine, 1)
  if (customer) need(await api.recordCustomer({ pin, saleId, customer }))
  need(await api.pay({ saleId, tender: 'card', by: { pin } }))
  expect(await settled(machine, saleId)).toMatchObject({ stage: { name: 'done' } })
  need(await api.dismissSale({ saleId }))
  const sale = machine.sales.find(saleId)
  if (sale?.state !== 'done') throw new Error('not sold')
  return { saleId, orderId: sale.order.orderId, event: sale.event }
}

/** Starts a desk, sells one ticket to each customer, and stops the desk. */
async function soldTo(...customers: readonly Customer[]) {
  const machine = await startMachine({ role: 'cashier' })
  const sales: Awaited<ReturnType<typeof buy>>[] = []
  for (const customer of customers) sales.push(await buy(machine, customer))
  await machine.stop()
  const [first, second, third] = sales as [(typeof sales)[0], (typeof sales)[0], (typeof sales)[0]]
  return { machine, first, second, third, event: first.event, saleId: first.saleId }
}

const ledgerOf = (machine: Pick<Machine, 'directory'>): string => join(machine.directory, 'demo', 'ledger.db')

function sealedOf(machine: Pick<Machine, 'directory'>, saleId: string): readonly Buffer[] {
  const db = new Sqlite(ledgerOf(machine), { readonly: true })
  const rows = db
    .prepare(
      `SELECT ciphertext FROM customer WHERE sale_id = @saleId UNION ALL SELECT phone_key FROM customer WHERE sale_id = @saleId
       UNION ALL SELECT ciphertext FROM customer_pii WHERE sale_id = @saleId
       UNION ALL SELECT ciphertext FROM invoice_buyer WHERE sale_id = @saleId`,
    )
    .pluck()
    .all({ saleId }) as Buffer[]
  db.close()
  return rows
}

async function whereIs({ directory }: Pick<Machine, 'directory'>, texts: readonly string[], bytes: readonly Buffer[]) {
  const patterns = texts.flatMap((text) => {
    const wide = Buffer.from(text, 'utf16le')
    return [Buffer.from(text), wide, Buffer.from(wide).swap16()]
  })
  const sought = [...patterns, ...bytes.map((each) => each.subarray(0, 24))]
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const found = files.map(async ({ parentPath, name }) => {
    const content = readFileSync(join(parentPath, name))
    const printed = name.endsWith('.pdf') ? (await readPdfText(content)).join('\n') : ''
    return sought.some((each) => content.includes(each)) || texts.some((text) => printed.includes(text)) ? [name] : []
  })
  return (await Promise.all(found)).flat().sort()
}

const wordsOf = ({ name, phone, note = '' }: Customer): readonly string[] =>
  [name, name.split(' ')[0] ?? '', phone.slice(-8), note].filter((text) => text !== '')

test('a person is found, given what is stored, and erased from every file and from a copy put back, and nobody else is', async () => {
  const machine = await startPrintingMachine({ role: 'cashier' })
  const { saleId, orderId, event } = await buy(machine, fatou)
  const company = { company: 'Soguicom SARL', address: 'Kaloum, Conakry', taxNumber: '' }
  need(await machine.api.issueInvoice({ pin, saleId, buyer: company }))
  const other = await buy(machine, sekou)
  await buy(machine, null)
  const byPhone = ['--telephone', '628 76 54 32', '--language', 'en']
  const expected = { code: 1, refused: expect.stringContaining('is in use by process') as string }
  expect(await guichet(machine, 'privacy', 'find', ...byPhone)).toMatchObject(expected)
  await machine.stop()
  const sealed = sealedOf(machine, saleId)
  expect(sealed).toHaveLength(4)

  const path = ledgerOf(machine)
  expect(await guichet(machine, 'ledger', 'backup')).toMatchObject({ code: 0 })
  cpSync(path, `${path}.replaced-20250101T000000000Z`)
  cpSync(path, `${path}.corrupt-20250101T000000000Z`)
  damage(`${path}.corrupt-20250101T000000000Z`, 1)
  mkdirSync(join(machine.directory, 'training'))
  cpSync(path, join(machine.directory, 'training', 'ledger.db'))
  // The program also makes a backup when it ends.
  expect(backupsOf(path)).toHaveLength(2)
  const aside = ['corrupt', 'replaced'].map((why) => `ledger.db.${why}-20250101T000000000Z`)
  const elsewhere = join(temporaryFolder(), 'kept-elsewhere.db')
  cpSync(backupsOf(path)[0] ?? '', elsewhere)
  expect((await whereIs(machine, wordsOf(fatou), sealed)).map((name) => name.replace(/^ledger-.*/u, 'backup'))).toEqual(
    ['booking-service.db', 'backup', 'backup', 'ledger.db', 'ledger.db', ...aside],
  )

  const found = await guichet(machine, 'privacy', 'find', '--name', 'barre', '--language', 'en')
  expect(found).toMatchObject({ code: 0, refused: '' })
  expect(found.said).toContain(`${fatou.name}  ${fatou.phone}  ${fatou.note}`)
  expect(found.said).toContain('1 sale')
  expect(found.said).not.toContain('Camara')

  const nowhere = await guichet(machine, 'privacy', 'export', '/absent/x.json', ...byPhone)
  expect([nowhere.code, nowhere.refused]).toEqual([2, '/absent: no such directory'])
  const file = join(temporaryFolder(), 'person.json')
  symlinkSync(`${file}-elsewhere`, file)
  const taken = await guichet(machine, 'privacy', 'export', file, ...byPhone)
  expect([taken.code, taken.refused]).toEqual([2, `${file}: already exists: choose another name`])
  expect(existsSync(`${file}-elsewhere`)).toBe(false)
  rmSync(file)
  expect(await guichet(machine, 'privacy', 'export', file, ...byPhone)).toMatchObject({ code: 0 })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    format: 'guichet-personal-data-1',
    sales: [
      { orderId, noted: fatou, toldToBookingService: { name: fatou.name, phone: fatou.phone }, onInvoice: company },
    ],
  })
  expect(readFileSync(file, 'utf8')).not.toMatch(/Camara|664112233|qrCode/u)

  const early = await guichet(machine, 'privacy', 'erase', '--yes', ...byPhone)
  expect(early).toMatchObject({ code: 1, said: '' })
  expect(early.refused).toMatch(
    /needed (?:until the end of the event|to settle payments): can be erased from \d{4}-.*\nnothing was erased$/u,
  )

  setClockAfter(event)
  const erased = await guichet(machine, 'privacy', 'erase', '--yes', ...byPhone)
  expect([erased.code, erased.refused]).toEqual([0, ''])
  expect(erased.said).toContain('erased from 1 sale')
  expect(await whereIs(machine, wordsOf(fatou), sealed)).toEqual([])

  expect(await guichet(machine, 'privacy', 'find', ...byPhone)).toMatchObject({ code: 1, said: '' })
  expect((await guichet(machine, 'privacy', 'find', '--telephone', sekou.phone)).said).toContain(sekou.name)
  const care = new LedgerMaintenance(join(machine.directory, 'demo'), undefined)
  expect(need(await care.verify())).toMatchObject({ ok: true, findings: [] })
  // A copy of the ledger has no anchor file and no journal file next to it, so the check `beside` is the only one that
  // fails.
  for (const copy of [`${path}.replaced-20250101T000000000Z`, ...backupsOf(path)])
    expect(need(await care.verify(copy)).findings.filter(({ check }) => check !== 'beside')).toEqual([])

  const db = new Sqlite(path, { readonly: true })
  const rows = db
    .prepare<[], { code: string; payload: string }>(
      "SELECT code, payload FROM journal WHERE code LIKE 'CUSTOMER_DATA%' ORDER BY seq",
    )
    .all()
  expect(rows.map((row) => [row.code, JSON.parse(row.payload) as object])).toEqual([
    ['CUSTOMER_DATA_SEARCHED', { by: expect.stringMatching(/^user:/u) as string, sales: 1 }],
    ['CUSTOMER_DATA_EXPORTED', { by: expect.any(String) as string, sales: 1 }],
    ['CUSTOMER_DATA_ERASED', { by: expect.any(String) as string, sales: 1, saleIds: [saleId] }],
    ['CUSTOMER_DATA_SEARCHED', { by: expect.any(String) as string, sales: 0 }],
    ['CUSTOMER_DATA_SEARCHED', { by: expect.any(String) as string, sales: 1 }],
  ])
  expect(db.prepare('SELECT count(*) FROM ticket').pluck().get()).toBe(3)
  db.close()
  expect(sealedOf(machine, other.saleId)).toHaveLength(3)

  expect(await guichet(machine, 'ledger', 'restore', elsewhere)).toMatchObject({ code: 0 })
  expect(sealedOf(machine, saleId)).toHaveLength(4)
  expect(await guichet(machine, 'privacy', 'find', '--order', saleId.slice(0, 8))).toMatchObject({ code: 1 })
  expect([saleId, other.saleId].map((each) => sealedOf(machine, each).length)).toEqual([0, 3])
})

function backupsOf(path: string): readonly string[] {
  return readdirSync(`${path}-backups`).map((name) => join(`${path}-backups`, name))
}

test('an interrupted erasure is finished by the next one, and a name that nobody has leaves the training', async () => {
  const machine = await startPrintingMachine({ role: 'cashier' })
  const { saleId, event } = await buy(machine, fatou)
  await machine.stop()
  expect(await guichet(machine, 'ledger', 'backup')).toMatchObject({ code: 0 })
  const training = join(machine.directory, 'training')
  mkdirSync(training)
  const sealed = sealedOf(machine, saleId)
  setClockAfter(event)
  expect(await guichet(machine, 'privacy', 'erase', '--yes', '--name', 'Fatou Bangura')).toMatchObject({ code: 1 })
  expect(existsSync(training)).toBe(true)

  const service = join(machine.directory, 'demo', 'booking-service.db')
  renameSync(service, `${service}-aside`)
  mkdirSync(service)
  const by = ['--yes', '--name', fatou.name]
  const failed = await guichet(machine, 'privacy', 'erase', ...by).catch((error: unknown) => error)
  expect(failed).not.toMatchObject({ code: 0 })
  rmSync(service, { recursive: true })
  renameSync(`${service}-aside`, service)
  expect(await guichet(machine, 'privacy', 'erase', ...by)).toMatchObject({ code: 0, refused: '' })
  expect(await whereIs(machine, wordsOf(fatou), sealed)).toEqual([])
  expect(existsSync(training)).toBe(false)
})

test('a ledger whose chain does not hold is reported in the log, and nobody is erased from it', async () => {
  const { machine, saleId, event } = await soldTo(fatou)
  const db = new Sqlite(ledgerOf(machine))
  for (const name of db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all() as string[])
    db.exec(`DROP TRIGGER ${name}`)
  db.prepare("UPDATE journal SET wall_utc = '2020-01-01T00:00:00.000Z' WHERE code = 'START'").run()
  db.close()
  setClockAfter(event)
  const by = ['--yes', '--name', fatou.name, '--language', 'en']
  const { code, said, refused } = await guichet(machine, 'privacy', 'erase', ...by)
  expect([code, said, refused]).toEqual([1, '', expect.stringContaining('run guichet ledger verify')])
  expect(sealedOf(machine, saleId)).toHaveLength(3)
  expect(readFileSync(join(machine.directory, 'guichet.log'), 'utf8')).toContain('"ledger.chain-broken"')
})

test('people of one name are not given or erased together, and a file with the name is told of', async () => {
  const mamadou = { name: 'Mamadou Diallo', phone: '622112233' }
  const others = [
    { name: 'DIALLO Mamadou', phone: '622445566' },
    { name: 'Mamadou Diallo Bah', phone: '622778899' },
  ]
  const { machine, event } = await soldTo(mamadou, ...others)
  const by = ['--name', 'mamadou diallo', '--language', 'fr']
  expect((await guichet(machine, 'privacy', 'find', ...by)).said).toContain('3 ventes')
  const file = join(temporaryFolder(), 'person.json')
  for (const request of [
    ['export', file],
    ['erase', '--yes'],
    ['erase', '--yes', '--all'],
  ]) {
    const { code, refused } = await guichet(machine, 'privacy', ...request, ...by)
    expect([code, refused]).toEqual([1, expect.stringContaining('celles de 2 personnes')])
  }
  expect(existsSync(file)).toBe(false)

  const list = join(machine.directory, 'liste.txt')
  // Files outside the data directory do not belong to the program.
  const outside = temporaryFolder()
  writeFileSync(join(outside, 'autre.txt'), '622112233')
  symlinkSync(outside, join(machine.directory, 'dehors'), 'junction')
  writeFileSync(list, 'À rappeler : Mamadou Diallo, 622112233', 'utf16le')
  setClockAfter(event)
  const { code, refused } = await guichet(machine, 'privacy', 'erase', '--yes', ...by, '--telephone', '+224622112233')
  expect([code, refused]).toEqual([1, expect.stringMatching(/^\S+liste\.txt : contient encore[^\n]*$/u)])
  expect((await guichet(machine, 'privacy', 'find', ...by)).said).toContain('2 ventes')
})

test('namesakes without a telephone number are told apart by order, and erased together only on request', async () => {
  const nameAlone: Customer = { name: 'Mamadou Diallo', phone: '' }
  const { machine, first, second, third } = await soldTo(nameAlone, nameAlone, nameAlone)
  const by = ['--name', 'mamadou diallo', '--language', 'en']
  const listed = (await guichet(machine, 'privacy', 'find', ...by)).said
  for (const { orderId } of [first, second, third]) expect(listed).toContain(`${orderId}  `)
  setClockAfter(first.event)

  const file = join(temporaryFolder(), 'person.json')
  const exported = await guichet(machine, 'privacy', 'export', file, ...by)
  expect([exported.code, existsSync(file)]).toEqual([1, false])
  expect(exported.refused).toMatch(/may belong to different people: specify one order with --order; nothing was done$/u)
  const refused = await guichet(machine, 'privacy', 'erase', '--yes', ...by)
  expect([refused.code, refused.said]).toEqual([1, ''])
  for (const { orderId } of [first, second, third]) expect(refused.refused).toContain(orderId)
  expect(refused.refused).toMatch(/add --all to erase that person’s data from all of them$/u)
  expect(sealedOf(machine, first.saleId)).not.toEqual([])

  const one = ['--yes', '--order', first.orderId, '--language', 'en']
  expect(await guichet(machine, 'privacy', 'erase', ...one)).toMatchObject({ code: 0 })
  expect(sealedOf(machine, first.saleId)).toEqual([])
  expect(sealedOf(machine, second.saleId)).not.toEqual([])
  const all = await guichet(machine, 'privacy', 'erase', '--yes', '--all', ...by)
  expect([all.code, all.refused]).toEqual([0, ''])
  expect(all.said).toContain('erased from 2 sales')
  for (const { saleId } of [second, third]) expect(sealedOf(machine, saleId)).toEqual([])
})

test('an erasure asks first, and everything but a yes leaves the person', async () => {
  const { machine, first, second } = await soldTo(fatou, sekou)
  setClockAfter(first.event)
  const erase = (typed: readonly string[], customer: Customer, language: string) => {
    const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(typed) as typeof process.stdin)
    const by = ['--telephone', customer.phone, '--language', language]
    return guichet(machine, 'privacy', 'erase', ...by).finally(() => stdin.mockRestore())
  }
  for (const typed of [['n\n'], ['\n'], [], ['y es\n'], ['maybe\n', 'y\n'], ['oui\n']]) {
    const { code, said, refused } = await erase(typed, fatou, 'en')
    expect([code, refused], typed.join('')).toEqual([1, 'nothing was erased'])
    expect(said).toMatch(/Erase .*1 sale.*\(yes\/no\)$/u)
  }
  expect(sealedOf(machine, first.saleId)).toHaveLength(3)
  expect(await erase(['y\n'], fatou, 'en')).toMatchObject({ code: 0, refused: '' })
  expect(sealedOf(machine, first.saleId)).toEqual([])
  expect((await erase(['non\n'], sekou, 'fr')).code).toBe(1)
  expect(sealedOf(machine, second.saleId)).toHaveLength(3)
  expect(await erase([' Oui'], sekou, 'fr')).toMatchObject({ code: 0, refused: '' })
  expect(sealedOf(machine, second.saleId)).toEqual([])
})

test('a sale that is not finished keeps its customer, whatever the day', async () => {
  const machine = await startMachine({ role: 'cashier' })
  const { saleId } = await review(machine, 1)
  need(await machine.api.recordCustomer({ pin, saleId, customer: fatou }))
  need(await machine.api.parkSale({ pin, saleId }))
  await machine.stop()
  const by = ['--yes', '--name', fatou.name, '--language', 'en']
  const { code, refused } = await guichet(machine, 'privacy', 'erase', ...by)
  expect([code, refused]).toEqual([1, expect.stringContaining('this sale is not finished')])
})

test.each([
  [['find'], 'specify the person: --name, --telephone or --order'],
  [['find', '--order', '12345'], 'at least 6 characters'],
  [['erase', '--telephone', '12'], '--telephone 12: expected a phone number'],
  [['find', '--name', 'Diallo'], 'ledger.db: no such file'],
  [['burn'], 'find, export, erase'],
])('privacy %j is refused', async (words, sentence) => {
  const language = words[0] === 'burn' ? [] : ['--language', 'en']
  const { code, refused } = await guichet({ directory: temporaryFolder() }, 'privacy', ...words, ...language)
  expect([code, refused]).toEqual([2, expect.stringContaining(sentence)])
})

test('the settings say how long customers are kept', async () => {
  const machine = await startMachine({ role: 'cashier', personalData: { retentionDays: 7 } })
  const { event, saleId } = await buy(machine, fatou)
  await machine.stop()
  const { said } = await guichet(machine, 'privacy', 'find', '--name', 'Fatoumata', '--language', 'en')
  const [, day = ''] = /erased automatically after (\S+)/u.exec(said) ?? []
  expect(Math.round((Date.parse(day) - Date.parse(event.endsAt.slice(0, 10))) / DAY_MS)).toBe(7)
  setClockAfter(event, 9, 0)
  const again = await machine.restart()
  await again.stop()
  expect(sealedOf(machine, saleId)).toEqual([])
})
