import { messageOf } from '../error-message.ts'
import { catalogues, type ProgramTexts } from './catalogues.ts'

/** An error with a text in each catalogue. `message` is the English text, for logs. */
export class TranslatedError extends Error {
  override readonly name: string = 'TranslatedError'
  readonly sentence: (texts: ProgramTexts) => string

  constructor(sentence: (texts: ProgramTexts) => string, options?: ErrorOptions) {
    super(sentence(catalogues.en), options)
    this.sentence = sentence
  }
}

/** Returns the text for an error, or its message if it is not translated. */
export const errorText = (error: unknown, texts: ProgramTexts): string =>
  error instanceof TranslatedError ? error.sentence(texts) : messageOf(error)
