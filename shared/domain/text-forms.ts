/** Forms of short texts in files that people write. The catalogues describe each form: `ValueTexts.forms`. */
export const textForms = {
  /** Code of a section, tribune, zone or gate. */
  partCode: /^[A-Z0-9]{1,8}$/u,
  rowLabel: /^[A-Z0-9]{1,4}$/u,
  colour: /^#[0-9a-f]{6}$/u,
  currency: /^[A-Z]{3}$/u,
} as const

export type TextForm = keyof typeof textForms
