import { inNumerals, type Numerals } from '../../../shared/domain/language.ts'
import { seatNotes } from '../../../shared/i18n/ar/words.ts'
import type { SeatMapTexts } from '../fr/seat-map.ts'
import { isolated } from '../numerals.ts'

const plural = new Intl.PluralRules('ar')
const figure = new Intl.NumberFormat('en-GB')

/** Seats as Arabic counts them: one, two, a few, many. */
export function arabicSeats(count: number, written: (count: number) => string): string {
  switch (plural.select(count)) {
    case 'one':
      return 'مقعد واحد'
    case 'two':
      return 'مقعدان'
    case 'zero':
    case 'few':
      return `${written(count)} مقاعد`
    case 'many':
      return `${written(count)} مقعدًا`
    case 'other':
      return `${written(count)} مقعد`
  }
}

export function arSeatMap(numerals: Numerals): SeatMapTexts {
  const n = (count: number): string => inNumerals(figure.format(count), numerals)
  const seats = (count: number): string => arabicSeats(count, n)
  return {
    venueMap: 'المخطط العام حسب القطاع',
    sectionMap: (section) => `مخطط القطاع ${isolated(section)}، مقعدًا مقعدًا`,
    venueKeys: 'الأسهم: الانتقال بين القطاعات. مفتاح الإدخال: فتح القطاع.',
    sectionKeys: 'الأسهم: الانتقال بين المقاعد. مفتاح الإدخال: اختيار المقعد. مفتاح الخروج: العودة إلى المخطط العام.',
    wholeVenue: 'المخطط العام',
    zoomIn: 'تكبير',
    zoomOut: 'تصغير',
    wholeSection: 'القطاع كله',
    field: { pitch: 'الملعب', stage: 'المسرح' },
    from: (price) => `من ${price}`,
    count: n,
    seatsLeft: (count) => `المتاح ${n(count)}`,
    soldOut: 'نفد',
    section: (code) => `القطاع ${isolated(code)}`,
    row: (label) => `الصف ${isolated(label)}`,
    seat: (number) => `المقعد ${number}`,
    looks: {
      available: 'متاح',
      selected: 'اختيارك',
      held: 'محفوظ لزبون آخر',
      sold: 'مُباع',
      blocked: 'غير متاح هنا',
    },
    accessible: 'كرسي متحرك',
    notes: seatNotes,
    kept: 'مخصّص لمستعملي الكراسي المتحركة',
    keptSeat: 'هذا المقعد مخصّص لشخص على كرسي متحرك ومرافقه.',
    onlyPlaces: 'اختر مكان كرسي متحرك: مقعد المرافق بجانبه.',
    spokenSection: ({ code, zone, price, remaining, gate }) =>
      [
        `القطاع ${isolated(code)}`,
        isolated(zone),
        remaining > 0 ? `${price}، المتاح ${seats(remaining)}` : 'نفد',
        isolated(gate),
      ]
        .filter((part) => part !== isolated(''))
        .join('، '),
    spokenSeat: ({ row, number, look, price, gate, accessible, note }) =>
      [
        `الصف ${isolated(row)}، المقعد ${number}`,
        { available: price, selected: 'مختار', held: 'محفوظ لزبون آخر', sold: 'مُباع', blocked: 'غير متاح هنا' }[look],
        accessible ? 'مكان كرسي متحرك' : '',
        gate === '' ? '' : isolated(gate),
        note,
      ]
        .filter((part) => part !== '')
        .join('، '),
    spokenSelection: (count, wanted) => `${seats(count)} من ${n(wanted)}`,
    seatTaken: 'هذا المقعد غير متاح.',
    limitReached: (most) => `لديك ${seats(most)}: احذف واحدًا قبل اختيار غيره.`,
    tooShort: (count) => (count === 2 ? 'أقل من مقعدين متجاورين' : `أقل من ${seats(count)} متجاورة`),
    leavesAlone: (count) =>
      count === 1
        ? 'سيترك هذا الاختيار مقعدًا منفردًا: انتقل مقعدًا واحدًا.'
        : `سيترك هذا الاختيار مقاعد منفردة (${n(count)}): انتقل مقعدًا واحدًا.`,
    seenFromSeat: 'المشهد من هذا المقعد',
    seenFromSection: 'المشهد من هذا القطاع',
    legend: 'الدليل',
    zones: 'الأسعار',
    sections: 'القطاعات',
    rows: 'الصفوف',
    seatsOfRow: (row) => `مقاعد الصف ${isolated(row)}`,
  }
}
