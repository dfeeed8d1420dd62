import { formatMoney, type Minor } from '../../../shared/domain/money/money.ts'
import { inNumerals, type Numerals } from '../../../shared/domain/numerals.ts'
import type { Language } from '../../../shared/kiosk-api/views.ts'
import type { LocalDate } from './local-date.ts'

/** Every word a ticket says that is not the partner's. */
export interface TicketTexts {
  /** The day in words, and the hour: `samedi 17 mai 2025, 16 h`. */
  readonly when: (date: LocalDate) => string
  readonly money: (amount: Minor, currency: string) => string
  /** How many of something. Doors, rows and seats keep the digits written on them. */
  readonly count: (count: number) => string
  readonly tribune: string
  readonly gate: string
  readonly sector: string
  readonly row: string
  readonly seat: string
  readonly wayIn: string
  readonly wayInHint: string
  readonly atTheGate: string
  readonly ticket: string
  readonly number: string
  readonly reference: string
  readonly dispute: string
  readonly zone: string
  readonly place: string
  readonly price: string
  readonly order: string
  readonly position: (index: number, count: number) => string
  /** The same word in every language: stewards look for it, and the ledger's rules name it. */
  readonly copy: (copyNumber: number) => string
  readonly specimen: string
  readonly specimenHint: string
  readonly fold: string
  readonly keep: string
  readonly documentTitle: (eventTitle: string, ticketNumbers: readonly string[]) => string
  /** First words of the partner's names that say what a label beside them says already. */
  readonly tribuneWords: readonly string[]
  readonly gateWords: readonly string[]
}

const nbsp = '\u00a0'

const twoDigits = (number: number): string => String(number).padStart(2, '0')

const frenchDays = ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi']
const frenchMonths = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
]

const french: TicketTexts = {
  when: ({ weekday, day, month, year, hour, minute }) =>
    `${frenchDays[weekday]} ${day === 1 ? '1er' : day} ${frenchMonths[month]} ${year}, ` +
    (minute === 0 ? `${hour}${nbsp}h` : `${hour}${nbsp}h${nbsp}${twoDigits(minute)}`),
  money: (amount, currency) => formatMoney(amount, currency, 'fr'),
  count: String,
  tribune: 'Tribune',
  gate: 'Porte',
  sector: 'Secteur',
  row: 'Rang',
  seat: 'Place',
  wayIn: 'Votre chemin',
  wayInHint: 'De l’entrée du stade jusqu’à votre place.',
  atTheGate: 'À présenter à la porte',
  ticket: 'Billet',
  number: 'Billet n°',
  reference: 'Référence',
  dispute: 'Code litige',
  zone: 'Catégorie',
  place: 'Code de la place',
  price: 'Prix',
  order: 'Commande',
  position: (index, count) => `Billet ${index}${nbsp}/${nbsp}${count}`,
  copy: (copyNumber) => `DUPLICATA ${copyNumber}`,
  specimen: 'SPÉCIMEN',
  specimenHint: 'Démonstration : n’ouvre aucune porte',
  fold: 'Plier ici',
  keep: 'Gardez ce billet jusqu’à la fin. Le code n’ouvre la porte qu’une fois : ne le montrez à personne d’autre.',
  documentTitle: (eventTitle, numbers) =>
    numbers.length === 1 ? `Billet ${numbers[0]} – ${eventTitle}` : `${numbers.length} billets – ${eventTitle}`,
  tribuneWords: ['tribune'],
  gateWords: ['porte', 'entrée', 'gate'],
}

const englishDays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const englishMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const english: TicketTexts = {
  when: ({ weekday, day, month, year, hour, minute }) =>
    `${englishDays[weekday]} ${day} ${englishMonths[month]} ${year}, ${twoDigits(hour)}:${twoDigits(minute)}`,
  money: (amount, currency) => formatMoney(amount, currency, 'en'),
  count: String,
  tribune: 'Stand',
  gate: 'Gate',
  sector: 'Section',
  row: 'Row',
  seat: 'Seat',
  wayIn: 'Your way in',
  wayInHint: 'From the stadium entrance to your seat.',
  atTheGate: 'Show this at the gate',
  ticket: 'Ticket',
  number: 'Ticket no.',
  reference: 'Reference',
  dispute: 'Dispute code',
  zone: 'Category',
  place: 'Seat code',
  price: 'Price',
  order: 'Order',
  position: (index, count) => `Ticket ${index}${nbsp}/${nbsp}${count}`,
  copy: (copyNumber) => `DUPLICATA ${copyNumber}`,
  specimen: 'SPECIMEN',
  specimenHint: 'Demonstration: opens no gate',
  fold: 'Fold here',
  keep: 'Keep this ticket to the end. Its code opens the gate only once: show it to nobody else.',
  documentTitle: (eventTitle, numbers) =>
    numbers.length === 1 ? `Ticket ${numbers[0]} – ${eventTitle}` : `${numbers.length} tickets – ${eventTitle}`,
  tribuneWords: ['stand', 'tribune'],
  gateWords: ['gate', 'porte', 'entrance'],
}

const portugueseDays = [
  'domingo',
  'segunda-feira',
  'terça-feira',
  'quarta-feira',
  'quinta-feira',
  'sexta-feira',
  'sábado',
]
const portugueseMonths = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
]

const portuguese: TicketTexts = {
  when: ({ weekday, day, month, year, hour, minute }) =>
    `${portugueseDays[weekday]}, ${day} de ${portugueseMonths[month]} de ${year}, ` +
    (minute === 0 ? `${hour}h` : `${hour}h${twoDigits(minute)}`),
  money: (amount, currency) => formatMoney(amount, currency, 'pt-PT'),
  count: String,
  tribune: 'Bancada',
  gate: 'Porta',
  sector: 'Setor',
  row: 'Fila',
  seat: 'Lugar',
  wayIn: 'O seu caminho',
  wayInHint: 'Da entrada do estádio até ao seu lugar.',
  atTheGate: 'A apresentar à porta',
  ticket: 'Bilhete',
  number: 'Bilhete n.º',
  reference: 'Referência',
  dispute: 'Código de litígio',
  zone: 'Categoria',
  place: 'Código do lugar',
  price: 'Preço',
  order: 'Encomenda',
  position: (index, count) => `Bilhete ${index}${nbsp}/${nbsp}${count}`,
  copy: (copyNumber) => `DUPLICATA ${copyNumber}`,
  specimen: 'ESPÉCIME',
  specimenHint: 'Demonstração: não dá entrada',
  fold: 'Dobrar aqui',
  keep: 'Guarde este bilhete até ao fim. O código só abre a porta uma vez: não o mostre a mais ninguém.',
  documentTitle: (eventTitle, numbers) =>
    numbers.length === 1 ? `Bilhete ${numbers[0]} – ${eventTitle}` : `${numbers.length} bilhetes – ${eventTitle}`,
  tribuneWords: ['bancada', 'tribuna', 'tribune'],
  gateWords: ['porta', 'portão', 'entrada', 'porte', 'gate'],
}

const arabicDays = ['الأحد', 'الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت']
const arabicMonths = [
  'يناير',
  'فبراير',
  'مارس',
  'أبريل',
  'مايو',
  'يونيو',
  'يوليو',
  'أغسطس',
  'سبتمبر',
  'أكتوبر',
  'نوفمبر',
  'ديسمبر',
]

function arabic(numerals: Numerals): TicketTexts {
  const figures = (text: string): string => inNumerals(text, numerals)
  const count = (number: number): string => figures(String(number))
  return {
    when: ({ weekday, day, month, year, hour, minute }) =>
      figures(
        `${arabicDays[weekday]} ${day} ${arabicMonths[month]} ${year}، الساعة${nbsp}${hour}:${twoDigits(minute)}`,
      ),
    money: (amount, currency) => figures(formatMoney(amount, currency, 'ar-u-nu-latn')),
    count,
    tribune: 'المدرّج',
    gate: 'البوابة',
    sector: 'القطاع',
    row: 'الصف',
    seat: 'المقعد',
    wayIn: 'طريقك إلى مقعدك',
    wayInHint: 'من مدخل الملعب إلى مقعدك.',
    atTheGate: 'أبرزها عند البوابة',
    ticket: 'تذكرة',
    number: 'رقم التذكرة',
    reference: 'المرجع',
    dispute: 'رمز النزاع',
    zone: 'الفئة',
    place: 'رمز المقعد',
    price: 'السعر',
    order: 'الطلب',
    position: (index, total) => `التذكرة ${count(index)} من ${count(total)}`,
    copy: (copyNumber) => `DUPLICATA ${copyNumber}`,
    specimen: 'نموذج',
    specimenHint: 'عرض تجريبي: لا يفتح أي بوابة',
    fold: 'اطوِ هنا',
    keep: 'احتفظ بهذه التذكرة حتى النهاية. يفتح الرمز البوابة مرة واحدة فقط: لا تُرِه لأحد غيرك.',
    documentTitle: (eventTitle, numbers) =>
      numbers.length === 1 ? `تذكرة ${numbers[0]} – ${eventTitle}` : `التذاكر (${numbers.length}) – ${eventTitle}`,
    tribuneWords: ['المدرّج', 'المدرج', 'مدرّج', 'مدرج', 'tribune'],
    gateWords: ['البوابة', 'بوابة', 'باب', 'porte', 'entrée', 'gate'],
  }
}

const arabicTexts: Readonly<Record<Numerals, TicketTexts>> = { western: arabic('western'), arabic: arabic('arabic') }

/** `numerals` are those of Arabic texts; the other languages have but one kind. */
export function ticketTexts(language: Language, numerals: Numerals): TicketTexts {
  return language === 'ar' ? arabicTexts[numerals] : { fr: french, en: english, pt: portuguese }[language]
}
