import type { DeskCommandName } from '../../shared/domain/desk/shortcuts.ts'
import { isMobileMoney, type MobileMoney } from '../../shared/domain/money/tender.ts'
import type { TenderNames } from '../../shared/i18n/texts.ts'

/** The part of a catalogue that names the desk's keys. */
export interface CommandNames {
  readonly tenders: TenderNames
  readonly commands: Readonly<Record<Exclude<DeskCommandName, MobileMoney>, string>>
}

export function commandName({ tenders, commands }: CommandNames, command: DeskCommandName): string {
  return isMobileMoney(command) ? tenders[command] : commands[command]
}
