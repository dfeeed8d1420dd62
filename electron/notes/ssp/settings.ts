import { z } from 'zod'
import { noteEncryptions } from '../../../shared/domain/money/notes.ts'
import { expects } from '../../../shared/i18n/issue-text.ts'

/** A note validator that speaks SSP, of Innovative Technology. */
export const sspSettings = {
  /** Where it hangs: a serial port, best by a path that stays the same, or `tcp://HOST:PORT` of a serial server or a stand-in. */
  device: z
    .string()
    .refine(
      (text) =>
        /^\/dev\/./u.test(text) ||
        /^COM\d{1,3}$/u.test(text) ||
        (/^tcp:\/\/[^/?#@]+:\d+$/u.test(text) && URL.canParse(text)),
      expects('noteDevice'),
    ),
  encryption: z.enum(noteEncryptions).default('where-it-can'),
} as const
