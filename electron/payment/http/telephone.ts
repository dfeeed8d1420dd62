import type { Numbering } from '../../../shared/domain/money/telephone.ts'

export const numberingOf = ({ countryCode, nationalDigits }: Numbering): Numbering => ({ countryCode, nationalDigits })
