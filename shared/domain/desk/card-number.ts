/**
 * Whether a text holds what may be a payment card's number: 13 to 19 digits, however grouped, beginning with 2 to 6 as
 * the schemes' numbers do, with a right check digit (ISO/IEC 7812-1, annex B). Such numbers have no business in a free
 * text (PCI DSS 4.0, requirement 3); one in twenty long references looks the same and has to be written otherwise.
 */
export function holdsCardNumber(text: string): boolean {
  const runs = text.match(/\d(?:[ .\-/]?\d)+/gu) ?? []
  return runs.some((run) => {
    const digits = run.replaceAll(/\D/gu, '')
    return digits.length >= 13 && digits.length <= 19 && /^[2-6]/u.test(digits) && hasCheckDigit(digits)
  })
}

function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of digits.split('').toReversed().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
