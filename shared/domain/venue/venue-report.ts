/** Encoding of a text file, by its WHATWG name. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export interface VenueReport {
  readonly name: string
  readonly encoding: Encoding
  readonly sections: number
  readonly rows: number
  readonly seats: number
  readonly parts: Readonly<Record<PartKind, readonly VenuePart[]>>
  /** Probable mistakes in the imported data, which is imported unchanged except for rows without seats. */
  readonly odd: readonly VenueWarning[]
}

export type PartKind = 'tribune' | 'zone' | 'gate'

interface VenuePart {
  readonly code: string
  readonly name: string
  readonly seats: number
}

export type VenueWarning =
  /** A row without seats was left out. */
  | { readonly type: 'no-seats'; readonly section: string; readonly row: string }
  | { readonly type: 'row-out-of-order'; readonly section: string; readonly row: string; readonly after: string }
  | {
      readonly type: 'long-row'
      readonly section: string
      readonly row: string
      readonly seats: number
      /** Number of seats in the longer of the two adjacent rows. */
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
