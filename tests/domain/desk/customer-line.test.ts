import { describe, expect, it, test } from 'vitest'
import { anonymousBuyer, phoneTail } from '../../../shared/domain/customer.ts'
import { readCustomer } from '../../../shared/domain/desk/desk-command.ts'
import { buyer } from '../../../shared/api/kiosk/fields.ts'
import { holdsCardNumber, readApproval } from '../../../shared/domain/desk/typed-numbers.ts'

describe('a customer as a cashier types them', () => {
  it.each([
    ['Mariama Bah 622 11 22 33', { name: 'Mariama Bah', phone: '622112233' }],
    ['622112233 Mariama Bah', { name: 'Mariama Bah', phone: '622112233' }],
    ['+224 622-11-22-33, Mariama Bah', { name: 'Mariama Bah', phone: '+224622112233' }],
    ['00224.622.11.22.33', { name: '', phone: '00224622112233' }],
    ['فاطمة 622112233', { name: 'فاطمة', phone: '622112233' }],
    ['Mariama Bah 622112233 # revient à 18 h', { name: 'Mariama Bah', phone: '622112233', note: 'revient à 18 h' }],
    ['# groupe scolaire nº 3', { name: '', phone: '', note: 'groupe scolaire nº 3' }],
    ['Mariama \u202ehaB 622112233', { name: 'Mariama haB', phone: '622112233' }],
    ['Mariama #', { name: 'Mariama', phone: '' }],
    ['  ', null],
    ['Lycée 28 Septembre 622 11 22 33', { name: 'Lycée 28 Septembre', phone: '622112233' }],
    ['622 11 22 33 28 Septembre', { name: '28 Septembre', phone: '622112233' }],
    ['Lycée 28 622 11 22 33', { name: 'Lycée 28', phone: '622112233' }],
    ['Lycée 28, 76 12 34 56', { name: 'Lycée 28', phone: '76123456' }],
    ['Lycée 28', { name: 'Lycée 28', phone: '' }],
    ['Bah (+224) 622 - 11 - 22 - 33', { name: 'Bah', phone: '+224622112233' }],
    ['Bah-622112233', { name: 'Bah-', phone: '622112233' }],
    ['فاطمة ٦٢٢١١٢٢٣٣', { name: 'فاطمة', phone: '622112233' }],
    ['Bah 622112233 / 664445566', { name: 'Bah', phone: '622112233', note: '664445566' }],
    ['622 11 22 33/664 44 55 66 Bah # 18 h', { name: 'Bah', phone: '622112233', note: '664445566 · 18 h' }],
  ])('%j', (typed, customer) => {
    expect(readCustomer(typed)).toEqual({ ok: true, value: customer })
  })

  it.each([
    ['4111 1111 1111 1111', 'card-number'],
    ['Mariama # 4111 1111 1111 1111', 'card-number'],
    ['Mariama 62211', 'not-a-number'],
    ['Mariama 622112233 622112245', 'not-a-number'],
    ['Bah 622112233 Diallo 664445566', 'not-a-number'],
    ['3782/822463/10005', 'card-number'],
    ['4111, 1111, 1111, 1111', 'card-number'],
  ])('refuses %j', (typed, type) => {
    expect(readCustomer(typed)).toEqual({ ok: false, error: { type } })
  })

  it('refuses what it cannot divide, and what is too long to note', () => {
    const error = { type: 'which-figures', typed: '28 76 12 34 56' }
    expect(readCustomer('Lycée 28 76 12 34 56')).toEqual({ ok: false, error })
    const mali = { countryCode: '223', nationalDigits: 8 }
    expect(readCustomer('Lycée 28 76 12 34 56', mali)).toMatchObject({ value: { phone: '76123456' } })
    for (const [before, field] of [
      ['', 'name'],
      ['# ', 'note'],
    ])
      expect(readCustomer(before + 'A'.repeat(61))).toEqual({
        ok: false,
        error: { type: 'too-long', field, limit: 60 },
      })
  })
})

describe('a telephone number', () => {
  it('is the same one however its country is written', () => {
    const ways = ['622112233', '622 11 22 33', '+224622112233', '00224 622-11-22-33', '(224) 622.11.22.33']
    expect(new Set(ways.map(phoneTail))).toEqual(new Set(['22112233']))
  })

  it.each(['6221122', 'N3 F 12', '', '12345678a', 'N12345678', '1234567890123456789'])('is not %j', (text) => {
    expect(phoneTail(text)).toBe(null)
  })
})

it.each([
  [undefined, { name: 'Guichet k-1', phone: '', email: '' }],
  [{}, { name: 'Guichet k-1', phone: '', email: '' }],
  [
    { name: 'Stade', email: 'x@example.org' },
    { name: 'Stade', phone: '', email: 'x@example.org' },
  ],
  [
    { name: '', phone: '622112233' },
    { name: '', phone: '622112233', email: '' },
  ],
])('nobody in particular buys as the settings say, or as the machine: %o', (set, buyer) => {
  expect(anonymousBuyer('k-1', set)).toEqual(buyer)
})

describe('an approval number', () => {
  test.for([
    ['123456', '123456'],
    ['a1b2c3', 'A1B2C3'],
    ['١٢٣٤٥٦', '123456'],
    ['mp260521.1432.a12345', 'MP260521.1432.A12345'],
  ] as const)('“%s” is kept as %s', ([typed, kept]) => {
    expect(readApproval(typed)).toEqual({ ok: true, value: kept })
  })

  test.for(['', '12', '123', '.1234', 'é1234', '12,34', 'x'.repeat(31)])('“%s” is no approval number', (typed) => {
    expect(readApproval(typed)).toEqual({ ok: false, error: { type: 'no-approval' } })
  })

  test.for(['4111 1111 1111 1111', '5555-5555-5555-4444', 'A4111111111111111', '٤١١١١١١١١١١١١١١١'])(
    '“%s” holds a card’s number',
    (typed) => {
      expect(readApproval(typed)).toEqual({ ok: false, error: { type: 'card-number' } })
    },
  )

  test.for([
    '4111111111111111',
    '4111 1111 1111 1111',
    'carte 5555-5555-5555-4444 svp',
    '378282246310005',
    '6011.1111.1111.1117',
  ])('“%s” holds a card’s number', (text) => {
    expect(holdsCardNumber(text)).toBe(true)
  })

  test.for(['', '4111111111111112', '+224 620 00 00 00', 'R-2026-11-21-0007', '123456789012', '1111111111111117'])(
    '“%s” holds none',
    (text) => {
      expect(holdsCardNumber(text)).toBe(false)
    },
  )

  test.for([
    ['552 100 554 00013', true],
    ['4111 1111 1111 1111', false],
    ['378282246310005', false],
  ] as const)('“%s” is a tax number: %s, because a French SIRET has 14 digits', ([taxNumber, isAccepted]) => {
    expect(buyer.safeParse({ company: 'Soguicom SARL', address: 'Kaloum', taxNumber }).success).toBe(isAccepted)
  })
})
