import { deskCommands, keyName, type Shortcuts } from '../../../shared/domain/desk/shortcuts.ts'
import type { Language } from '../../../shared/domain/language.ts'
import { drivenTenders, type OwnTenderNames, type TenderKind } from '../../../shared/domain/money/tender.ts'
import { textsIn } from '../../../shared/i18n/catalogues.ts'
import { withPlainZeros } from '../pdf/printable-text.ts'
import type { CardName } from '../../../shared/i18n/texts.ts'

export interface CardMachine {
  readonly deviceId: string
  readonly shortcuts: Shortcuts
  readonly tenders: readonly TenderKind[]
  readonly tenderNames?: OwnTenderNames
}

export interface CardContent {
  readonly title: string
  readonly hint: string
  readonly machine: string
  readonly columns: readonly [left: readonly CardSection[], right: readonly CardSection[]]
}

/** `keys`: rows of input and effect · `cases`: rows of situation and action · `blanks`: lines to fill in. */
export type CardSection =
  | { readonly kind: 'steps' | 'blanks'; readonly heading: string; readonly rows: readonly string[] }
  | {
      readonly kind: 'keys' | 'cases'
      readonly heading: string
      readonly rows: readonly (readonly [what: string, then: string])[]
    }

export function cardContentOf(card: CardName, machine: CardMachine, language: Language): CardContent {
  const { cashier, attendant } = textsIn(language).cards
  const { deviceId } = machine
  if (card === 'attendant') {
    const { title, hint, open, cash, cases, call } = attendant
    return {
      title,
      hint,
      machine: deviceId,
      columns: [
        [
          { kind: 'steps', ...open },
          { kind: 'steps', ...cash },
          { kind: 'blanks', ...call },
        ],
        [{ kind: 'cases', ...cases }],
      ],
    }
  }
  const { title, hint, sell, lines, cases } = cashier
  return {
    title,
    hint,
    machine: deviceId,
    columns: [
      [
        { kind: 'steps', ...sell },
        {
          kind: 'keys',
          heading: lines.heading,
          rows: lines.rows.map(([typed, what]) => [typed, withPlainZeros(what)]),
        },
        { kind: 'cases', ...cases },
      ],
      [{ kind: 'keys', heading: cashier.keys.heading, rows: keysOf(machine, language) }],
    ],
  }
}

function keysOf(
  { shortcuts, tenders, tenderNames: own }: CardMachine,
  language: Language,
): readonly (readonly [string, string])[] {
  const { cards, tenderNames } = textsIn(language, own)
  const { enter, commands, tender } = cards.cashier.keys
  const rows = deskCommands.flatMap((command): readonly (readonly [string, string])[] => {
    const driven = drivenTenders.find((kind) => kind === command)
    if (driven === undefined) return [[keyName(shortcuts[command]), commands[command as keyof typeof commands]]]
    return tenders.includes(driven) ? [[keyName(shortcuts[driven]), tender(tenderNames[driven])]] : []
  })
  return [enter, ...rows]
}
