import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../electron/ledger/chain/canonical-json.ts'

describe('canonical JSON', () => {
  it('writes the example of RFC 8785, section 3.2.3', () => {
    const value: unknown = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`)
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it('sorts members by UTF-16 code units, as in RFC 8785, section 3.2.3', () => {
    const value = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 }
    const keys = Object.keys(JSON.parse(canonicalJson(value)) as object)
    expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
    expect(keys).toHaveLength(7)
  })

  it('sorts numbers in member names as text', () => {
    expect(canonicalJson({ 10: 'a', 9: 'b' })).toBe('{"10":"a","9":"b"}')
  })

  it('leaves out what is undefined, and refuses what JSON cannot say', () => {
    expect(canonicalJson({ a: undefined, b: -0 })).toBe('{"b":0}')
    expect(() => canonicalJson({ a: Number.NaN })).toThrow('not a JSON number')
    expect(() => canonicalJson([undefined])).toThrow('not a JSON value')
    expect(() => canonicalJson({ a: 1n })).toThrow('BigInt')
  })
})
