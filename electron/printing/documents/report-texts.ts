import { tenderNames } from '../../../shared/i18n/tender-names.ts'
import type { Language } from '../../../shared/kiosk-api/views.ts'

/** Every word of a shift's report that is neither the partner's nor the machine's. */
export interface ReportTexts {
  readonly title: Readonly<Record<'X' | 'Z', string>>
  /** What the kind means, for those who find the paper later. */
  readonly hint: Readonly<Record<'X' | 'Z', string>>
  readonly register: string
  readonly shift: string
  readonly from: string
  readonly to: string
  readonly staff: string
  readonly sales: string
  readonly tickets: string
  readonly duplicates: string
  readonly waiting: string
  readonly nothing: string
  readonly byEvent: string
  readonly noZone: string
  readonly byTender: string
  readonly tenders: Readonly<Record<string, string>>
  readonly refundsOf: (tender: string) => string
  readonly byCashier: string
  /** Payments that nobody of the staff had a hand in. */
  readonly nobody: string
  readonly takings: string
  readonly sold: string
  readonly refunded: string
  readonly net: string
  /** Given back, but not in the customers' hands yet. */
  readonly owed: string
  readonly drawer: string
  readonly openingFloat: string
  readonly cash: string
  readonly paidIn: string
  readonly paidOut: string
  readonly expected: string
  readonly counted: string
  readonly uncounted: string
  /** In place of the sums, for a cashier who has yet to count the drawer. */
  readonly blind: string
  readonly note: (money: string) => string
  readonly coin: (money: string) => string
  readonly over: string
  readonly short: string
  readonly exact: string
  readonly openings: string
  readonly perpetual: string
  readonly perpetualNet: string
  readonly perpetualAbs: string
  readonly anchor: string
  readonly anchorHint: string
  readonly rows: string
  readonly range: (first: string, last: string) => string
  /** The hash of the closure's own row. */
  readonly head: (row: string) => string
  readonly key: string
  /** Above the signed code of a closure: what it holds. */
  readonly code: string
  /** Under the lines that people sign a closure on. */
  readonly signatures: readonly string[]
  readonly page: (page: string, count: string) => string
}

const french: ReportTexts = {
  title: { X: 'Rapport X', Z: 'Clôture Z' },
  hint: { X: 'Relevé en cours de service : le service continue.', Z: 'Le service est clos ; le suivant commence.' },
  register: 'Caisse',
  shift: 'Service',
  from: 'Du',
  to: 'Au',
  staff: 'Agent',
  sales: 'Ventes payées',
  tickets: 'Billets émis',
  duplicates: 'Duplicatas imprimés',
  waiting: 'Ventes qui attendent un agent',
  nothing: 'Aucune vente dans ce service.',
  byEvent: 'Par événement et par zone',
  noZone: 'Zone inconnue',
  byTender: 'Par moyen de paiement',
  tenders: tenderNames.fr,
  refundsOf: (tender) => `${tender}, remboursé`,
  byCashier: 'Par agent',
  nobody: 'Sans agent',
  takings: 'Recette',
  sold: 'Billets vendus',
  refunded: 'Billets remboursés',
  net: 'Recette nette',
  owed: 'Reste à rendre aux clients',
  drawer: 'Tiroir-caisse',
  openingFloat: 'Fond de caisse',
  cash: 'Espèces encaissées',
  paidIn: 'Entrées',
  paidOut: 'Sorties',
  expected: 'Attendu dans le tiroir',
  counted: 'Compté',
  uncounted: 'pas compté',
  blind: 'Sans les espèces : le tiroir reste à compter',
  note: (money) => `Billet de ${money}`,
  coin: (money) => `Pièce de ${money}`,
  over: 'Excédent',
  short: 'Manquant',
  exact: 'Aucun écart',
  openings: 'Tiroir ouvert sans vente',
  perpetual: 'Depuis la première vente',
  perpetualNet: 'Total perpétuel net',
  perpetualAbs: 'Total perpétuel absolu',
  anchor: 'Ancre du registre',
  anchorHint: 'Gardez ce papier : il prouve que les lignes du registre n’ont pas changé depuis.',
  rows: 'Lignes',
  range: (first, last) => `${first} – ${last}`,
  head: (row) => `Empreinte de la ligne ${row}`,
  key: 'Clé',
  code: 'Code signé : ligne, totaux et clé',
  signatures: ['Agent', 'Responsable'],
  page: (page, count) => `Page ${page} sur ${count}`,
}

const english: ReportTexts = {
  title: { X: 'X report', Z: 'Z closure' },
  hint: { X: 'A reading during the shift: the shift goes on.', Z: 'The shift is closed; the next one begins.' },
  register: 'Till',
  shift: 'Shift',
  from: 'From',
  to: 'To',
  staff: 'Staff',
  sales: 'Paid sales',
  tickets: 'Tickets issued',
  duplicates: 'Duplicates printed',
  waiting: 'Sales waiting for staff',
  nothing: 'No sale in this shift.',
  byEvent: 'By event and zone',
  noZone: 'Zone unknown',
  byTender: 'By means of payment',
  tenders: tenderNames.en,
  refundsOf: (tender) => `${tender}, refunded`,
  byCashier: 'By member of staff',
  nobody: 'Without staff',
  takings: 'Takings',
  sold: 'Tickets sold',
  refunded: 'Tickets refunded',
  net: 'Net takings',
  owed: 'Still owed to customers',
  drawer: 'Cash drawer',
  openingFloat: 'Opening float',
  cash: 'Cash taken',
  paidIn: 'Paid in',
  paidOut: 'Paid out',
  expected: 'Expected in the drawer',
  counted: 'Counted',
  uncounted: 'not counted',
  blind: 'Without the cash: the drawer is still to be counted',
  note: (money) => `Note of ${money}`,
  coin: (money) => `Coin of ${money}`,
  over: 'Over',
  short: 'Short',
  exact: 'No difference',
  openings: 'Drawer opened without a sale',
  perpetual: 'Since the first sale',
  perpetualNet: 'Perpetual total, net',
  perpetualAbs: 'Perpetual total, absolute',
  anchor: 'Anchor of the ledger',
  anchorHint: 'Keep this paper: it proves that the rows of the ledger have not changed since.',
  rows: 'Rows',
  range: (first, last) => `${first} – ${last}`,
  head: (row) => `Hash of row ${row}`,
  key: 'Key',
  code: 'Signed code: row, totals and key',
  signatures: ['Cashier', 'Supervisor'],
  page: (page, count) => `Page ${page} of ${count}`,
}

const portuguese: ReportTexts = {
  title: { X: 'Relatório X', Z: 'Fecho Z' },
  hint: { X: 'Leitura durante o turno: o turno continua.', Z: 'O turno está fechado; começa o seguinte.' },
  register: 'Caixa',
  shift: 'Turno',
  from: 'De',
  to: 'A',
  staff: 'Funcionário',
  sales: 'Vendas pagas',
  tickets: 'Bilhetes emitidos',
  duplicates: 'Segundas vias impressas',
  waiting: 'Vendas à espera de um funcionário',
  nothing: 'Nenhuma venda neste turno.',
  byEvent: 'Por evento e por zona',
  noZone: 'Zona desconhecida',
  byTender: 'Por meio de pagamento',
  tenders: tenderNames.pt,
  refundsOf: (tender) => `${tender}, reembolsado`,
  byCashier: 'Por funcionário',
  nobody: 'Sem funcionário',
  takings: 'Receita',
  sold: 'Bilhetes vendidos',
  refunded: 'Bilhetes reembolsados',
  net: 'Receita líquida',
  owed: 'Por devolver aos clientes',
  drawer: 'Gaveta',
  openingFloat: 'Fundo de caixa',
  cash: 'Numerário recebido',
  paidIn: 'Entradas',
  paidOut: 'Saídas',
  expected: 'Esperado na gaveta',
  counted: 'Contado',
  uncounted: 'não contado',
  blind: 'Sem o numerário: a gaveta está por contar',
  note: (money) => `Nota de ${money}`,
  coin: (money) => `Moeda de ${money}`,
  over: 'A mais',
  short: 'Em falta',
  exact: 'Sem diferença',
  openings: 'Gaveta aberta sem venda',
  perpetual: 'Desde a primeira venda',
  perpetualNet: 'Total perpétuo líquido',
  perpetualAbs: 'Total perpétuo absoluto',
  anchor: 'Âncora do registo',
  anchorHint: 'Guarde este papel: prova que as linhas do registo não mudaram desde então.',
  rows: 'Linhas',
  range: (first, last) => `${first} – ${last}`,
  head: (row) => `Impressão digital da linha ${row}`,
  key: 'Chave',
  code: 'Código assinado: linha, totais e chave',
  signatures: ['Funcionário', 'Responsável'],
  page: (page, count) => `Página ${page} de ${count}`,
}

const arabic: ReportTexts = {
  title: { X: 'تقرير X', Z: 'إقفال Z' },
  hint: { X: 'قراءة أثناء المناوبة: المناوبة مستمرة.', Z: 'أُقفلت المناوبة وتبدأ التالية.' },
  register: 'الصندوق',
  shift: 'المناوبة',
  from: 'من',
  to: 'إلى',
  staff: 'الموظف',
  sales: 'المبيعات المدفوعة',
  tickets: 'التذاكر الصادرة',
  duplicates: 'النسخ الثانية المطبوعة',
  waiting: 'مبيعات تنتظر موظفًا',
  nothing: 'لا مبيعات في هذه المناوبة.',
  byEvent: 'حسب الفعالية والفئة',
  noZone: 'فئة غير معروفة',
  byTender: 'حسب وسيلة الدفع',
  tenders: tenderNames.ar,
  refundsOf: (tender) => `${tender}، مبالغ مردودة`,
  byCashier: 'حسب الموظف',
  nobody: 'دون موظف',
  takings: 'الإيراد',
  sold: 'تذاكر مبيعة',
  refunded: 'تذاكر مردودة',
  net: 'الإيراد الصافي',
  owed: 'مبالغ لم تُرد بعد للزبائن',
  drawer: 'درج النقود',
  openingFloat: 'رصيد البداية',
  cash: 'نقد مقبوض',
  paidIn: 'إيداعات',
  paidOut: 'سحوبات',
  expected: 'المتوقع في الدرج',
  counted: 'المعدود',
  uncounted: 'لم يُعدّ',
  blind: 'دون النقد: لم يُعدّ الدرج بعد',
  note: (money) => `ورقة من فئة ${money}`,
  coin: (money) => `قطعة من فئة ${money}`,
  over: 'زيادة',
  short: 'نقص',
  exact: 'لا فرق',
  openings: 'فتح الدرج دون بيع',
  perpetual: 'منذ أول عملية بيع',
  perpetualNet: 'المجموع الدائم الصافي',
  perpetualAbs: 'المجموع الدائم المطلق',
  anchor: 'مرساة السجل',
  anchorHint: 'احتفظ بهذه الورقة: تثبت أن أسطر السجل لم تتغير منذ ذلك الحين.',
  rows: 'الأسطر',
  range: (first, last) => `من ${first} إلى ${last}`,
  head: (row) => `بصمة السطر ${row}`,
  key: 'المفتاح',
  code: 'رمز موقَّع: السطر والمجاميع والمفتاح',
  signatures: ['الموظف', 'المسؤول'],
  page: (page, count) => `صفحة ${page} من ${count}`,
}

export const reportTexts: Readonly<Record<Language, ReportTexts>> = {
  fr: french,
  en: english,
  pt: portuguese,
  ar: arabic,
}
