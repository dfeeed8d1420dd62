/** Forms of short texts in files and requests that people write. The catalogues describe each form: `ValueTexts.forms`. */
export const textForms = {
  /** Code of a section, tribune, zone or gate. */
  partCode: /^[A-Z0-9]{1,8}$/u,
  rowLabel: /^[A-Z0-9]{1,4}$/u,
  colour: /^#[0-9a-f]{6}$/u,
  currency: /^[A-Z]{3}$/u,
  /** Id of an event, section, seat or ticket. */
  identifier: /^[0-9]{1,19}$/u,
  /** Time of a venue, without zone. */
  localDateTime: /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$/u,
  anyCaseColour: /^#[0-9a-f]{6}$/iu,
  ticketCode: /^[0-9a-f]{32}$/iu,
  staffNumber: /^\d{1,6}$/u,
  pin: /^\d{4,8}$/u,
  /** ISO 639. */
  languageCode: /^[a-z]{2,3}$/u,
  /** File name of one recording in a speech pack. */
  recordingFile: /^[a-z0-9-]{1,60}\.(?:opus|ogg|webm|wav|mp3)$/u,
  driverName: /^[\w-]{1,40}$/u,
  sha256: /^[0-9a-f]{64}$/u,
} as const

export type TextForm = keyof typeof textForms
