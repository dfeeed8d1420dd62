/**
 * The way to a seat: gate → sector → row → seat, in a tribune with a colour (specification, "Seat": the place block).
 */
export interface Place {
  /** `seat_code` / `place`: the seat's code as the partner writes it. */
  readonly seatCode: string
  /** `secteur`: section code. */
  readonly sector: string
  /** `rangee`: row label. */
  readonly row: string
  /** `numero_place`. */
  readonly seatNumber: number
  readonly gate: Gate
  readonly tribune: Tribune
  /** Gate, section, row, seat as the partner words them. */
  readonly route: readonly string[]
  /** `code_litige`: dispute reference; empty when the partner gives none. */
  readonly disputeCode: string
}

export interface Gate {
  readonly code: string
  readonly name: string
  /** Longer wording for signs and tickets (`libelle`). */
  readonly label: string
}

export interface Tribune {
  readonly code: string
  readonly name: string
  /** `#rrggbb`. */
  readonly color: string
}
