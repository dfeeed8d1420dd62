import { describe, expect, test } from 'vitest'
import { registerCodes, saleCodes } from '../../../electron/verify/format.ts'
import { en } from '../../../renderer/i18n/en/catalogue.ts'
import { arabic } from '../../../renderer/i18n/ar/catalogue.ts'
import { fr } from '../../../renderer/i18n/fr/catalogue.ts'
import { pt } from '../../../renderer/i18n/pt/catalogue.ts'
import * as enProgram from '../../../shared/i18n/en/program.ts'
import * as enPaper from '../../../shared/i18n/en/paper.ts'
import * as frProgram from '../../../shared/i18n/fr/program.ts'
import * as frPaper from '../../../shared/i18n/fr/paper.ts'
import * as ptProgram from '../../../shared/i18n/pt/program.ts'
import * as ptPaper from '../../../shared/i18n/pt/paper.ts'
import { type PathText, textsOf, textsOfOne } from '../../support/catalogue-texts.ts'
import { whyOffered } from '../../../renderer/i18n/records.ts'
import { ledgerChecks } from '../../../shared/api/kiosk/office-views.ts'
import { proposals, threeSeats, tribunes } from '../../world/scenes/answers.ts'
import { fleet as frFleet } from '../../../renderer/i18n/fr/fleet.ts'
import { recording as frRecording } from '../../../renderer/i18n/fr/recording.ts'
import { catalogues } from '../../../shared/i18n/catalogues.ts'
import { createI18n } from '../../../renderer/i18n/i18n.ts'
import { type Language, languages } from '../../../shared/domain/language.ts'

function texts(value: unknown, path = ''): readonly (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}.${key}`))
}

const counting = {
  fr: { ...fr, program: frProgram, paper: frPaper },
  en: { ...en, program: enProgram, paper: enPaper },
  pt: { ...pt, program: ptProgram, paper: ptPaper },
}

/** Texts whose number is not a count, or whose noun only looks like a plural. */
const noCounts = `
  .cash.much.title .cash.takeMuch .program.settlementRefusals.noList .program.venue.refusals.noSeats
  .program.venue.refusals.rowTwice .desk.problems.too-long.title .desk.refused.telephone.not-set-up.title
  .desk.refused.telephone.provider-down.title .files.latestOnly .files.returned .office.closuresCut
  .office.overTime .office.people.renewed .payment.noteDevice.deviceHint .seatMap.tooShort .shift.beforeZ.owed settlement.sums`
  .trim()
  .split(/\s+/u)

test.each(Object.entries(counting))('%s counts one in the singular', (_, catalogue) => {
  const plural = /(?<![\d.,:/])1 (?!agrees)\p{Ll}{2,}s(?!\p{L})/u
  // Texts about the digits of a telephone number are excluded, because a telephone number has more than one digit.
  const wrong = textsOfOne(catalogue).filter(
    ([path, text]) => !noCounts.some((end) => path.endsWith(end)) && plural.test(text),
  )
  expect(wrong.filter(([, text]) => !/of 1 digits|de 1 algarismos/u.test(text))).toEqual([])
})

test('French keeps its marks beside their words in texts made of parts', () => {
  expect(fr.problems['seat-taken']({ type: 'seat-taken', seatCodes: ['A-1'] }, '').title).toBe(
    'Cette place vient d’être prise',
  )
  expect(fr.problems['too-little-time']({ type: 'too-little-time' }, '').body).toContain(
    `«\u00a0${fr.review.change}\u00a0»`,
  )
  expect(fr.wishes.left(18_402)).toBe('18\u00a0402 places')
})

test('French calls a ticket "billet", and paper money "billet de banque"', () => {
  const spoken = textsOfOne({ review: fr.review, notes: fr.notes, paying: fr.paying, cash: fr.cash, around: fr.around })
  const money = /(?:payer|insér|gliss|lecteur|fente|entrée|accept)[^.:]*\bbillets?\b(?! de banque)/iu
  expect(spoken.filter(([, text]) => money.test(text))).toEqual([])
  expect(fr.review.pay.notes).toBe('Billets de banque')
})

test('French counts and lists seats as people say them', () => {
  expect([1, 2].map(fr.common.places)).toEqual(['1 place', '2 places'])
  expect(fr.offers.seats(['12', '13', '14'])).toBe('places 12, 13 et 14')
  expect(en.offers.seats(['12', '13', '14'])).toBe('seats 12, 13 and 14')
})

test('French makes a sentence of the reasons for an offer', () => {
  const about = { count: 3, groups: 1, rows: 1, gate: 'C', zone: '' }
  const reasons = (['together', 'near-gate'] as const).map((reason) => fr.offers.reason(reason, about))
  expect(fr.offers.because(reasons)).toBe('3 places côte à côte, au plus près de la porte C.')
})

test.each([
  ['apart', 8, 8, 6, '8 places séparées, sur 6 rangs', '8 separate seats, across 6 rows'],
  ['apart', 2, 2, 1, '2 places séparées, dans le même rang', '2 separate seats, in one row'],
  ['in-groups', 8, 4, 4, '8 places en 4 groupes, sur 4 rangs', '8 seats in 4 groups, across 4 rows'],
  ['split-row', 2, 2, 1, 'dans le même rang, mais pas côte à côte', 'in one row, but not side by side'],
  ['split-row', 5, 2, 1, 'dans le même rang, en deux groupes', 'in one row, in two groups'],
] as const)(
  'French says how a party sits: %s, %d seats in %d groups and %d rows',
  (reason, count, groups, rows, ...words) => {
    const about = { count, groups, rows, gate: 'C', zone: '' }
    expect([fr, en].map((t) => t.offers.reason(reason, about))).toEqual(words)
  },
)

test('French names the zone of a dearer offer, unless the tribune is called so', () => {
  const [nord, honneur] = ['Tribune Nord', 'Tribune d’honneur'].map((zoneName) => {
    const seats = threeSeats.map((seat) => ({ ...seat, zoneName, place: { ...seat.place, tribune: tribunes.nord } }))
    return { ...proposals[0]!, seats, reasons: ['together', 'dearer-zone', 'other-tribune'] as const }
  })
  expect(whyOffered(fr.offers, nord!)).toBe('3 places côte à côte.')
  expect(whyOffered(fr.offers, honneur!)).toBe(
    '3 places côte à côte, dans une catégorie plus chère (Tribune d’honneur).',
  )
})

test.each(languages)('%s names every row of the journal and every check of the verifier', (language) => {
  const { t } = createI18n(language)
  const named = Object.keys(t.office.journalRows)
  expect([...registerCodes, ...saleCodes].filter((code) => !named.includes(code))).toEqual([])
  expect(Object.keys(t.office.findings.checks).toSorted()).toEqual([...ledgerChecks].toSorted())
})

const operators = ['.desk.tenders.mobile-money', '.desk.tenders.orange-money', '.desk.tenders.mtn-momo']
const providers = ['djomy-link', 'djomy-push', 'orange-money', 'mtn-momo', 'stripe-terminal', 'sumup'].map(
  (name) => `.office.providers.${name}`,
)

/** Texts that are identical to the French text, by language. */
const messages = ['email', 'sms'].map((channel) => `.done.telephone.send.channels.${channel}`)

const asInFrench: Readonly<Partial<Record<Language, readonly string[]>>> = {
  en: [
    ...'.common.comma .coupon.total .terms.read'.split(' '),
    ...messages,
    ...operators,
    ...'.service.version .service.ledger .setup.signing.secret .office.pages.machine'.split(' '),
    ...'.office.pages.journal .office.date .office.act'.split(' '),
    ...providers,
    ...'.office.here .office.code'.split(' '),
  ],
  pt: [
    '.common.comma',
    '.coupon.total',
    '.done.telephone.send.open',
    ...messages,
    ...operators,
    '.desk.account.limit',
    ...providers,
  ],
}

test.each(languages.filter((language) => language !== 'fr'))(
  '%s: no text is empty, and none is left in French',
  (language) => {
    const french = texts(fr)
    const other = new Map(texts(createI18n(language).t))
    expect(french.filter(([, text]) => text === '')).toEqual([])
    expect([...other].filter(([, text]) => text === '')).toEqual([])
    expect(french.filter(([path, text]) => text === other.get(path)).map(([path]) => path)).toEqual(
      asInFrench[language] ?? [],
    )
  },
)

test('Portuguese counts and lists as people say it', () => {
  expect(pt.common.places(1)).toBe('1 lugar')
  expect(pt.wishes.left(18_402)).toBe('18\u00a0402 lugares')
  expect(pt.offers.seats(['12', '13', '14'])).toBe('lugares 12, 13 e 14')
})

describe('Arabic', () => {
  const { common, events, offers } = arabic('western')

  test.each([
    [1, 'مقعد واحد'],
    [2, 'مقعدان'],
    [3, '3 مقاعد'],
    [11, '11 مقعدًا'],
    [100, '100 مقعد'],
  ])('counts %d: %s', (count, words) => {
    expect(common.places(count)).toBe(words)
  })

  test('keeps names and codes of other scripts in one piece', () => {
    expect(offers.place('O5', 'F')).toBe('القطاع \u2068O5\u2069، الصف \u2068F\u2069')
  })

  test('writes counts in the digits of the setting, and seats as the seats have them', () => {
    const own = arabic('arabic')
    expect(own.events.page(1, 12)).toBe('١\u00a0/\u00a0١٢')
    expect(events.page(1, 12)).toBe('1\u00a0/\u00a012')
    expect(own.offers.seats(['12'])).toBe(offers.seats(['12']))
    expect(own.problems['pin-locked']({ type: 'pin-locked', seconds: 30 }, '').body).toContain('٣٠')
  })

  test('no text has a letter of another script, but for the parts it is given', () => {
    expect(texts(arabic('western')).filter(([, text]) => /\p{Script=Latin}/u.test(text))).toEqual([])
  })
})

test.each(languages)('%s: the banknote screen has its rule about change once', (language) => {
  const { notes } = createI18n(language).t
  const [rule = ''] = notes.noChange.split(':')
  expect(notes.first.body).not.toContain(rule.trim())
})

describe('French', () => {
  const texts = [
    ...textsOf(fr, 'screens'),
    ...textsOf(frFleet, 'fleet'),
    ...textsOf(frRecording, 'recording'),
    ...textsOf(catalogues.fr, 'program'),
  ] as readonly PathText[]

  const withFault = (fault: RegExp, among = texts): readonly PathText[] => among.filter(([, text]) => fault.test(text))

  test('almost every text is looked at', () => {
    expect(texts.length).toBeGreaterThan(1300)
  })

  test.each([
    ['a mark has its space, which breaks no line', / [?!:;»]|« /u],
    ['a mark has a space at all', /[\p{L}\d»)][?!;»](?=\s|$)/u],
    ['guillemets, not inverted commas', /["“”]|«[^\u00a0]|[^\u00a0]»/u],
    ['a curly apostrophe', /'/u],
    ['one character for …', /\.\.\./u],
    ['no narrow space, which few fonts have', /\u202f/u],
    ['no two spaces', /[^ ·] {2}[^ ·]/u],
  ])('%s', (_, fault) => {
    expect(withFault(fault)).toEqual([])
  })

  describe('words', () => {
    const whole = (words: string): RegExp => new RegExp(`(?<![\\p{L}_-])(?:${words})(?![\\p{L}_-])`, 'iu')

    test.each([
      [
        'English',
        whole('the|and|not|with|settings|kiosk|hub|ticket office|booking|seats?|shift|recovery|update|login'),
      ],
      ['a machine’s own', /(?<![\p{L}.])(?:JSON|[a-z]+_[a-z]+)(?!\p{L})/u],
      ['of another hand', whole('habituel|aspect|sièges?|registre|écran du personnel|sans issue|rouleau du journal')],
      ['a label that only goes on', /^Ensuite$/u],
    ])('none is %s', (_, fault) => {
      const people = texts.filter(([path]) => !technical.some((name) => path.startsWith(name)))
      const bare = people.map(([path, text]): PathText => [path, text.replaceAll(/\{\w+\}/gu, '…')])
      expect(withFault(fault, bare)).toEqual([])
    })

    test('a cashier is told of a till, never of a kiosk', () => {
      const { desk, files, shift, people, problems } = fr
      const atDesk = textsOf({ desk, files, shift, people, problems: { ...problems, ...desk.problems } })
      // Only kiosks measure their screen, accept codes, and count payments that customers left open. The texts about
      // calls and badges refer to kiosks.
      const atKiosks = ['not-saved', 'unknown-code', 'too-many-open'].map((type) => `.problems.${type}`)
      const ofKiosk = [...atKiosks, '.desk.calls.', '.desk.badge.']
      const ofAKiosk = withFault(/\bbornes?\b|\bvoyez un agent\b/iu, atDesk)
      expect(ofAKiosk.filter(([path]) => !ofKiosk.some((own) => path.startsWith(own)))).toEqual([])
    })
  })

  /** Texts for technicians: fields of a partner's replies, commands, keys of files. */
  const technical = [
    ...'config doctor.says doctor.spoken ledger.consistent setup.hub privacy.elsewhere refusals wallet'
      .split(' ')
      .map((name) => `program.${name}`),
    'fleet.empty.todo',
    'screens.setup.fleet.invitationAbout',
  ]
})
