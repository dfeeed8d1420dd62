// Loaded before a program (`--import`): its wall clock is off by the seconds in the file that CLOCK_OFF_FILE names, now and later.
import { readFileSync } from 'node:fs'

const file = process.env['CLOCK_OFF_FILE'] ?? ''
const realNow = Date.now.bind(Date)
const now = (): number => realNow() + Number(readFileSync(file, 'utf8')) * 1000

globalThis.Date = new Proxy(Date, {
  construct: (target, parts: unknown[], made) =>
    Reflect.construct(target, parts.length === 0 ? [now()] : parts, made) as Date,
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
})
