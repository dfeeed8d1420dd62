import { useEffect, useState } from 'react'
import type { Language } from '../../../shared/domain/language.ts'
import { type ManualName, manualNames, type ManualPage, readMarkdown } from '../../../shared/manual.ts'
import { recordFromKeys } from '../../../shared/domain/record-from-keys.ts'

export interface ManualBook {
  readonly language: 'fr' | 'en'
  readonly pages: Readonly<Record<ManualName, ManualPage>>
}

/** Loads the manuals, which are part of the program. If the language has no translation, loads the English manuals. */
async function loadManual(language: Language): Promise<ManualBook> {
  const [written, { pages }] =
    language === 'fr'
      ? (['fr', await import('./pages-fr.ts')] as const)
      : (['en', await import('./pages-en.ts')] as const)
  const texts = new Map(Object.entries(pages).map(([path, text]) => [path.replace(/^.*\//u, ''), text]))
  return {
    language: written,
    pages: recordFromKeys(manualNames, (name) => readMarkdown(texts.get(`${name}.md`) ?? '')),
  }
}

/** Returns the manuals; null until the manuals are loaded. */
export function useManual(language: Language): ManualBook | null {
  const [book, setBook] = useState<ManualBook | null>(null)
  useEffect(() => {
    let late = false
    void loadManual(language).then((loaded) => late || setBook(loaded))
    return () => {
      late = true
    }
  }, [language])
  return book
}

const screens = import.meta.glob<string>('../../../docs/screens/{customer-display,desk,fleet,setup}.png', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** Returns the address of a picture to which a page refers; undefined if the picture is not part of the program. */
export function pictureAddress(target: string): string | undefined {
  const file = target.replace(/^.*\//u, '')
  return Object.entries(screens).find(([path]) => path.endsWith(`/${file}`))?.[1]
}
