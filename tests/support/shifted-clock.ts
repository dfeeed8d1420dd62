// Loaded before a program (`--import`). CLOCK_OFF_FILE is the path of a file that is read at each use of the clock. The
// file contains the skew in seconds or the instant (ISO 8601) at which the clock is stopped.
import { readFileSync } from 'node:fs'

const file = process.env['CLOCK_OFF_FILE'] ?? ''
const realNow = Date.now.bind(Date)
const parse = Date.parse.bind(Date)

function now(): number {
  const text = readFileSync(file, 'utf8')
  const seconds = Number(text)
  return Number.isNaN(seconds) ? parse(text) : realNow() + seconds * 1000
}

globalThis.Date = new Proxy(Date, {
  construct: (target, parts: unknown[], made) =>
    Reflect.construct(target, parts.length === 0 ? [now()] : parts, made) as Date,
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
})
