/** Of a text file, by the names of the WHATWG. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** What a venue has that was just imported, for who imported it. */
export interface VenueReport {
  readonly name: string
  /** What the file was read as. */
  readonly encoding: Encoding
  readonly sections: number
  readonly rows: number
  readonly seats: number
  readonly parts: Readonly<Record<PartKind, readonly VenuePart[]>>
  /** What looks like a slip; it was imported as it is. */
  readonly odd: readonly Oddity[]
}

export type PartKind = 'tribune' | 'zone' | 'gate'

interface VenuePart {
  readonly code: string
  readonly name: string
  readonly seats: number
}

export type Oddity =
  /** The row was left out. */
  | { readonly type: 'no-seats'; readonly section: string; readonly row: string }
  | { readonly type: 'row-out-of-order'; readonly section: string; readonly row: string; readonly after: string }
  | {
      readonly type: 'long-row'
      readonly section: string
      readonly row: string
      readonly seats: number
      /** Of the longer of the rows before and behind it. */
      readonly beside: number
    }
  | {
      readonly type: 'same-name'
      readonly kind: PartKind | 'section'
      readonly name: string
      readonly codes: readonly string[]
    }
  | { readonly type: 'lone-gate'; readonly gate: string; readonly section: string }
  | { readonly type: 'close-colours'; readonly tribunes: readonly [string, string] }
