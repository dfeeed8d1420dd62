/** Carries the id of one HTTP request, made by who sends it. A retry has an id of its own. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** What may stand in a header and a log unchanged. */
const REQUEST_ID = /^[\w.:+/=-]{1,128}$/u

/** Returns the id; null if it is absent or must not be logged. */
export const requestIdIn = (header: string | null | undefined): string | null =>
  typeof header === 'string' && REQUEST_ID.test(header) ? header : null
