import { languages } from '../../shared/domain/language.ts'
import type { ProjectCopy } from './recipe-copy.ts'
import type { ExampleSale } from './recipe-sale.ts'

/** A small example of the changes that a recipe in the documentation describes. */
export interface Example {
  readonly follow: (copy: ProjectCopy) => void
  /** Changed files that the recipe's table does not name, such as the file in which a new setting is used. */
  readonly elsewhere?: readonly string[]
  /** Maximum numbers of changed and added files, not counting translations and documentation. */
  readonly limits: { readonly changed: number; readonly added: number }
  readonly isText?: (path: string) => boolean
  readonly sale: ExampleSale
}

const names: Readonly<Record<string, string>> = { fr: 'Vague', en: 'Wave', pt: 'Onda', ar: 'موجة' }

const everyLanguage = (path: string, change: (path: string, name: string) => void): void =>
  languages.forEach((language) => change(path.replace('*', language), names[language] ?? language))

/** Source files in which the examples use the added setting and write the added journal row. */
const uses = 'electron/app/kiosk-printing.ts'
const writes = 'electron/kiosk/kiosk.ts'

export const examples: Readonly<Record<string, Example>> = {
  'Add a language': {
    follow(copy) {
      copy.insert(
        'shared/domain/language.ts',
        '} as const satisfies',
        `  es: {
    name: 'Español',
    direction: 'ltr',
    locale: 'es-ES',
    list: ';',
    decimal: ',',
    comma: ',',
    day: (weekday, day, month) => \`\${weekday}, \${day} de \${month}\`,
    time: (hour, minutes) => \`\${hour}:\${minutes}\`,
  },
`,
      )
      copy.duplicate('renderer/i18n/en', 'renderer/i18n/es')
      copy.replace('renderer/i18n/es/catalogue.ts', 'export const en:', 'export const es:')
      copy.insert('renderer/i18n/i18n.ts', 'import { type Catalogue, fr }', "import { es } from './es/catalogue.ts'\n")
      copy.insert('renderer/i18n/i18n.ts', '  fr,\n  en,', '  es,\n')
      copy.duplicate('shared/i18n/en', 'shared/i18n/es', { "seat: 'Seat'": "seat: 'Asiento'" })
      const list = 'shared/i18n/catalogues.ts'
      for (const [name, file] of [
        ['esPaper', 'paper'],
        ['esProgram', 'program'],
        ['esWords', 'words'],
      ])
        copy.insert(list, 'import * as frPaper', `import * as ${name} from './es/${file}.ts'\n`)
      copy.insert(list, '  ar: { ...arPaper', '  es: { ...esPaper, ...esProgram, ...esWords },\n')
    },
    isText: () => false,
    limits: { changed: 3, added: 12 },
    sale: { language: 'es', prints: 'Asiento' },
  },
  'Add a tender': {
    follow(copy) {
      copy.insert(
        'shared/ledger-format/money.ts',
        "  'mtn-momo': { means: 'telephone'",
        `  'wave': {
    means: 'telephone',
    account: 'wave-clearing',
    key: 'Ctrl+D',
    icon: 'telephone',
    color: '#1dc4ff',
    onlyNamed: true,
  },
`,
      )
      everyLanguage('shared/i18n/*/words.ts', (path, name) =>
        copy.append(path, 'tenderNames: TenderNames = {', `\n  wave: '${name}',`),
      )
      everyLanguage('renderer/i18n/*/office.ts', (path, name) =>
        copy.append(path, 'SettingNames: SettingNames = {', `\n  'tenderNames.wave': '${name}',`),
      )
      copy.insert('docs/integrating/ledger-format.md', '| `card-clearing`', '| `wave-clearing` | what Wave owes |\n')
      for (const page of ['docs/operating/cashier-desk.md', 'docs/fr/operating/cashier-desk.md'])
        copy.insert(page, '| Ctrl+M ', '| Ctrl+D | Wave |\n')
      copy.insert('tests/simulation/machine.ts', "    'orange-money': operator,", '    wave: operator,\n')
    },
    limits: { changed: 3, added: 0 },
    sale: { settings: { tenders: ['wave'] }, tender: 'wave', payer: '622123456', records: 'wave-clearing' },
  },
  'Add a payment driver': {
    follow(copy) {
      const words = { 'mtn-momo': 'wave-pay', MtnSimulator: 'WaveSimulator' }
      copy.duplicate('electron/payments/mtn-momo', 'electron/payments/wave-pay', words)
      copy.duplicate('electron/simulators/mtn-momo.ts', 'electron/simulators/wave-pay.ts', words)
      const list = 'electron/payments/drivers.ts'
      copy.insert(list, 'import { orangeMoneySettings', "import * as wave from './wave-pay/settings.ts'\n")
      copy.insert(
        list,
        'const orangeMoney: DriverDefinition',
        `const wavePay: DriverDefinition<typeof wave.mtnMomoSettings> = {
  means: 'telephone',
  settings: wave.mtnMomoSettings,
  traits: wave.mtnMomoTraits,
  report: wave.mtnMomoSettlement,
  create: async (line, settings) => new (await import('./wave-pay/driver.ts')).MtnMomo(line, settings),
}

`,
      )
      copy.insert(list, "  'djomy-push': djomyPush,", "  'wave-pay': wavePay,\n")
      const settings = "  wavePay.settings.extend({ driver: z.literal('wave-pay'), ...network }),\n"
      copy.insert(list, '  djomyPush.settings.extend', settings)
      copy.insert('shared/api/kiosk/payment-forms.ts', "  'djomy-link',", "  'wave-pay',\n")
      const simulators = 'electron/app/simulators.ts'
      copy.insert(simulators, 'import { Stripe', "import { WaveSimulator } from '../simulators/wave-pay.ts'\n")
      copy.insert(simulators, "'adyen', 'stripe', 'sumup'] as const", "'wave-pay', ")
      copy.insert(
        simulators,
        '  stripe: STRIPE,',
        "  'wave-pay': { targetEnvironment: 'sandbox', apiUser: API_USER, subscriptionKey: SECRET, apiKey: SECRET },\n",
      )
      copy.insert(
        simulators,
        '    adyen: (options) =>',
        `    'wave-pay': (options, currency) =>
      new WaveSimulator({ ...options, subscriptionKey: SECRET, apiUser: API_USER, apiKey: SECRET, currency }),
`,
      )
      everyLanguage('renderer/i18n/*/setup.ts', (path, name) =>
        copy.insert(path, "    'adyen-local': {", `    'wave-pay': { name: '${name}', about: '${name}' },\n`),
      )
      everyLanguage('shared/i18n/*/words.ts', (path, name) =>
        copy.append(path, 'providerNames: ProviderNames = {', `\n  'wave-pay': '${name}',`),
      )
      copy.insert('docs/operating/payments.md', '| `mtn-momo`     | agrees', '| `wave-pay` | agrees | no | Wave |\n')
      copy.insert('tests/world/providers.ts', "  'mtn-momo': 'mtn-momo',", "  'wave-pay': 'wave-pay',\n")
      copy.insert('tests/world/providers.ts', "  'mtn-momo': { currency", "  'wave-pay': { currency: 'GNF' },\n")
      const test = 'tests/payments/simulator.test.ts'
      copy.insert(test, "  adyen: { driver: 'adyen-local'", "  'wave-pay': { driver: 'wave-pay', currency: 'GNF' },\n")
    },
    limits: { changed: 5, added: 3 },
    sale: {
      settings: { role: 'cashier' },
      tender: 'orange-money',
      payer: '622123456',
      provider: {
        driver: 'wave-pay',
        targetEnvironment: 'sandbox',
        currency: 'GNF',
        apiUser: '00000000-0000-4000-8000-000000000001',
        subscriptionKey: { secretFile: 'secret' },
        apiKey: { secretFile: 'secret' },
      },
      records: 'wave-pay',
    },
  },
  'Add a partner dialect': {
    follow: () => undefined,
    limits: { changed: 0, added: 0 },
    sale: { hold: { batch: true, body: { seat_ids: '{seat_ids}' } } },
  },
  'Add a setting': {
    follow(copy) {
      const motto = "  'tickets.motto': { kind: 'text', part: 'tickets', schema: ({ z }) => z.string().optional() },\n"
      copy.insert('shared/api/kiosk/settings.ts', "  'tickets.logo': picture,", motto)
      everyLanguage('renderer/i18n/*/office.ts', (path, name) =>
        copy.append(path, 'SettingNames: SettingNames = {', `\n  'tickets.motto': '${name}',`),
      )
      copy.insert('docs/operating/settings.md', '| `tickets.logo`', '| `tickets.motto` | none | motto | office |\n')
      copy.replace(
        uses,
        '  const documents = openDocuments({ fontsDirectory, brand,',
        `  const { motto } = config.tickets
  const mottoBrand = { ...brand, ...(motto && { notice: { fr: motto } }) }
  const documents = openDocuments({ fontsDirectory, brand: mottoBrand,`,
      )
    },
    elsewhere: [uses],
    limits: { changed: 2, added: 0 },
    sale: { settings: { tickets: { motto: 'Vive le sport' } }, prints: 'Vive le sport' },
  },
  'Add a row of the journal': {
    follow(copy) {
      copy.insert('shared/ledger-format/rows.ts', "    'STOP',\n", "    'DOORS_OPENED',\n")
      everyLanguage('renderer/i18n/*/office.ts', (path, name) =>
        copy.insert(path, '  STOP: ', `  DOORS_OPENED: '${name}',\n`),
      )
      copy.insert('docs/integrating/ledger-format.md', '- `PURCHASING_RESUMED`', '- `DOORS_OPENED`, free: doors open\n')
      copy.insert(writes, "  log.info('kiosk.started'", "  ledger.note('DOORS_OPENED', { doors: 4 }, clock.now())\n")
    },
    elsewhere: [writes],
    limits: { changed: 2, added: 0 },
    sale: { records: 'DOORS_OPENED' },
  },
  'Add a paper size': {
    follow(copy) {
      copy.insert('shared/domain/documents/paper.ts', 'a6: {', 'a5: { width: 148, height: 210 }, ')
      copy.insert('shared/domain/documents/paper.ts', "'roll-58': {", "'roll-76': { width: 76, dots: 512 }, ")
      const layout = 'electron/printing/layouts/roll-layout.ts'
      copy.insert(layout, "  'roll-58': column(", "  'roll-76': column('roll-76', 4),\n")
      copy.insert('electron/printing/layouts/report-layout.ts', "'roll-58': 3.2", "'roll-76': 3.6, ")
    },
    limits: { changed: 3, added: 0 },
    sale: { settings: { tickets: { paper: 'roll-76' } }, widthMm: 76 },
  },
}
