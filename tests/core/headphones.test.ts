import { expect, test } from 'vitest'
import type { HeadphoneJack } from '../../electron/core/ports/headphone-jack.ts'
import { watchHeadphones } from '../../electron/core/watch/headphones-watch.ts'

const stopping = new AbortController().signal

test('a plug that goes in is known and told, and so is one that comes out', () => {
  let plug: (plugged: boolean) => void = () => undefined
  const jack: HeadphoneJack = { watch: (onChange) => void (plug = onChange) }
  const told: unknown[] = []
  const known = watchHeadphones(jack, (headphones) => told.push(headphones), stopping)
  expect(known()).toBe('out')
  plug(true)
  expect(known()).toBe('in')
  plug(false)
  expect(known()).toBe('out')
  expect(told).toEqual(['in', 'out'])
})

test('what always hangs there is never told, and without any there is nothing to know', () => {
  const silent = () => expect.unreachable()
  expect(watchHeadphones('always', silent, stopping)()).toBe('always')
  expect(watchHeadphones(undefined, silent, stopping)()).toBe(undefined)
})
