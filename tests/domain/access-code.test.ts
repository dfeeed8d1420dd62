import { expect, test } from 'vitest'
import { formsOfCode } from '../../shared/domain/access-code.ts'

test.each([
  ['BJCFMA99S9', ['BJCFMA99S9']],
  ['bjcfma99s9', ['bjcfma99s9', 'BJCFMA99S9']],
  ['bjcfm a99-s9', ['bjcfm a99-s9', 'BJCFM A99-S9', 'BJCFMA99S9']],
  // A zero and a one, as somebody heard them.
  ['bjcfmaO9il', ['bjcfmaO9il', 'BJCFMAO9IL', 'BJCFMA0911']],
  ['GHT7-2QK9', ['GHT7-2QK9', 'GHT72QK9']],
])('%s may mean %j', (typed, forms) => {
  expect(formsOfCode(typed)).toEqual(forms)
})
