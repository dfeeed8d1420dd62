import type { Numbering } from '../../../shared/domain/money/tender.ts'

export const numberingOf = ({ countryCode, nationalDigits }: Numbering): Numbering => ({ countryCode, nationalDigits })
