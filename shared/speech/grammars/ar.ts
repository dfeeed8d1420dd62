import type { Gender, Grammar, Noun, Words } from '../grammar.ts'

const units = {
  m: 'صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة'.split(' '),
  f: 'صفر واحدة اثنتان ثلاث أربع خمس ست سبع ثماني تسع عشر'.split(' '),
}
const tens = ['', '', 'عشرون', 'ثلاثون', 'أربعون', 'خمسون', 'ستون', 'سبعون', 'ثمانون', 'تسعون']
const hundreds = ['', 'مئة', 'مئتان', 'ثلاثمئة', 'أربعمئة', 'خمسمئة', 'ستمئة', 'سبعمئة', 'ثمانمئة', 'تسعمئة']

/** Parts that are joined by `و`. */
type Parts = readonly Words[]

function teen(unit: number, gender: Gender): string {
  if (unit === 1) return gender === 'm' ? 'أحد عشر' : 'إحدى عشرة'
  if (unit === 2) return gender === 'm' ? 'اثنا عشر' : 'اثنتا عشرة'
  return `${units[gender][unit]} ${gender === 'm' ? 'عشر' : 'عشرة'}`
}

/** From 3 to 10, the number has the opposite gender of the noun. `units` is indexed by the noun's gender. */
function belowHundred(value: number, gender: Gender): Parts {
  if (value <= 10) return [[units[gender][value] ?? '']]
  if (value < 20) return [[teen(value - 10, gender)]]
  const ten = [tens[Math.floor(value / 10)] ?? '']
  const unit = value % 10
  if (unit === 0) return [ten]
  const compound = gender === 'f' && unit === 1 ? 'إحدى' : gender === 'f' && unit === 8 ? 'ثمانٍ' : units[gender][unit]
  return [[compound ?? ''], ten]
}

function belowThousand(value: number, gender: Gender): Parts {
  const hundred = Math.floor(value / 100)
  const rest = value % 100
  return [...(hundred > 0 ? [[hundreds[hundred] ?? '']] : []), ...(rest > 0 ? belowHundred(rest, gender) : [])]
}

/** Forms of ألف or مليون. 101,000 is read as a hundred thousand and one thousand. */
type Scale = Readonly<Record<'one' | 'two' | 'few' | 'many', string>>

function scaled(value: number, scale: Scale): Parts {
  const rest = value % 100
  const whole = value - rest
  if (value === 0) return []
  if (value === 1) return [[scale.one]]
  if (value === 2) return [[scale.two]]
  if (rest === 1 || rest === 2) return [...scaled(whole, scale), ...scaled(rest, scale)]
  const form = rest === 0 ? scale.one : rest <= 10 ? scale.few : scale.many
  return [[...said(belowThousand(value, 'm'), rest === 0), form]]
}

const thousand: Scale = { one: 'ألف', two: 'ألفان', few: 'آلاف', many: 'ألفًا' }
const million: Scale = { one: 'مليون', two: 'مليونان', few: 'ملايين', many: 'مليونًا' }

/** `و` is written and pronounced as part of the next word. A dual before its noun loses its last letter. */
function said(parts: Parts, beforeNoun: boolean): Words {
  const words = parts.flatMap((part, at) => part.map((word, within) => (at > 0 && within === 0 ? `و${word}` : word)))
  const last = words.at(-1)
  const drops = beforeNoun && last !== undefined && /^و?(?:مئتان|ألفان|مليونان)$/u.test(last)
  return drops ? [...words.slice(0, -1), last.slice(0, -1)] : words
}

function wordsOf(value: number, gender: Gender, beforeNoun: boolean): Words {
  if (value === 0) return ['صفر']
  const parts = [
    ...scaled(Math.floor(value / 1_000_000), million),
    ...scaled(Math.floor(value / 1000) % 1000, thousand),
    ...belowThousand(value % 1000, gender),
  ]
  return said(parts, beforeNoun)
}

const plural = new Intl.PluralRules('ar')

/** The noun replaces one and two, and is plural after 3 to 10, accusative after 11 to 99, singular after hundreds. */
function count(value: number, { gender, forms }: Noun): Words {
  const form = forms[plural.select(value)] ?? forms.other
  return value === 1 || value === 2 ? [form] : [...wordsOf(value, gender, true), form]
}

const noun = (gender: Gender, one: string, two: string, few: string, many: string, other: string): Noun => ({
  gender,
  forms: { one, two, few, many, other },
})
const franc = (name: string, two: string, few: string, many: string): Noun =>
  noun('m', `فرنك ${name} واحد`, `فرنكان ${two}`, `فرنكات ${few}`, `فرنكًا ${many}`, `فرنك ${name}`)
const cfa = noun('m', 'فرنك سيفا واحد', 'فرنكا سيفا', 'فرنكات سيفا', 'فرنك سيفا', 'فرنك سيفا')
const cent = noun('m', 'سنت واحد', 'سنتان', 'سنتات', 'سنتًا', 'سنت')
const centime = noun('m', 'سنتيم واحد', 'سنتيمان', 'سنتيمات', 'سنتيمًا', 'سنتيم')
const euro = noun('m', 'يورو واحد', 'يوروان', 'يورو', 'يورو', 'يورو')
const second = noun('f', 'ثانية واحدة', 'ثانيتان', 'ثوانٍ', 'ثانية', 'ثانية')
const minute = noun('f', 'دقيقة واحدة', 'دقيقتان', 'دقائق', 'دقيقة', 'دقيقة')

const hours =
  'الصفر|الواحدة|الثانية|الثالثة|الرابعة|الخامسة|السادسة|السابعة|الثامنة|التاسعة|العاشرة|الحادية عشرة|الثانية عشرة|الثالثة عشرة|الرابعة عشرة|الخامسة عشرة|السادسة عشرة|السابعة عشرة|الثامنة عشرة|التاسعة عشرة|العشرون|الحادية والعشرون|الثانية والعشرون|الثالثة والعشرون'.split(
    '|',
  )

const joined = ([first = '', ...rest]: Words): Words => [`و${first}`, ...rest]

/** Modern Standard Arabic, with numbers in the nominative, and in the masculine if they have no noun. */
export const arabicGrammar: Grammar = {
  locale: 'ar',
  decimal: '.',
  number: (value, gender = 'm') => wordsOf(value, gender, false),
  count,
  day: (value) => wordsOf(value, 'm', false),
  year: (value) => wordsOf(value, 'm', false),
  writtenTime: /(?<=الساعة[\u00a0 ])(\d{1,2}):(\d{2})(?!\d)/uy,
  time: (hour, minutes) => [hours[hour] ?? '', ...(minutes > 0 ? joined(count(minutes, minute)) : [])],
  hourglass: { minute, second },
  money: {
    GNF: { main: franc('غيني', 'غينيان', 'غينية', 'غينيًا'), minor: centime },
    XOF: { main: cfa, minor: centime },
    XAF: { main: cfa, minor: centime },
    EUR: { main: euro, minor: cent },
    USD: { main: noun('m', 'دولار واحد', 'دولاران', 'دولارات', 'دولارًا', 'دولار'), minor: cent },
    GBP: {
      main: noun(
        'm',
        'جنيه إسترليني واحد',
        'جنيهان إسترلينيان',
        'جنيهات إسترلينية',
        'جنيهًا إسترلينيًا',
        'جنيه إسترليني',
      ),
      minor: noun('m', 'بنس واحد', 'بنسان', 'بنسات', 'بنسًا', 'بنس'),
    },
    MAD: { main: noun('m', 'درهم واحد', 'درهمان', 'دراهم', 'درهمًا', 'درهم'), minor: centime },
    CVE: { main: noun('m', 'إسكودو واحد', 'إسكودوان', 'إسكودو', 'إسكودو', 'إسكودو'), minor: centime },
  },
  and: 'و',
  or: 'أو',
  point: 'فاصلة',
  beside: ['الساعة'],
  signs: { '/': 'من', '%': 'بالمئة', '+': 'زائد', '&': 'و', '−': 'ناقص' },
  units: { ث: second },
  feminine: 'فعاليات فعالية مجموعات مجموعة تذاكر تذكرة ثوانٍ ثانية دقائق دقيقة أوراق ورقة رزم رزمة'.split(' '),
  alphabet: 'ابتثجحخدذرزسشصضطظعغفقكلمنهويءأإآؤئةىabcdefghijklmnopqrstuvwxyz',
  unreadable: 'كلمة مكتوبة على الشاشة',
}
