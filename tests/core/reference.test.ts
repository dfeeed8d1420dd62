import { describe, expect, it } from 'vitest'
import { COLLECTION_LETTERS, collectionCode } from '../../shared/domain/sale/collection-code.ts'
import type { CollectionSlip } from '../../electron/core/ports/ports.ts'
import {
  APPROVED,
  deviceThat,
  failure,
  need,
  pin,
  reviewed,
  shown,
  type SmallKiosk,
  type SmallKioskOptions,
  startSmallKiosk,
} from '../world/small-kiosk.ts'

const staff = { staff: 'supervisor', pin }

/** A kiosk that prints slips where there is paper for them, and the slips. */
async function kioskWith(options: SmallKioskOptions = {}) {
  const slips: { readonly slip: CollectionSlip; readonly ticketsMissing: boolean }[] = []
  const collectionSlips = {
    issue: async (slip: CollectionSlip, _language: string, ticketsMissing: boolean) => {
      slips.push({ slip, ticketsMissing })
      return { outcome: 'printed', evidence: 'cut' } as const
    },
  }
  const kiosk = await startSmallKiosk({ ...options, settings: { collectionSlips } })
  const { saleId, total } = await reviewed(kiosk, 2)
  need(await kiosk.api.pay({ saleId, tender: 'card' }))
  return { kiosk, slips, saleId, total }
}

const found = async ({ api }: SmallKiosk, text: string) =>
  need(await api.findSales({ ...staff, text })).map(({ saleId }) => saleId)

const troubles: readonly (readonly [string, string, SmallKioskOptions, boolean])[] = [
  [
    'nobody knows whether a card was charged',
    'needs-staff',
    { tenders: { card: deviceThat({ outcome: 'unknown', forGood: true }) } },
    false,
  ],
  [
    'the service refuses the purchase for good',
    'needs-staff',
    {
      line: async (path, forward) => (path === 'POST /purchases' ? failure(422, 'AMOUNT_MISMATCH') : forward()),
    },
    false,
  ],
  [
    'paid tickets do not come out',
    'print-problem',
    {
      tickets: {
        print: async () => ({ outcome: 'failed', reason: 'paper-out', detail: '' }),
        status: async () => ({ state: 'ready' }),
      },
    },
    true,
  ],
]

describe('a customer whose sale went wrong has a reference', () => {
  it.each(troubles)('where %s', async (_, name, options, ticketsMissing) => {
    const { kiosk, slips, saleId, total } = await kioskWith(options)
    const stage = async () => {
      kiosk.pass(1000)
      return need(await kiosk.api.getKiosk({})).sale?.stage
    }
    await expect.poll(stage, { interval: 5 }).toMatchObject({ name, slip: 'printed' })
    const reference = collectionCode(saleId)
    expect(await stage()).toMatchObject({ reference })
    expect(slips).toHaveLength(1)
    expect(slips[0]).toMatchObject({ slip: { why: 'trouble', code: reference, amount: total }, ticketsMissing })
    expect(need(await kiosk.api.listStaffCases(staff))).toMatchObject([{ saleId, code: reference }])
    const typed = `${reference.slice(0, 3)} ${reference.slice(3)}`.toLowerCase()
    expect(await found(kiosk, typed)).toEqual([saleId])
  })

  it('which tells them at the poster that staff have to look', async () => {
    const { kiosk, saleId } = await kioskWith({
      tenders: { card: deviceThat({ outcome: 'unknown', forGood: true }) },
    })
    await expect.poll(async () => (await shown(kiosk, saleId)).stage.name).toBe('needs-staff')
    need(await kiosk.api.leaveSale({ saleId }))
    const reference = collectionCode(saleId)
    expect(need(await kiosk.api.collectTickets({ code: reference }))).toEqual({ state: 'ask-staff', reference })
  })
})

it('a sale that is made as it should be prints no slip, and is found by its reference all the same', async () => {
  const { kiosk, slips, saleId } = await kioskWith({ tenders: { card: deviceThat(APPROVED) } })
  await kiosk.sales.settled(saleId)
  expect(slips).toEqual([])
  expect(await found(kiosk, collectionCode(saleId))).toEqual([saleId])
})

describe('no two sales that anybody may ask for have one reference', () => {
  it('because a new one is not given the code of another', async () => {
    const { kiosk, saleId } = await kioskWith()
    const { files } = kiosk.ledger
    expect(files.isCodeFree(collectionCode(saleId))).toBe(false)
    expect(files.ofCode(collectionCode(saleId))).toBe(saleId)
    expect(files.isCodeFree(COLLECTION_LETTERS.slice(0, 6))).toBe(true)
  })

  it('and is drawn again where chance would give it one', async () => {
    const kiosk = await startSmallKiosk()
    const asked: string[] = []
    Object.assign(kiosk.ledger.files, { isCodeFree: (code: string) => asked.push(code) > 2 })
    const { saleId } = await reviewed(kiosk, 1)
    expect(new Set(asked).size).toBe(3)
    expect(collectionCode(saleId)).toBe(asked.at(-1))
  })
})
