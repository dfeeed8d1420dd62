/** Converts English number words to a number, independently of the program. Throws on incorrect wording. */
const names =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const decades = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

export function readEnglish(words: string): number {
  const match = /^(?:(.+) million)?(?: ?(.+) thousand)?(?: ?(.+))?$/u.exec(words)
  if (!match) throw new Error(words)
  const [, millions, thousands, rest] = match
  const before = millions !== undefined || thousands !== undefined
  const small = rest !== undefined && !rest.includes('hundred')
  if (before && rest !== undefined && small !== rest.startsWith('and ')) throw new Error(`and: ${words}`)
  const ones = rest === undefined ? 0 : belowThousand(rest.replace(/^and /u, ''))
  if (before && rest !== undefined && ones === 0) throw new Error(`zero: ${words}`)
  return scaled(millions) * 1_000_000 + scaled(thousands) * 1000 + ones
}

const scaled = (words: string | undefined): number => (words === undefined ? 0 : belowThousand(words))

function belowThousand(words: string): number {
  const match = /^(?:(\S+) hundred(?: and (?=.))?)?(.*)$/u.exec(words)
  const [, hundreds, rest = ''] = match ?? []
  const base = hundreds === undefined ? 0 : names.indexOf(hundreds) * 100
  if (base < 0 || base > 900) throw new Error(words)
  return base + (rest === '' ? 0 : belowHundred(rest))
}

function belowHundred(words: string): number {
  const small = names.indexOf(words)
  if (small >= 0) return small
  const [decade = '', unit] = words.split('-')
  const ten = decades.indexOf(decade)
  const one = unit === undefined ? 0 : names.indexOf(unit)
  if (ten < 0 || one < 0 || one > 9 || (unit !== undefined && one === 0)) throw new Error(words)
  return (ten + 2) * 10 + one
}
