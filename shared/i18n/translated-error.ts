import { messageOf } from '../error-message.ts'
import { catalogues, type ProgramTexts } from './catalogues.ts'

/** An error with a sentence in each catalogue. Its message is the English one, for logs. */
export class TranslatedError extends Error {
  override readonly name: string = 'TranslatedError'
  readonly sentence: (texts: ProgramTexts) => string

  constructor(sentence: (texts: ProgramTexts) => string, options?: ErrorOptions) {
    super(sentence(catalogues.en), options)
    this.sentence = sentence
  }
}

/** Returns the sentence for an error, or its message if no catalogue has one. */
export const errorText = (error: unknown, texts: ProgramTexts): string =>
  error instanceof TranslatedError ? error.sentence(texts) : messageOf(error)
