// npm run support-codes: writes the pages about support codes, in English and French, from support-codes/.
import { writeFile } from 'node:fs/promises'
import { formatted } from './formatted.ts'
import { enExplanations } from './support-codes/en.ts'
import { frExplanations } from './support-codes/fr.ts'

type Language = 'en' | 'fr'

type Group = { readonly letter: string } & Readonly<Record<Language, string>>

const groups: readonly Group[] = [
  { letter: 'B', en: 'The booking service', fr: 'La billetterie' },
  { letter: 'V', en: 'The sale', fr: 'La vente' },
  { letter: 'P', en: 'Payment', fr: 'Le paiement' },
  { letter: 'T', en: 'Tickets on paper', fr: 'Les billets imprimés' },
  { letter: 'S', en: 'The machine', fr: 'La machine' },
  { letter: 'C', en: 'The cash drawer and accounts', fr: 'Le tiroir-caisse et les comptes' },
  { letter: 'R', en: 'Tickets after their sale', fr: 'Les billets après la vente' },
  { letter: 'Q', en: 'A sale that needs staff', fr: 'Une vente qui attend le personnel' },
]

export const explanations: Readonly<Record<Language, typeof enExplanations>> = {
  en: enExplanations,
  fr: frExplanations,
}

const words = {
  en: {
    path: 'docs/operating/support-codes.md',
    title: 'Support codes',
    lead: [
      'A screen that reports a problem shows a short code: `B1 · Borne 07` at a kiosk, the code and the machine; `B1` at the desk and in the office. Read both to the person on the telephone.',
      'The letter names the subject. `I1` to `I12` are no support codes: they are rules of the ledger ([When something went wrong](recovery.md)).',
    ],
    cause: '**Cause.** ',
    remedy: '**What to do.** ',
  },
  fr: {
    path: 'docs/fr/operating/support-codes.md',
    title: 'Codes d’assistance',
    lead: [
      'Un écran qui signale un problème montre un code court : `B1 · Borne 07` à une borne, le code et la machine ; `B1` à la caisse et au bureau. Lisez-les à la personne au téléphone.',
      'La lettre nomme le sujet. `I1` à `I12` ne sont pas des codes d’assistance : ce sont des règles du journal des ventes ([Quand quelque chose s’est mal passé](recovery.md)).',
    ],
    cause: '**Cause.** ',
    remedy: '**Que faire.** ',
  },
} as const

export async function supportPages(): Promise<ReadonlyMap<string, string>> {
  const pages = await Promise.all(
    (['en', 'fr'] as const).map(async (language) => {
      const { path, title, lead, cause, remedy } = words[language]
      const parts = groups.map((group) => {
        const entries = Object.entries(explanations[language])
          .filter(([code]) => code.startsWith(group.letter))
          .map(
            ([code, [meaning, why, todo]]) =>
              `### ${code} – ${meaning.replace(/\.$/u, '')}\n\n${cause}${why}\n\n${remedy}${todo}`,
          )
        return [`## ${group.letter} – ${group[language]}`, ...entries].join('\n\n')
      })
      const text = [`# ${title}`, ...lead, ...parts].join('\n\n')
      return [path, await formatted(path, text)] as const
    }),
  )
  return new Map(pages)
}

if (import.meta.main) {
  for (const [path, text] of await supportPages()) await writeFile(new URL(`../${path}`, import.meta.url), text)
}
