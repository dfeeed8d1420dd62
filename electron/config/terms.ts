import { realpathSync, statSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { z } from 'zod'
import { languages, type Language } from '../../shared/domain/language.ts'
import type { Mode } from '../../shared/domain/mode.ts'
import type { Seller } from '../../shared/domain/money/money.ts'
import { MAX_TERMS_NOTE, MAX_TERMS_TEXT } from '../../shared/domain/text-forms.ts'
import {
  termsDocuments,
  termsSettings,
  type Terms,
  type TermsDocument,
  type TermsSetting,
} from '../../shared/domain/terms.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { SettingProblem } from '../../shared/i18n/setting-texts.ts'
import { settingFields } from '../../shared/api/kiosk/setting-fields.ts'
import { readTextFile } from '../host/files/file-text.ts'
import { fileProblem, foundProblem, type FoundProblem } from './setting-problem.ts'

const byLanguage = z.partialRecord(z.enum(languages), settingFields.termsSource).default({})

/** Conditions of sale and privacy notice: for each language a text, or the file with the text. */
export const termsSchema = z.strictObject({
  conditions: byLanguage,
  privacy: byLanguage,
  /** Title, version or date of the texts, printed on receipts. */
  version: z.string().trim().min(1).max(MAX_TERMS_NOTE).optional(),
  /** Address at which the texts can be read after the sale, printed on receipts. */
  address: z.string().trim().min(1).max(MAX_TERMS_NOTE).optional(),
})

type FiledTerms = z.infer<typeof termsSchema>

/** A character takes at most four bytes in UTF-8. */
const MAX_FILE_BYTES = 4 * MAX_TERMS_TEXT

interface ReadTerms {
  readonly terms: Terms
  /** Problems with files that are missing, empty, too long or not text, or that must not be shown to customers. */
  readonly problems: readonly FoundProblem[]
}

/** Reads the texts that the settings refer to. `directory`: folder of the settings file. */
export function readTerms({ version, address, ...filed }: FiledTerms, directory: string): ReadTerms {
  const problems: FoundProblem[] = []
  const textsOf = (document: TermsDocument): Terms[TermsDocument] => {
    const read = Object.entries(filed[document]).flatMap(([language, source]) => {
      if (typeof source === 'string') return [[language, source] as const]
      const { text, problem } = readFile(source.file, directory)
      if (problem) problems.push(foundProblem(`terms.${document}.${language}.file`, problem))
      return text === null ? [] : [[language, text] as const]
    })
    return Object.fromEntries(read)
  }
  const terms = { conditions: textsOf('conditions'), privacy: textsOf('privacy') }
  return { terms: { ...terms, ...(version && { version }), ...(address && { address }) }, problems }
}

type FileRead =
  | { readonly text: string; readonly problem: null }
  | { readonly text: null; readonly problem: SettingProblem }

const refused = (problem: SettingProblem): FileRead => ({ text: null, problem })

/** Matches `\\server\share\…`: on Windows, opening a file on a server also logs in to the server. */
const ON_ANOTHER_COMPUTER = /^[\\/]{2}/u

/**
 * Reads a file of terms. Customers can read the text, and secrets are stored beside the settings. Therefore, the real
 * file must have an allowed extension, even if the path is a link.
 */
function readFile(file: string, directory: string): FileRead {
  if (ON_ANOTHER_COMPUTER.test(file)) return refused({ type: 'terms-elsewhere', file })
  const path = resolve(directory, file)
  const tooLong: SettingProblem = { type: 'terms-long', path, max: MAX_TERMS_TEXT }
  try {
    const real = realpathSync(path)
    if (!TEXT_EXTENSIONS.includes(extname(real).toLowerCase()))
      return refused({ type: 'terms-name', path: real, link: path === real ? null : path })
    const found = statSync(real)
    if (!found.isFile()) return refused({ type: 'terms-special', path })
    if (found.size > MAX_FILE_BYTES) return refused(tooLong)
    const text = readTextFile(real).trim()
    if (text === '') return refused({ type: 'terms-empty', path })
    return text.length > MAX_TERMS_TEXT ? refused(tooLong) : { text, problem: null }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return refused(code === 'ENOENT' ? { type: 'no-file', path } : fileProblem(path, error))
  }
}

const TEXT_EXTENSIONS = ['.txt', '.md']

export const hasTerms = (terms: Terms): boolean =>
  termsDocuments.some((document) => Object.keys(terms[document]).length > 0)

/** Returns the seller, with empty texts for settings that are not set. */
export function sellerOf({ name = '', address = '', contact = '', taxNumber = '' }: FiledSeller): Seller {
  return { name, address, contact, taxNumber }
}

type FiledSeller = { readonly [K in keyof Seller]?: NonNullable<Seller[K]> | undefined }

interface SaleParticulars {
  readonly mode: Mode
  readonly seller: {
    readonly name?: string | undefined
    readonly address?: string | undefined
    readonly contact?: string | undefined
  }
  readonly terms: Terms
}

/** Returns the required settings of the seller and the terms that are missing in live mode. */
export function missingTerms({ mode, seller, terms }: SaleParticulars): readonly TermsSetting[] {
  if (mode !== 'live') return []
  return termsSettings.filter((setting) => {
    const [group, name] = setting.split('.') as ['seller' | 'terms', string]
    if (group === 'terms') return Object.keys(terms[name as TermsDocument]).length === 0
    return !seller[name as keyof SaleParticulars['seller']]?.trim()
  })
}

/** Replaces absent terms and seller details with the demo's examples, which state that they are examples. */
export function withExamples<P extends SaleParticulars>(particulars: P, language: Language): P {
  const { seller, terms } = particulars
  const examples = Object.fromEntries(
    termsDocuments.map((document) => [
      document,
      Object.fromEntries(languages.map((each) => [each, catalogues[each].termsExamples[document]])),
    ]),
  )
  const { name, address, contact } = catalogues[language].termsExamples.seller
  const own = termsDocuments.filter((document) => Object.keys(terms[document]).length > 0)
  return {
    ...particulars,
    seller: { name, address, contact, ...seller },
    terms: { ...terms, ...examples, ...Object.fromEntries(own.map((document) => [document, terms[document]])) },
  }
}
