import { catalogues } from '../../shared/i18n/catalogues.ts'
import { doctorFields, type DoctorTexts } from '../../shared/i18n/texts.ts'
import type { Language } from '../../shared/domain/language.ts'
import type { Finding } from './doctor-finding.ts'

/** `spoken`: for a screen, in place of the names of settings. */
export function describeFinding({ step, says, facts }: Finding, language: Language, spoken = false) {
  const texts = catalogues[language].doctor
  const template = says === 'fine' ? texts.fine[step] : texts.says[says]
  const named = spoken
    ? Object.entries(texts.spoken).reduce((text, [setting, words]) => text.replaceAll(setting, words), template)
    : template
  const said = (name: string): string => (name === 'field' ? fieldOf(texts, facts[name]) : String(facts[name] ?? ''))
  const text = named.replaceAll(/\{(\w+)\}/gu, (_, name: string) => said(name)).replace(/ \)/u, ')')
  const title = step === 'session' && facts['event'] !== undefined ? String(facts['event']) : texts.steps[step]
  return { title, text }
}

/** The path as the partner knows it, and what it is in words. */
function fieldOf({ fields }: DoctorTexts, path: string | number | undefined): string {
  const last = String(path).split('.').at(-1)
  const known = doctorFields.find((field) => field === last)
  return known ? `${path} – ${fields[known]}` : String(path)
}
