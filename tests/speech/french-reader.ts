/** Converts French number words to a number, independently of the program. Throws on incorrect wording. */
const units = ['zéro', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf']
const teens = ['dix', 'onze', 'douze', 'treize', 'quatorze', 'quinze', 'seize', 'dix-sept', 'dix-huit', 'dix-neuf']
const decades: Readonly<Record<string, number>> = { vingt: 20, trente: 30, quarante: 40, cinquante: 50, soixante: 60 }

export function readFrench(words: string): number {
  const match = /^(?:(.+) (millions?))?(?: ?(.*?) ?(mille))?(?: ?(.+))?$/u.exec(words)
  if (!match) throw new Error(words)
  const [, ofMillions, million, ofThousands = '', mille, rest] = match
  const millions = million === undefined ? 0 : belowThousand(ofMillions ?? '', true)
  if (million !== undefined && (millions === 1) !== (million === 'million')) throw new Error(`plural: ${words}`)
  if (mille !== undefined && ofThousands === 'un') throw new Error(`un mille: ${words}`)
  const thousands = mille === undefined ? 0 : ofThousands === '' ? 1 : belowThousand(ofThousands, false)
  const ones = rest === undefined ? 0 : belowThousand(rest, true)
  if (words !== 'zéro' && ones === 0 && rest !== undefined) throw new Error(`zéro: ${words}`)
  return millions * 1_000_000 + thousands * 1000 + ones
}

/** `ends`: only a noun follows, so plural `cents` and `vingts` must end in `s`. */
function belowThousand(words: string, ends: boolean): number {
  const match = /^(?:(?:(deux|trois|quatre|cinq|six|sept|huit|neuf) )?(cents?))?(?: ?(.+))?$/u.exec(words)
  if (!match) throw new Error(words)
  const [, times, cent, rest] = match
  if (cent === undefined) return belowHundred(rest ?? '', ends)
  const wantsS = times !== undefined && rest === undefined && ends
  if ((cent === 'cents') !== wantsS) throw new Error(`cents: ${words}`)
  return (times === undefined ? 1 : units.indexOf(times)) * 100 + (rest === undefined ? 0 : belowHundred(rest, ends))
}

function belowHundred(words: string, ends: boolean): number {
  const small = belowTwenty(words)
  if (small !== null) return small
  if (words === 'quatre-vingts' || words === 'quatre-vingt') {
    if ((words === 'quatre-vingts') !== ends) throw new Error(`vingts: ${words}`)
    return 80
  }
  if (words.startsWith('quatre-vingt-')) return 80 + within(belowTwenty(words.slice('quatre-vingt-'.length)), 1, 19)
  const match = /^(vingt|trente|quarante|cinquante|soixante)(?:( et )|(-)|$)(.*)$/u.exec(words)
  if (!match) throw new Error(words)
  const [, decade = '', and, , unit = ''] = match
  const base = decades[decade] ?? 0
  if (unit === '') return base
  const value = within(belowTwenty(unit), 1, base === 60 ? 19 : 9)
  if ((and !== undefined) !== (value === 1 || value === 11)) throw new Error(`et: ${words}`)
  return base + value
}

function belowTwenty(words: string): number | null {
  const unit = units.indexOf(words === 'une' ? 'un' : words)
  if (unit >= 0) return unit
  const teen = teens.indexOf(words)
  return teen >= 0 ? teen + 10 : null
}

function within(value: number | null, least: number, most: number): number {
  if (value === null || value < least || value > most) throw new Error(`not from ${least} to ${most}`)
  return value
}
