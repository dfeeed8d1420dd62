import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { cashPieces, type CountedPiece } from '../../shared/domain/money/cash.ts'

/** Cash that was laid into the drawer, or below 0 taken out of it, in that shift: what is in the file has happened. */
export interface DrawerLine {
  readonly shiftNo: number
  readonly amount: number
  readonly saleId?: string
}

const pathIn = (directory: string): string => join(directory, 'drawer.jsonl')

export function layIn(directory: string, line: DrawerLine): void {
  const file = openSync(pathIn(directory), 'a')
  writeSync(file, `${JSON.stringify(line)}\n`)
  fsyncSync(file)
  closeSync(file)
}

export function drawerLines(directory: string): readonly DrawerLine[] {
  if (!existsSync(pathIn(directory))) return []
  const lines = readFileSync(pathIn(directory), 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as DrawerLine)
}

export function inDrawer(directory: string, shiftNo: number): number {
  return drawerLines(directory)
    .filter((line) => line.shiftNo === shiftNo)
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** Counted note by note, the largest first. */
export function counted(amount: number): CountedPiece[] {
  let left = amount
  return cashPieces('GNF').map(({ kind, value }) => {
    const count = Math.floor(left / value)
    left -= count * value
    return { kind, value, count }
  })
}
