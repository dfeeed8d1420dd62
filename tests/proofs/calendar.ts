import { globSync } from 'node:fs'
import { playTests } from './long-tests.ts'
import type { Outcome, Run } from './proof.ts'

/** An instant, and the time zone and language in which the tests run at it. */
const dates = [
  { name: 'Monday', utc: '2027-02-01T09:00:00Z', zone: 'Africa/Conakry', language: 'fr_FR.UTF-8' },
  { name: 'Tuesday', utc: '2027-06-15T13:00:00Z', zone: 'America/Los_Angeles', language: 'en_US.UTF-8' },
  { name: 'Wednesday', utc: '2026-12-09T03:00:00Z', zone: 'Pacific/Auckland', language: 'de_DE.UTF-8' },
  { name: 'Thursday', utc: '2027-09-30T21:59:00Z', zone: 'Europe/Paris', language: 'pt_PT.UTF-8' },
  { name: 'Friday', utc: '2027-08-13T18:00:00Z', zone: 'Africa/Conakry', language: 'C' },
  { name: 'Saturday, 09:00', utc: '2027-05-08T09:00:00Z', zone: 'Africa/Conakry', language: 'ar_EG.UTF-8' },
  { name: 'Sunday, 23:30', utc: '2027-11-21T22:30:00Z', zone: 'Europe/Paris', language: 'fr_FR.UTF-8' },
  { name: '31 December, 23:50', utc: '2027-12-31T10:50:00Z', zone: 'Pacific/Auckland', language: 'en_US.UTF-8' },
  { name: '29 February', utc: '2028-02-29T20:00:00Z', zone: 'America/Los_Angeles', language: 'tr_TR.UTF-8' },
  { name: 'before summer time begins', utc: '2027-03-28T00:50:00Z', zone: 'Europe/Paris', language: 'C' },
  { name: 'before summer time ends', utc: '2027-10-31T00:50:00Z', zone: 'Europe/Paris', language: 'fr_FR.UTF-8' },
] as const

/** libfaketime shifts the wall clock of every process: workers, programs, PostgreSQL and Chromium. */
const [library] = globSync('/{usr,usr/local}/lib/{*/,}faketime/libfaketimeMT.so.1')

export const lacksFaketime = (): string | null => (library === undefined ? 'needs the Debian package faketime' : null)

/** Runs the tests below `--paths` (by default the project unit) at each of `--dates`, numbered from 1. */
export async function playCalendar(run: Run): Promise<Outcome> {
  const { options, progress } = run
  const numbers = options['dates'] ? options['dates'].split(',').map(Number) : dates.map((_, index) => index + 1)
  const paths = options['paths'] ? options['paths'].split(',') : ['--project=unit']
  const outcomes: Outcome[] = []
  for (const number of numbers) {
    const date = dates[number - 1]
    if (date === undefined) throw new Error(`--dates: no date ${number}; expected 1 to ${dates.length}`)
    const head = `${number} ${date.name} (${date.utc}, ${date.zone}, ${date.language})`
    const { amount, violations, controls } = playTests(run, paths, { env: environmentAt(date) })
    const marked = violations.map((violation) => `${head}: ${violation}`)
    progress(`${head}: ${amount}, ${violations.length} failed`)
    outcomes.push({
      amount,
      violations: marked,
      controls,
      details: [`${head}: ${amount}, ${violations.length} failed`],
    })
  }
  return {
    amount: `${outcomes.length} dates`,
    violations: outcomes.flatMap(({ violations }) => violations),
    controls: { 'planted failure': outcomes.every(({ controls }) => Object.values(controls).every(Boolean)) },
    details: outcomes.flatMap(({ details }) => details),
  }
}

function environmentAt({ utc, zone, language }: (typeof dates)[number]): NodeJS.ProcessEnv {
  return {
    LD_PRELOAD: library,
    // An offset, not a date: a process that starts later must not begin at the date again.
    FAKETIME: `${Math.round((Date.parse(utc) - Date.now()) / 1000)}`.replace(/^(?=\d)/u, '+'),
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // The library's correction of waits on the monotonic clock, which is not shifted: Chromium's threads spin with it.
    FAKETIME_FORCE_MONOTONIC_FIX: '0',
    // File timestamps keep the real date.
    NO_FAKE_STAT: '1',
    TZ: zone,
    LANG: language,
    LC_ALL: language,
  }
}
