import { format, type FormatOptions } from 'oxfmt'
import settings from '../.oxfmtrc.json' with { type: 'json' }

/** Formats the text of a generated file as `npm run format` does. Throws if the text cannot be parsed. */
export async function formatted(path: string, text: string): Promise<string> {
  const { code, errors } = await format(path, text, settings as FormatOptions)
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`)
  return code
}
