/** The path below a screen's address at which its host has the PDF of a sale's tickets. */
export const ticketsPath = (saleId: string): string => `/tickets/${saleId}.pdf`

/** Returns the sale whose tickets are at the path; null if none are. */
export const saleOfTickets = (path: string): string | null =>
  /^\/tickets\/([\da-f-]{36})\.pdf$/u.exec(path)?.[1] ?? null
