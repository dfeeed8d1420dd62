import type { CustomScheme } from 'electron'
import { expect, test } from 'vitest'
import { claimScreenAddress } from '../../electron/transport/screen-address.ts'

test.each([
  [false, { scheme: 'guichet', url: 'guichet://kiosk/' }, ['guichet']],
  // A scheme is too late by then: a name that cannot exist, and so never leads to the network.
  [true, { scheme: 'https', url: 'https://guichet.invalid/' }, []],
])('where Electron is ready: %s, the screens are found at %o', (ready, address, schemes) => {
  const claimed: CustomScheme[] = []
  const protocol = { registerSchemesAsPrivileged: (all: CustomScheme[]) => void claimed.push(...all) }
  expect(claimScreenAddress({ isReady: () => ready }, protocol)).toEqual(address)
  expect(claimed.map(({ scheme }) => scheme)).toEqual(schemes)
  // As a page of https would be: an origin of its own, scripts that fetch, nothing that passes the content policy by.
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true }
  for (const each of claimed) expect(each.privileges).toEqual(privileges)
})
