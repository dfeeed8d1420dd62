import { describe, expect, it } from 'vitest'
import type { FiscalDocument, FiscalOutcome, FiscalSigner } from '../../electron/kiosk/ports/devices.ts'
import { AttendedTerminal } from '../../electron/payments/attended-terminal.ts'
import { cashier, need, refusal, startAt, startSmallKiosk, supervisor } from '../world/kiosk-fixture.ts'

const buyer = { company: 'Soguicom SARL', address: 'Kaloum, Conakry', taxNumber: '123' }

describe('an invoice', () => {
  it('is issued once, for the tickets not returned; a reprint is a copy, and a return has a credit note', async () => {
    const { kiosk, saleId, total } = await startAt('sold')
    const [first = ''] = kiosk.ticketIds(saleId)
    const issue = (change: object = {}) => kiosk.api.issueInvoice({ saleId, buyer, ...cashier, ...change })
    const { reference } = need(await kiosk.giveBack(saleId, { ticketIds: [first] }))
    const { file, invoice } = need(await issue())
    expect(invoice).toEqual({ name: 'kiosk-1-000001', kind: 'invoice', paper: 'failed' })
    const left = total - (file.tickets.find(({ ticketId }) => ticketId === first)?.price ?? 0)
    const expected = {
      invoiceNumber: 'kiosk-1-000001',
      about: '',
      copyNumber: 0,
      amount: left,
      buyer,
      tenders: ['card'],
    }
    expect(kiosk.invoices).toMatchObject([expected])
    expect(kiosk.invoices[0]!.taxes).toMatchObject([{ rate: 18, amount: left }])
    expect(kiosk.said).toContain('invoice.not-printed')
    expect(await refusal(issue())).toEqual({ type: 'invalid-answer' })
    expect(await refusal(issue({ saleId: 'another' }))).toEqual({ type: 'unknown-sale' })

    const copy = (number: number) => kiosk.api.reprintInvoice({ saleId, number, ...cashier })
    expect(need(await copy(1)).file.invoices).toMatchObject([{ number: 1, copies: 1 }])
    expect(await refusal(copy(2))).toEqual({ type: 'invalid-answer' })
    const again = await kiosk.restart({ paper: { outcome: 'printed', evidence: 'e' } })
    const rest = again.ticketIds(saleId).filter((ticketId) => ticketId !== first)
    const { creditNote, reference: second } = need(await again.giveBack(saleId, { ticketIds: rest }))
    expect(creditNote).toEqual({ name: 'kiosk-1-000002', kind: 'credit-note', paper: 'printed' })
    expect(again.invoices).toMatchObject([{ about: 'kiosk-1-000001', amount: left, buyer, tenders: ['card'] }])
    expect(again.ledger.files.open(saleId)?.invoices?.map((each) => each.reference)).toEqual(['', second])
    expect(second).not.toBe(reference)
  })

  it('has the same number after a power cut before printing, and the next invoice has the next number', async () => {
    const hangs = new Promise<never>(() => undefined)
    const { kiosk, saleId } = await startAt('sold', { beforeInvoice: () => hangs }, 'card', 1)
    void kiosk.api.issueInvoice({ saleId, buyer, ...cashier })
    await expect.poll(() => kiosk.codes()).toContain('INVOICE_ISSUED')
    const again = await kiosk.cutPower()({ beforeInvoice: async () => undefined })
    const other = await again.sold('card', 1)
    expect(need(await again.api.issueInvoice({ saleId: other.saleId, buyer, ...cashier })).invoice.name).toBe(
      'kiosk-1-000002',
    )
    expect(need(await again.api.reprintInvoice({ saleId, number: 1, ...cashier })).file.invoices).toMatchObject([
      { copies: 1 },
    ])
  })

  it('requires a finished sale with tickets that were not returned', async () => {
    const { kiosk, saleId } = await startAt('sold')
    const issue = (of: string) => refusal(kiosk.api.issueInvoice({ saleId: of, buyer, ...cashier }))
    need(await kiosk.giveBack(saleId))
    expect(await issue(saleId)).toEqual({ type: 'ticket-returned' })
    need(await kiosk.api.dismissSale({ saleId }))
    const { saleId: open } = await kiosk.reviewed(1)
    expect(await issue(open)).toEqual({ type: 'invalid-state', stage: 'priced' })
    expect(kiosk.codes()).not.toContain('INVOICE_ISSUED')
  })

  it('is not issued for free tickets', async () => {
    const kiosk = await startSmallKiosk({ price: 0, settings: { role: 'cashier' } })
    const { saleId } = await kiosk.reviewed(1)
    need(await kiosk.api.pay({ saleId, tender: 'free', by: cashier }))
    await kiosk.sales.settled(saleId)
    expect(await refusal(kiosk.api.issueInvoice({ saleId, buyer, ...cashier }))).toEqual({ type: 'nothing-to-invoice' })
  })

  it('has a duplicate with the original tender, even after the tender was corrected', async () => {
    const settings = { role: 'cashier', tenders: ['card', 'cash'] } as const
    const { kiosk, saleId } = await startAt('reviewed', { settings, tenders: { card: new AttendedTerminal() } })
    await kiosk.paysCash(saleId, 200_000, supervisor)
    await kiosk.sales.settled(saleId)
    need(await kiosk.api.issueInvoice({ saleId, buyer, ...cashier }))
    const payment = kiosk.ledger.files.open(saleId)!.payments[0]!.reference
    const right = { saleId, payment, tender: 'card', approval: 'A-4711', reason: 'erreur de saisie' } as const
    need(await kiosk.api.correctTender({ ...cashier, second: supervisor, ...right }))
    need(await kiosk.api.reprintInvoice({ saleId, number: 1, ...cashier }))
    expect(kiosk.invoices.map(({ copyNumber, tenders }) => [copyNumber, ...tenders])).toEqual([
      [0, 'cash'],
      [1, 'cash'],
    ])
  })
})

type Reply = 'signs' | 'loses' | 'refuses' | 'hangs'

/**
 * A fiscal service that signs each number once. `loses`: the service signs, but its reply is lost. After the replies in
 * `script`, the service signs every document.
 */
function fiscalService(...script: Reply[]) {
  const asked: FiscalDocument[] = []
  const signatures = new Map<string, string>()
  const signatureOf = (number: string): string => {
    signatures.set(number, signatures.get(number) ?? `S${signatures.size + 1}`)
    return signatures.get(number)!
  }
  const signer: FiscalSigner = {
    async sign(document): Promise<FiscalOutcome> {
      asked.push(document)
      const reply = script.shift() ?? 'signs'
      if (reply === 'refuses') return { outcome: 'refused', reason: 'BUYER_UNKNOWN' }
      const signature = signatureOf(document.number)
      if (reply === 'loses') return { outcome: 'unknown', detail: 'ECONNRESET' }
      if (reply === 'hangs') return new Promise<never>(() => undefined)
      return { outcome: 'signed', signature, qrCode: `Q-${signature}`, counters: '1/1 FV', device: 'D', signedAt: 't' }
    },
  }
  return { signer, asked, signatures }
}

const PRINTED = { outcome: 'printed', evidence: 'e' } as const

async function startSold(...script: Reply[]) {
  const service = fiscalService(...script)
  const { kiosk, saleId } = await startAt('sold', { fiscal: service.signer, paper: PRINTED }, 'card', 2)
  const issue = () => kiosk.api.issueInvoice({ saleId, buyer, ...cashier })
  const filed = (on = kiosk) => on.ledger.files.open(saleId)!.invoices!.map(({ fiscal }) => fiscal)
  const prints = (on = kiosk) => on.invoices.map(({ copyNumber, fiscal }) => [copyNumber, fiscal?.state])
  return { service, kiosk, saleId, issue, filed, prints }
}

it('is signed before it is printed, and so is its credit note, which names the signature of the invoice', async () => {
  const { service, kiosk, saleId, issue, prints } = await startSold()
  const expected = { name: 'kiosk-1-000001', kind: 'invoice', paper: 'printed', fiscal: 'signed' }
  expect(need(await issue()).invoice).toEqual(expected)
  need(await kiosk.api.reprintInvoice({ saleId, number: 1, ...cashier }))
  expect(need(await kiosk.giveBack(saleId)).creditNote).toMatchObject({ name: 'kiosk-1-000002', fiscal: 'signed' })
  expect(prints()).toEqual([
    [0, 'signed'],
    [1, 'signed'],
    [0, 'signed'],
  ])
  const [invoice, note] = service.asked
  expect(invoice).toMatchObject({
    number: 'kiosk-1-000001',
    about: null,
    buyer,
    operator: 'cashier',
    tenders: ['card'],
  })
  expect(note).toMatchObject({ kind: 'credit-note', about: { number: 'kiosk-1-000001', signature: 'S1' } })
  expect(kiosk.invoices[0]!.fiscal).toMatchObject({ signature: 'S1', qrCode: 'Q-S1', counters: '1/1 FV' })
})

it('is printed unsigned while the service is down; the first print with the signature is the original', async () => {
  const { service, kiosk, saleId, issue, filed, prints } = await startSold('loses', 'loses')
  expect(need(await issue()).invoice.fiscal).toBe('waiting')
  expect((await kiosk.readiness()).issues).toContainEqual({ type: 'invoices-unsigned', waiting: 1, rejected: 0 })
  const copy = () => kiosk.api.reprintInvoice({ saleId, number: 1, ...cashier })
  need(await copy())
  expect(need(await kiosk.giveBack(saleId)).creditNote?.fiscal).toBe('waiting')
  await expect.poll(() => (kiosk.pass(5_000), filed().map((fiscal) => fiscal?.state))).toEqual(['signed', 'signed'])
  need(await copy())
  need(await copy())
  expect(prints()).toEqual([
    [0, 'waiting'],
    [0, 'waiting'],
    [0, 'waiting'],
    [0, 'signed'],
    [1, 'signed'],
  ])
  expect([...service.signatures.keys()]).toEqual(['kiosk-1-000001', 'kiosk-1-000002'])
})

it('is signed only once if the power fails during the request and the reply is lost', async () => {
  const { service, kiosk, issue, filed } = await startSold('hangs')
  void issue()
  await expect.poll(() => service.asked.length).toBe(1)
  const again = await kiosk.cutPower()({ fiscal: service.signer })
  await expect.poll(() => filed(again)).toMatchObject([{ state: 'signed', signature: 'S1', isPrinted: false }])
  expect(service.asked[1]).toEqual(service.asked[0])
  expect(service.signatures.size).toBe(1)
})

it('shows a refusal, does not stop the next invoice, and is sent again only by staff, who may correct the buyer', async () => {
  const { service, kiosk, saleId, issue, filed } = await startSold('refuses')
  expect(need(await issue()).invoice.fiscal).toBe('refused')
  expect(filed()).toEqual([{ state: 'refused', reason: 'BUYER_UNKNOWN' }])
  need(await kiosk.api.dismissSale({ saleId }))
  const other = await kiosk.sold('card', 1)
  const next = need(await kiosk.api.issueInvoice({ saleId: other.saleId, buyer, ...cashier }))
  expect(next.invoice).toMatchObject({ name: 'kiosk-1-000002', fiscal: 'signed' })
  // A credit note waits for the signature of its invoice.
  expect(need(await kiosk.giveBack(saleId)).creditNote?.fiscal).toBe('waiting')
  expect(service.asked).toHaveLength(2)
  const right = { ...buyer, taxNumber: '124' }
  const resubmit = () => kiosk.api.resubmitInvoice({ saleId, number: 1, buyer: right, ...cashier })
  expect(need(await resubmit()).invoice).toMatchObject({ paper: 'printed', fiscal: 'signed' })
  expect(service.asked[2]).toEqual({ ...service.asked[0], buyer: right })
  expect(kiosk.ledger.files.open(saleId)?.invoices).toMatchObject([{ buyer: right }, {}])
  expect(await refusal(resubmit())).toEqual({ type: 'invalid-answer' })
  expect(filed().map((fiscal) => fiscal?.state)).toEqual(['signed', 'signed'])
})

it('has the buyer of the signed invoice on its credit note, also after the service refused the note', async () => {
  const { kiosk, saleId, issue } = await startSold('signs', 'refuses')
  need(await issue())
  expect(need(await kiosk.giveBack(saleId)).creditNote?.fiscal).toBe('refused')
  const resubmit = (change: object) => kiosk.api.resubmitInvoice({ saleId, number: 2, ...change, ...cashier })
  expect(await refusal(resubmit({ buyer: { ...buyer, company: 'Another' } }))).toEqual({ type: 'invalid-answer' })
  expect(need(await resubmit({})).invoice.fiscal).toBe('signed')
  expect(kiosk.invoices.at(-1)?.buyer).toEqual(buyer)
})
