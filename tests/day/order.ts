/** What one register does in a day, told to its process. */
export interface DayOrder {
  readonly directory: string
  readonly name: string
  /** A cashier takes cash and parks sales; a kiosk takes cards. */
  readonly kind: 'cashier' | 'kiosk'
  /** What is beside it; left out: simulated in its process. */
  readonly devices?: { readonly settings: object; readonly tenders: readonly string[] }
  readonly serviceUrl: string
  readonly accessCodes: Readonly<Record<string, string>>
  readonly eventIds: readonly string[]
  readonly seed: number
  /** Sales to make in each of the day's shifts. */
  readonly sales: number
  readonly shifts: number
  readonly people: readonly { readonly staff: string; readonly pin: string }[]
  /** The process stops for good in the middle of its nth sale, or the next that comes to that state; its parent then cuts the power. */
  readonly cut: { readonly sale: number; readonly state: string } | null
  /** The control: takes cash alone, and of every fourth sale the money never reaches the drawer. */
  readonly pilfers: boolean
}

/** Said on standard output where the power is to be cut. */
export const CUT_HERE = 'cut here'
