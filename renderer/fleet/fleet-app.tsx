import { useEffect, useMemo, useState } from 'react'
import { languages, type Language } from '../../shared/domain/language.ts'
import { directionOf } from '../i18n/languages.ts'
import { Board } from './board.tsx'
import { fleetWords, WordsContext } from './fleet-texts.ts'
import { SignIn } from './sign-in.tsx'
import { useFleet } from './use-fleet.ts'

const KEPT = 'guichet-fleet-language'

/** French, or what was chosen here before. */
function keptLanguage(): Language {
  const kept = localStorage.getItem(KEPT)
  return languages.find((each) => each === kept) ?? 'fr'
}

/** The hub's page for those who look after its machines. */
export function FleetApp() {
  const [language, setLanguage] = useState(keptLanguage)
  const words = useMemo(() => fleetWords(language), [language])
  const { state, fleet, readMs, silent, ask } = useFleet()

  useEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = directionOf(language)
    document.title = `Guichet · ${words.t.title}`
  }, [language, words])

  function choose(next: Language): void {
    localStorage.setItem(KEPT, next)
    setLanguage(next)
  }

  return (
    <WordsContext value={words}>
      {state === 'signed-out' && <SignIn onSignedIn={ask} onLanguage={choose} />}
      {fleet && <Board fleet={fleet} readMs={readMs} silent={silent} onLanguage={choose} onAsk={ask} />}
    </WordsContext>
  )
}
