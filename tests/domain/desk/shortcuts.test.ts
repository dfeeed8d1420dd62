import { expect, test } from 'vitest'
import {
  deskCommands,
  offeredKeys,
  pressedKey,
  shortcutFaults,
  defaultShortcuts,
} from '../../../shared/domain/desk/shortcuts.ts'

const press = (key: string, held: object = {}) =>
  pressedKey({ key, ctrlKey: false, altKey: false, metaKey: false, ...held })

test('every command has a key of its own', () => {
  expect(shortcutFaults({})).toEqual([])
  expect(new Set(Object.values(defaultShortcuts)).size).toBe(deskCommands.length)
})

test('keys can be changed, and exchanged', () => {
  expect(shortcutFaults({ card: 'Alt+K', park: 'F11' })).toEqual([])
  expect(shortcutFaults({ card: 'F6', park: 'F4' })).toEqual([])
})

test('a key for two commands is refused with both', () => {
  expect(shortcutFaults({ card: 'F6' })).toEqual([{ type: 'same-key', key: 'F6', commands: ['card', 'park'] }])
})

test('the usual key of a tender that a desk does not offer is free, until it does', () => {
  const { 'mobile-money': key } = defaultShortcuts
  const faults = [{ type: 'same-key', key, commands: ['mobile-money', 'park'] }]
  expect(shortcutFaults({ park: key }, ['cash', 'card'])).toEqual([])
  expect(shortcutFaults({ park: key }, ['cash', 'mobile-money'])).toEqual(faults)
  expect(shortcutFaults({ park: key, 'mobile-money': key }, ['cash'])).toEqual(faults)
})

test.each(['Enter', 'ArrowUp', 'k', '7', 'Tab', 'Ctrl+Alt+K', 'F13', 'Alt+k'])(
  '%s writes or moves in the line',
  (key) => {
    expect(shortcutFaults({ card: key })).toEqual([{ type: 'no-shortcut', command: 'card', key }])
  },
)

test('every key that is offered is one, once, and none of those that copy, paste or close a page', () => {
  expect(
    offeredKeys.flatMap((key) => shortcutFaults({ card: key }).filter(({ type }) => type === 'no-shortcut')),
  ).toEqual([])
  expect(new Set(offeredKeys).size).toBe(offeredKeys.length)
  expect(offeredKeys).toEqual(expect.arrayContaining(Object.values(defaultShortcuts)))
  expect(['Ctrl+C', 'Ctrl+V', 'Ctrl+W'].filter((key) => offeredKeys.includes(key))).toEqual([])
})

test('a pressed key has the name that the settings use', () => {
  expect([press('F4'), press('k', { altKey: true }), press('7', { ctrlKey: true })]).toEqual(['F4', 'Alt+K', 'Ctrl+7'])
  expect([press('k'), press('Enter'), press('F4', { metaKey: true })]).toEqual([null, null, null])
})
