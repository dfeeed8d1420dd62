import { expect, test } from 'vitest'
import { priceLimits, withMaxPrice } from '../../../renderer/kiosk/choosing/wishes.ts'

const zone = (zoneId: string, price: number, remaining = 10) => ({
  zoneId,
  name: zoneId,
  code: zoneId,
  price,
  remaining,
})

test('offers the prices that part the seats on sale, never more than three', () => {
  expect(priceLimits([zone('a', 70), zone('b', 50), zone('c', 50), zone('d', 60)])).toEqual([50, 60])
  expect(priceLimits([zone('a', 50), zone('b', 50)])).toEqual([])
  expect(priceLimits([zone('a', 10, 0), zone('b', 50), zone('c', 60)])).toEqual([50])
  expect(priceLimits([1, 2, 3, 4, 5].map((price) => zone(String(price), price)))).toEqual([1, 2, 3])
})

test('a tribune above the price, or sold out, is no longer wished for', () => {
  const zones = [zone('a', 70), zone('b', 50), zone('c', 40, 0)]
  const wishing = (zoneId: string) => withMaxPrice({ zoneId, maxPrice: null }, 50, zones)
  expect(wishing('a')).toEqual({ zoneId: null, maxPrice: 50 })
  expect(wishing('b')).toEqual({ zoneId: 'b', maxPrice: 50 })
  expect(wishing('c')).toEqual({ zoneId: null, maxPrice: 50 })
})
