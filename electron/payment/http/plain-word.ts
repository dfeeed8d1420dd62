/** A provider's own word, fit for a log and a ledger: short, of one line, without anything that could be a person's. */
export const plainWord = (text: string | undefined): string =>
  text !== undefined && /^(?!\d{6})[\w.-]{1,64}$/u.test(text) ? text : 'unreadable'

/** What a provider calls a payment, where it is short and plain enough to stand on a receipt. */
export const isApproval = (text: string): boolean => /^[\w.:/-]{1,64}$/u.test(text)
