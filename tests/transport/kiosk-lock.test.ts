import { describe, expect, test } from 'vitest'
import { disallowedSwitches, isOwnKey, mayReachPage, type KeyPress } from '../../shared/domain/kiosk-lock.ts'

const press = (key: string, ...held: readonly ('control' | 'alt' | 'meta')[]): KeyPress => ({
  key,
  control: held.includes('control'),
  alt: held.includes('alt'),
  meta: held.includes('meta'),
})

test.each(['a', 'É', '7', ' ', 'Enter', 'Tab', 'Escape', 'Backspace', 'ArrowLeft', 'Home', 'F2', 'F9'])(
  'people type %s',
  (key) => expect(mayReachPage(press(key))).toBe(true),
)

test('AltGr types, as Windows tells it', () => {
  expect(mayReachPage(press('@', 'control', 'alt'))).toBe(true)
  expect(mayReachPage(press('Delete', 'control', 'alt'))).toBe(false)
})

test.each([
  press('w', 'control'),
  press('i', 'control'),
  press('Tab', 'alt'),
  press('F4', 'alt'),
  press('ArrowLeft', 'alt'),
  press('l', 'meta'),
  press('F11'),
  press('F12'),
  press('PrintScreen'),
  press('ContextMenu'),
  press('BrowserBack'),
  press('LaunchMail'),
])('browsers and desktops hear nothing of %o', (each) => expect(mayReachPage(each)).toBe(false))

describe('a keypad', () => {
  const own = new Set(['F17', 'F11', 'F24', 'KeyW', 'PrintScreen'])
  const sent = (code: string, ...held: readonly ('control' | 'alt' | 'meta')[]) => ({
    ...press('Unidentified', ...held),
    code,
  })

  test('sends the keys that its setting names, whatever the system calls them', () => {
    expect(isOwnKey(sent('F17'), own)).toBe(true)
    expect(isOwnKey({ ...press('LaunchApplication8'), code: 'F24' }, own)).toBe(true)
  })

  const withOthers = [sent('KeyW', 'control'), sent('F17', 'alt'), sent('F17', 'meta')]
  test.each([...['F18', 'F11', 'PrintScreen'].map((code) => sent(code)), ...withOthers])(
    'sends no unnamed key, system key or key combination: %o',
    (each) => expect(isOwnKey(each, own)).toBe(false),
  )
})

test('a locked kiosk takes its own options and those of the screen, no debugger and no lifted sandbox', () => {
  expect(disallowedSwitches(['--kiosk', '--data', '/x', '--config=/y', '--ozone-platform=wayland'])).toEqual([])
  const strange = ['--remote-debugging-port=9222', '--inspect', '--no-sandbox', '--disable-web-security', '-r']
  const found = ['--remote-debugging-port', '--inspect', '--no-sandbox', '--disable-web-security', '-r']
  expect(disallowedSwitches(strange)).toEqual(found)
})
