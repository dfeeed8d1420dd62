import { z } from 'zod'

/** Members of several messages between a hub and its devices. */
export const deviceId = z
  .string()
  .regex(/^[0-9A-Za-z_-]{1,32}$/u, 'expected 1 to 32 letters, digits, dashes or underscores')

/** A key or a signature. */
export const base64 = z.base64().max(400)
