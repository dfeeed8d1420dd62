import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import type { PageAccess } from '../../electron/transport/dispatch.ts'
import { serveKiosk } from '../../electron/transport/http-host.ts'
import {
  type CommandName,
  commandNames,
  countersignersOf,
  displayCommands,
  mayDo,
  type Role,
  roles,
  staffRoles,
} from '../../shared/api/kiosk/contract.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startMachine } from '../world/kiosk.ts'
import { saveStaffList } from '../support/fast-pin-hash.ts'

const saleId = '8d1f0ac5-4f2e-4f7a-9a39-0d9df3a9a2f1'
const sale = { saleId }

/** A valid input of each command that needs one, without credentials. A command without its input fails as invalid. */
const inputs: Readonly<Partial<Record<CommandName, object>>> = {
  ...Object.fromEntries(
    (
      'readAloud refreshOverview viewVisit refineProposals viewWheelchairPlaces changeSeats cancelPayment retryPrint ' +
      'dismissSale drawTickets publishTickets publishSale ticketMessages openSaleFile parkSale recallSale'
    )
      .split(' ')
      .map((name) => [name, sale]),
  ),
  readTerms: { language: 'fr' },
  listEvents: { page: 1, limit: 12 },
  startVisit: { eventId: 'none', language: 'fr' },
  viewSection: { ...sale, sectionId: '1' },
  proposeSeats: { ...sale, count: 2 },
  holdSeats: { ...sale, groups: [{ sectionId: '1', seatIds: ['1'] }] },
  removeSeat: { ...sale, seatId: 'x' },
  pay: { ...sale, tender: 'card' },
  reportTenderResult: { ...sale, reference: saleId, word: { type: 'refused' } },
  acceptDocument: { ...sale, reference: saleId, number: '0001234', second: { pin: DEMO_PIN } },
  confirmCash: { ...sale, received: 1 },
  findAccounts: { text: 'FGF' },
  sendTickets: { ...sale, address: 'm@client.example', consent: true },
  payOnAccount: { ...sale, account: 'FGF', second: { pin: DEMO_PIN } },
  takeAccountPayment: { reference: saleId, account: 'FGF', tender: 'cash', amount: 1, received: 1, items: [] },
  takeAccountDocument: {
    reference: saleId,
    account: 'FGF',
    tender: 'cheque',
    amount: 1,
    number: '0001234',
    items: [],
    second: { pin: DEMO_PIN },
  },
  callAgent: { reason: 'help' },
  readBadge: { ...sale, code: 'GUB' },
  answerCall: { deviceId: 'borne-1', callId: saleId, answer: 'done' },
  abandonSale: { ...sale, reason: 'idle' },
  drawTicket: { ...sale, ticketId: '1' },
  collectTickets: { code: 'K7M4XP' },
  paySlip: { ...sale, slip: 'K7M4X P92RD' },
  payOutSlip: { slip: 'K7M4X P92RD', second: { pin: DEMO_PIN } },
  reprintCreditSlip: { slip: 'K7M4X P92RD' },
  settleStaffCase: { ...sale, answer: { type: 'reprint' } },
  settleOpenPayment: { payment: 'o-1', answer: { type: 'paid-back', reference: 'r' } },
  askRefund: { payment: 'o-1', second: { pin: DEMO_PIN } },
  settleRefund: { refund: 'r-1', receipt: null },
  settleLedgerGap: { seq: 1, reference: '' },
  settleStrayNote: { seq: 1, paidOut: false },
  findSales: { text: '' },
  findPurchases: { text: '14h' },
  reprintPurchase: { orderId: 'o-1', ticketNumbers: ['1'], reason: 'r' },
  reprintSlip: { ...sale, reference: 'o-R1', reason: 'r' },
  issueInvoice: { ...sale, buyer: { company: 'Soguicom SARL', address: 'Conakry', taxNumber: '' } },
  reprintInvoice: { ...sale, number: 1 },
  resubmitInvoice: { ...sale, number: 1 },
  reprintTickets: { ...sale, ticketIds: ['1'], reason: 'r' },
  returnTickets: { ...sale, second: { pin: DEMO_PIN }, ticketIds: ['1'], kind: 'refund', reason: 'r' },
  payReturn: { ...sale, reference: 'R1', kind: 'cash', receipt: '' },
  correctTender: { ...sale, second: { pin: DEMO_PIN }, payment: 'o', tender: 'cash', reason: 'r' },
  signOut: { reason: 'left' },
  measureScreen: { pixelsPerMillimetre: 4, screenBottomMillimetres: 800 },
  recordCustomer: { ...sale, customer: { name: 'Mariama Bah', phone: '' } },
  openCashbox: { second: { pin: DEMO_PIN } },
  emptyCashbox: { second: { pin: DEMO_PIN }, openingSeq: 1, pieces: [{ kind: 'note', value: 500, count: 0 }] },
  closeCashbox: { second: { pin: DEMO_PIN }, openingSeq: 1 },
  openShift: { currency: 'GNF', float: 0 },
  moveCash: { direction: 'in', currency: 'GNF', amount: 1, reason: 'r' },
  moveCashWithApproval: { second: { pin: DEMO_PIN }, direction: 'in', currency: 'GNF', amount: 1, reason: 'r' },
  openDrawer: { reason: 'r' },
  openDrawerWithApproval: { second: { pin: DEMO_PIN }, reason: 'r' },
  countDrawer: { currency: 'GNF', pieces: [{ kind: 'note', value: 500, count: 0 }] },
  handOverDrawer: { second: { pin: DEMO_PIN }, currency: 'GNF', pieces: [{ kind: 'note', value: 500, count: 0 }] },
  closeShift: { kind: 'X' },
  viewClosure: { seq: 1 },
  viewEventSeats: { eventIds: ['none'] },
  viewSeatsLeft: { eventId: 'none' },
  setAccessCode: { eventId: 'none', code: 'x' },
  addPerson: { second: { pin: DEMO_PIN }, number: '9', name: 'x', role: 'cashier', newPin: '1234' },
  resetPin: { second: { pin: DEMO_PIN }, number: '9', newPin: '1234' },
  removePerson: { number: '9' },
  changeSetting: { key: 'none', value: null },
  printTestPage: { printer: 'none' },
  printBadge: { second: { pin: DEMO_PIN }, number: '9' },
  printCard: { card: 'cashier', language: 'fr' },
  reconcileSettlement: { driver: 'none', piece: '', at: 0, size: 0 },
  setLanguage: { ...sale, language: 'fr' },
  choosePage: { ...sale, onTelephone: true },
  printPublished: { ...sale, unlessOpened: true },
  reportActivity: { inUse: false },
  reportScreenFault: { kind: 'script', error: 'TypeError', message: '', stack: '' },
  readTicket: { code: 'x' },
}

type Reply = { readonly ok: true } | { readonly ok: false; readonly error: { readonly type: string } }

async function served() {
  const directory = temporaryFolder()
  mkdirSync(join(directory, 'demo'))
  const staff = staffRoles.map((role, index) => ({ number: String(index + 1), name: role, role }))
  const pins = saveStaffList(join(directory, 'demo'), staff)
  const people = new Map<Role, { readonly staff: string; readonly pin: string }>(
    staff.map(({ number, role }) => [role, { staff: number, pin: pins.get(number) ?? '' }]),
  )
  const machine = await startMachine({}, directory)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const serve = async (access: PageAccess) => {
    const host = await serveKiosk({ access, log, rendererDirectory: directory, port: 0 })
    onTestFinished(() => host.close())
    const entered = await fetch(host.entryUrl, { redirect: 'manual' })
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    return async (method: string, input: object): Promise<Reply> => {
      const response = await fetch(new URL(`/api/${method}`, host.entryUrl), {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      return (await response.json()) as Reply
    }
  }
  return { machine, people, send: await serve(machine), sendFromDisplay: await serve(machine.displayAccess) }
}

test('every command is carried out for the roles that the table says, and for no other', async () => {
  const { machine, people, send } = await served()
  const found: string[] = []
  const wanted: string[] = []
  for (const name of commandNames) {
    for (const role of roles) {
      const asStaff = mayDo(name, 'customer') ? {} : people.get(role)
      const reply = await send(name, { ...inputs[name], ...asStaff })
      const type = reply.ok ? 'done' : reply.error.type
      const refused = role === 'customer' ? type === 'invalid-input' : type === 'not-allowed'
      found.push(`${name} ${role}: ${refused ? 'refused' : 'allowed'}`)
      wanted.push(`${name} ${role}: ${mayDo(name, role) ? 'allowed' : 'refused'}`)
      if (!refused) expect(['forbidden', 'invalid-input', 'wrong-pin', 'pin-locked', 'internal']).not.toContain(type)
    }
  }
  expect(found).toEqual(wanted)
  expect(machine.faults).toEqual([])
}, 300_000)

test("what asks for no PIN takes none, and a customer's guess opens nothing", async () => {
  const { send } = await served()
  for (const name of commandNames) {
    const reply = await send(name, { ...inputs[name], staff: '2', pin: '0000' })
    const type = reply.ok ? 'done' : reply.error.type
    if (mayDo(name, 'customer')) expect([name, type]).toEqual([name, 'invalid-input'])
    else expect(['wrong-pin', 'pin-locked']).toContain(type)
  }
}, 300_000)

test("the machine's own PIN does all that a supervisor does, and no more", async () => {
  const { send } = await served()
  for (const name of commandNames.filter((each) => !mayDo(each, 'customer'))) {
    const reply = await send(name, { ...inputs[name], pin: DEMO_PIN })
    const type = reply.ok ? 'done' : reply.error.type
    expect([name, type === 'not-allowed']).toEqual([name, !mayDo(name, 'supervisor')])
    expect(['wrong-pin', 'invalid-input']).not.toContain(type)
  }
}, 300_000)

test('what two people answer for is refused by one, by two of the wrong office, and by the same one twice', async () => {
  const { people, send } = await served()
  for (const name of commandNames) {
    const wanted = countersignersOf(name)
    if (!wanted) continue
    for (const role of staffRoles.filter((each) => mayDo(name, each))) {
      const { second: _, ...alone } = { second: null, ...inputs[name], ...people.get(role) }
      expect((await send(name, alone)).ok).toBe(false)
      for (const other of staffRoles) {
        const reply = await send(name, { ...alone, second: people.get(other) })
        const refused = !reply.ok && reply.error.type === 'second-person'
        expect([name, role, other, refused]).toEqual([name, role, other, role === other || !wanted.includes(other)])
      }
    }
    const may = staffRoles.filter((each) => mayDo(name, each))
    const one = may.find((each) => !wanted.includes(each)) ?? may[0]
    const second = { ...people.get(wanted[0] ?? 'supervisor'), pin: '000001' }
    const guessed = await send(name, { ...inputs[name], ...people.get(one ?? 'cashier'), second })
    expect(guessed).toMatchObject({ ok: false, error: { type: 'second-person', because: 'wrong-pin' } })
  }
}, 300_000)

test('the customer display receives what to show, reports its faults, and may do nothing else, with any PIN', async () => {
  const { people, sendFromDisplay } = await served()
  const allowed: readonly CommandName[] = [...displayCommands, 'reportScreenFault']
  for (const name of commandNames) {
    const supervisor = mayDo(name, 'customer') ? {} : people.get('supervisor')
    const reply = await sendFromDisplay(name, { ...inputs[name], ...supervisor })
    const type = reply.ok ? 'done' : reply.error.type
    expect([name, type]).toEqual([name, allowed.includes(name) ? 'done' : 'forbidden'])
  }
}, 300_000)
