import type { Grammar, Noun, Words } from '../grammar.ts'

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const ordinals =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )

function belowHundred(value: number): string {
  if (value < 20) return small[value] ?? ''
  const ten = tens[Math.floor(value / 10)] ?? ''
  return value % 10 === 0 ? ten : `${ten}-${small[value % 10]}`
}

function belowThousand(value: number): Words {
  const hundreds = Math.floor(value / 100)
  const rest = value % 100
  if (hundreds === 0) return [belowHundred(rest)]
  return [belowHundred(hundreds), 'hundred', ...(rest > 0 ? ['and', belowHundred(rest)] : [])]
}

/** British English: `and` precedes the part below a hundred. */
function number(value: number): Words {
  const millions = Math.floor(value / 1_000_000)
  const thousands = Math.floor(value / 1000) % 1000
  const rest = value % 1000
  return [
    ...(millions > 0 ? [...belowThousand(millions), 'million'] : []),
    ...(thousands > 0 ? [...belowThousand(thousands), 'thousand'] : []),
    ...(value >= 1000 && rest > 0 && rest < 100 ? ['and'] : []),
    ...(rest > 0 || value === 0 ? belowThousand(rest) : []),
  ]
}

function day(value: number): Words {
  if (value <= 20) return [ordinals[value] ?? '']
  if (value === 30) return ['thirtieth']
  return [`${tens[Math.floor(value / 10)]}-${ordinals[value % 10]}`]
}

/** Reads `2026` as twenty twenty-six and `2005` as two thousand and five. */
function year(value: number): Words {
  const [first, last] = [Math.floor(value / 100), value % 100]
  return last < 10 ? number(value) : [belowHundred(first), belowHundred(last)]
}

function time(hour: number, minutes: number, half = ''): Words {
  const past = minutes === 0 ? [] : minutes < 10 ? ['oh', belowHundred(minutes)] : [belowHundred(minutes)]
  return [belowHundred(hour), ...past, ...(half === '' ? [] : [half === 'am' ? 'a.m.' : 'p.m.'])]
}

const noun = (one: string, other = `${one}s`): Noun => ({ gender: 'm', forms: { one, other } })
const cent = noun('cent')
const second = noun('second')
const minute = noun('minute')
const cfa = noun('CFA franc')

export const englishGrammar: Grammar = {
  locale: 'en-GB',
  decimal: '.',
  number,
  count: (value, { forms }) => [...number(value), value === 1 ? (forms.one ?? forms.other) : forms.other],
  day,
  year,
  writtenTime: /(\d{1,2})(?::(\d{2}))?\u00a0(am|pm)(?!\p{L})/uy,
  time,
  hourglass: { minute, second },
  money: {
    GNF: { main: noun('Guinean franc'), minor: cent },
    XOF: { main: cfa, minor: cent },
    XAF: { main: cfa, minor: cent },
    EUR: { main: noun('euro'), minor: cent },
    USD: { main: noun('dollar'), minor: cent },
    GBP: { main: noun('pound'), minor: noun('penny', 'pence') },
    MAD: { main: noun('dirham'), minor: cent },
    CVE: { main: noun('escudo'), minor: cent },
  },
  and: 'and',
  or: 'or',
  point: 'point',
  beside: [],
  signs: { '/': 'of', '%': 'percent', '+': 'plus', '&': 'and', '−': 'minus' },
  units: { s: second, min: minute },
  feminine: [],
  alphabet: 'abcdefghijklmnopqrstuvwxyz',
  unreadable: 'a word written on the screen',
}
