import { noteSteps, type NoteFinding, type NoteStep } from '../../../shared/domain/money/notes.ts'
import { denominationsOf, faultOf, isUp, type Device } from './device.ts'

/** What is known of the device by now, step by step. `portFault`: why there is no line, in the system's word. */
export function findingsOf(device: Device, portFault: string | null, currency: string): readonly NoteFinding[] {
  const found = walk(device, portFault, currency)
  const of = (step: NoteStep): NoteFinding =>
    found.find((finding) => finding.step === step) ?? { step, finding: 'not-reached' }
  return noteSteps.map(of)
}

function walk(device: Device, portFault: string | null, currency: string): readonly NoteFinding[] {
  if (portFault !== null) return [{ step: 'port', finding: wordOf(portFault), code: portFault }]
  const port: NoteFinding = { step: 'port', finding: 'ok' }
  const { setup, troubles, encrypted } = device
  if (troubles.unfit) return [port, { step: 'device', finding: 'unfit' }]
  if (!isUp(device) || setup === null) return [port, { step: 'device', finding: 'silent' }]
  const { firmware, protocol, channels } = setup
  const values = denominationsOf(device, currency)
  const answers: NoteFinding[] = [
    port,
    { step: 'device', finding: 'answers', firmware, protocol },
    encrypted ? { step: 'encryption', finding: 'ok' } : { step: 'encryption', finding: 'plain' },
  ]
  const fault = faultOf(device, currency)
  if (fault === 'other-currency') {
    const currencies = [...new Set(channels.map((channel) => channel.currency))]
    return [...answers, { step: 'notes', finding: 'ok' }, { step: 'currency', finding: 'other-currency', currencies }]
  }
  return [
    ...answers,
    { step: 'notes', finding: 'knows', values, currency },
    { step: 'currency', finding: 'ok' },
    { step: 'box', finding: fault ?? 'ok' },
  ]
}

function wordOf(code: string): 'no-port' | 'no-rights' | 'in-use' | 'no-answer' {
  switch (code) {
    case 'ENOENT':
    case 'ENOTFOUND':
      return 'no-port'
    case 'EACCES':
    case 'EPERM':
      return 'no-rights'
    case 'EBUSY':
    case 'EAGAIN':
      return 'in-use'
    default:
      return 'no-answer'
  }
}
