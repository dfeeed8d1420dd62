import { expect, test } from 'vitest'
import { noWishes } from '../../../renderer/kiosk/state/steps.ts'
import { priceLimits, withMaxPrice } from '../../../renderer/kiosk/choosing/wishes.ts'

const zone = (zoneId: string, price: number, remaining = 10) => ({
  zoneId,
  name: zoneId,
  code: zoneId,
  price,
  remaining,
})

const section = (zoneId: string, price: number, highestPrice: number, remaining = 10) => ({
  sectionId: `${zoneId}-${price}`,
  zoneId,
  code: '',
  name: '',
  price,
  highestPrice,
  remaining,
})

const none: readonly ReturnType<typeof section>[] = []

test('offers every price on sale but the highest', () => {
  const limits = (zones: readonly ReturnType<typeof zone>[], sections = none) => priceLimits({ zones, sections })
  expect(limits([zone('a', 70), zone('b', 50), zone('c', 50), zone('d', 60)])).toEqual([50, 60])
  expect(limits([zone('a', 50), zone('b', 50)])).toEqual([])
  expect(limits([zone('a', 10, 0), zone('b', 50), zone('c', 60)])).toEqual([50])
  expect(limits([1, 2, 3, 4, 5].map((price) => zone(String(price), price)))).toEqual([1, 2, 3, 4])
  expect(limits([zone('a', 50)], [section('a', 40, 65), section('a', 30, 80, 0)])).toEqual([40, 50])
})

test('a tribune above the price, or sold out, is no longer wished for', () => {
  const zones = [zone('a', 70), zone('b', 50), zone('c', 40, 0), zone('d', 70)]
  const sections = [section('a', 60, 70), section('d', 45, 70)]
  const wishing = (zoneId: string) => withMaxPrice({ ...noWishes, zoneId }, 50, { zones, sections })
  expect(wishing('d')).toMatchObject({ zoneId: 'd', maxPrice: 50 })
  expect(wishing('a')).toMatchObject({ zoneId: null, maxPrice: 50 })
  expect(wishing('b')).toMatchObject({ zoneId: 'b', maxPrice: 50 })
  expect(wishing('c')).toMatchObject({ zoneId: null, maxPrice: 50 })
})
