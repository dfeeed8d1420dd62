import { describe, expect, it } from 'vitest'
import { anonymousBuyer, phoneTail } from '../../../shared/domain/customer.ts'
import { readCustomer } from '../../../shared/domain/desk/customer-line.ts'

describe('a customer as a cashier types them', () => {
  it.each([
    ['Mariama Bah 622 11 22 33', { name: 'Mariama Bah', phone: '622112233' }],
    ['622112233 Mariama Bah', { name: 'Mariama Bah', phone: '622112233' }],
    ['+224 622-11-22-33, Mariama Bah', { name: 'Mariama Bah', phone: '+224622112233' }],
    ['00224.622.11.22.33', { name: '', phone: '00224622112233' }],
    ['N’Famara O’Connor-Diallo', { name: 'N’Famara O’Connor-Diallo', phone: '' }],
    ['فاطمة 622112233', { name: 'فاطمة', phone: '622112233' }],
    ['Mariama Bah 622112233 # revient à 18 h', { name: 'Mariama Bah', phone: '622112233', note: 'revient à 18 h' }],
    ['# groupe scolaire nº 3', { name: '', phone: '', note: 'groupe scolaire nº 3' }],
    ['Mariama \u202ehaB 622112233', { name: 'Mariama haB', phone: '622112233' }],
    ['Mariama #', { name: 'Mariama', phone: '' }],
    ['  ', null],
  ])('%j', (typed, customer) => {
    expect(readCustomer(typed)).toEqual({ ok: true, value: customer })
  })

  it.each([
    ['4111 1111 1111 1111', 'card-number'],
    ['Mariama Bah 5555-5555-5555-4444', 'card-number'],
    ['Mariama # 4111 1111 1111 1111', 'card-number'],
    ['Mariama 62211', 'not-a-number'],
    ['Mariama 622112233 622112245', 'not-a-number'],
  ])('refuses %j', (typed, type) => {
    expect(readCustomer(typed)).toEqual({ ok: false, error: { type } })
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
