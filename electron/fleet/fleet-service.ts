import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type SlipSpending, type SlipStore, spendingText } from '../../shared/domain/money/credit-voucher.ts'
import {
  type AccountCharge,
  type AccountEntryKind,
  type AccountStore,
  entryText,
  openItems,
} from '../../shared/domain/money/customer-account.ts'
import { normalizeForSearch } from '../../shared/domain/desk/desk-command.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { SaleQuery } from '../../shared/domain/sale/sale-file.ts'
import { compareLabels } from '../../shared/domain/seats/place.ts'
import {
  type AccountCall,
  type AccountReply,
  type AskedSettings,
  type CodesDocument,
  type CodesInside,
  codesUse,
  deviceId as deviceName,
  deviceState,
  type DeviceState,
  type DeviceView,
  type Enrolment,
  type Heartbeat,
  type LedgerReply,
  type PurchaseCall,
  type PurchaseReply,
  type SetSettings,
  type SettingsDocument,
  settingsReport,
  type SettingsTarget,
  settingValues,
  type SettingValues,
  type SignedCodes,
  type SignedSettings,
  type SlipCall,
  type SlipReply,
} from '../../shared/api/fleet/contract.ts'
import {
  type PageCall,
  pageAddressText,
  type PageReply,
  type MessageCall,
  type MessageReply,
} from '../../shared/api/fleet/ticket-pages.ts'
import { catalogues, type ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { issueErrors, parseInEnglish } from '../../shared/i18n/issue-text.ts'
import type { SettingFault } from '../../shared/api/kiosk/office-views.ts'
import { settingFields } from '../../shared/api/kiosk/setting-fields.ts'
import { readingsOf, remoteSettingNames, remoteSettings, settings } from '../../shared/api/kiosk/settings.ts'
import { sameText } from '../host/secrets/same-secret.ts'
import { AgentCalls, type CallRejected } from './agent-calls.ts'
import { codeKey, isPublicKey, isSignedBy, proofOf, type Purpose, randomCode, sealTo, type SigningKey } from './keys.ts'
import { changeRecord, LedgerHeads, readRecord, type RecordStore } from './ledger-heads.ts'
import { type MessageOffer, TicketMessages } from './ticket-messages.ts'
import { TicketPageStore } from './ticket-pages.ts'

/** Number of characters of an enrolment code: 80 random bits. */
const CODE_LENGTH = 16
const CODE_LASTS_MS = 24 * 3_600_000

const enrolmentShape = z.strictObject({
  /** Base64 of the key derived from the enrolment code. */
  key: z.string(),
  group: z.string().nullable(),
  expiresMs: z.int(),
})

const deviceShape = z.strictObject({
  publicKey: z.string(),
  group: z.string().nullable(),
  enrolledUtc: z.string(),
  /** Number of the last heartbeat; 0 before the first heartbeat. */
  number: z.int(),
  /** Number of the last search for purchases; 0 before the first search. */
  searchNumber: z.int(),
  seenUtc: z.string().nullable(),
  heartbeatSeconds: z.int(),
  state: deviceState.nullable(),
  settings: settingsReport.nullable().default(null),
})
type Device = z.infer<typeof deviceShape>

type EnrolmentRefused =
  /** The device has no valid code, its proof does not match the code, or its public key is invalid. */
  { readonly type: 'code-refused' }

type NotSigned = { readonly type: 'device-unknown' } | { readonly type: 'signature-refused' }

export type HeartbeatRejected =
  | NotSigned
  /** The device has already sent the same heartbeat or a later one. */
  | { readonly type: 'out-of-order'; readonly after: number }
  /** `role`: role reported in the first heartbeat after the enrolment. */
  | { readonly type: 'role-changed'; readonly role: DeviceState['role'] }
  | { readonly type: 'busy' }

type SettingsRefused =
  | { readonly type: 'device-unknown' }
  | { readonly type: 'group-unknown'; readonly groups: readonly string[] }
  | { readonly type: 'settings-invalid'; readonly faults: readonly SettingFault[] }

interface FleetStore extends RecordStore, SlipStore, AccountStore {
  accessCodes(): Promise<Readonly<Record<string, string>>>
  findPurchases(search: SaleQuery & { readonly partnerCode: string }): Promise<PurchaseReply['purchases']>
}

/** Returns a function that checks whether a device signed the request. */
const signatureCheck =
  (purpose: Purpose, bytes: Uint8Array, signature: string) =>
  (device: Device | null): Result<Device, NotSigned> => {
    if (device === null) return err({ type: 'device-unknown' })
    return isSignedBy(device.publicKey, purpose, bytes, signature) ? ok(device) : err({ type: 'signature-refused' })
  }

interface HeartbeatReplyData {
  readonly settings: SignedSettings | null
  readonly ledger: LedgerReply
  readonly accessCodes: SignedCodes | null
}

export class FleetService {
  readonly ledgers: LedgerHeads
  readonly calls: AgentCalls
  readonly pages: TicketPageStore
  readonly messages: TicketMessages
  readonly #store: FleetStore
  readonly #hubKey: () => SigningKey
  readonly #nowMs: () => number

  /** `report`: called once for each unreadable record of calls and badges. */
  constructor(
    store: FleetStore,
    hubKey: () => SigningKey,
    nowMs: () => number,
    report: (fault: unknown) => void = () => undefined,
  ) {
    this.ledgers = new LedgerHeads(store, hubKey, nowMs)
    const deviceOf = async (name: string) => {
      const device = readRecord(await store.findRecord({ kind: 'device', name }), deviceShape)
      return device && { publicKey: device.publicKey, role: device.state?.role ?? null }
    }
    this.calls = new AgentCalls(store, hubKey, nowMs, deviceOf, report)
    this.pages = new TicketPageStore(store, nowMs)
    this.messages = new TicketMessages(store, this.pages, hubKey, nowMs)
    this.#store = store
    this.#hubKey = hubKey
    this.#nowMs = nowMs
  }

  /** Returns an enrolment code for one device, valid for a day. Using the code replaces the device's old key. */
  async invite(device: string, group: string | null): Promise<{ readonly code: string; readonly expiresUtc: string }> {
    const name = parseInEnglish(deviceName, device)
    const code = randomCode(CODE_LENGTH)
    const expiresMs = this.#nowMs() + CODE_LASTS_MS
    const document = JSON.stringify({ key: codeKey(code).toString('base64'), group, expiresMs })
    await this.#store.removeRecord({ kind: 'enrolment', name })
    const added = await this.#store.keepRecord({ kind: 'enrolment', name, version: 0, document })
    if (!added) throw new Error(`${name}: another process created a code; try again`)
    return { code: code.replaceAll(/(.{4})(?=.)/gu, '$1-'), expiresUtc: new Date(expiresMs).toISOString() }
  }

  async enrol({
    deviceId,
    publicKey,
    proof,
  }: Enrolment): Promise<Result<{ readonly hubKey: string; readonly proof: string }, EnrolmentRefused>> {
    const store = this.#store
    const invited = readRecord(await store.findRecord({ kind: 'enrolment', name: deviceId }), enrolmentShape)
    if (invited === null || invited.expiresMs <= this.#nowMs()) return err({ type: 'code-refused' })
    const key = Buffer.from(invited.key, 'base64')
    if (!sameText(proof, proofOf(key, 'device', deviceId, publicKey))) return err({ type: 'code-refused' })
    if (!isPublicKey(publicKey)) return err({ type: 'code-refused' })
    // The enrolment code is removed before its use, so that the code works only once.
    if (!(await store.removeRecord({ kind: 'enrolment', name: deviceId }))) return err({ type: 'code-refused' })
    const silent = { number: 0, searchNumber: 0, seenUtc: null, heartbeatSeconds: 60, state: null, settings: null }
    const device: Device = { publicKey, group: invited.group, enrolledUtc: this.#nowUtc(), ...silent }
    await store.removeRecord({ kind: 'device', name: deviceId })
    await this.calls.remove(deviceId)
    await store.keepRecord({ kind: 'device', name: deviceId, version: 0, document: JSON.stringify(device) })
    const own = this.#hubKey().publicKey
    return ok({ hubKey: own, proof: proofOf(key, 'hub', deviceId, own) })
  }

  /**
   * Records a heartbeat. The first heartbeat after the enrolment sets the device's role. Later heartbeats cannot change
   * it, because a desk has more rights than a kiosk. `bytes`: the received body, which the signature covers.
   */
  async hear(
    beat: Heartbeat,
    bytes: Uint8Array,
    signature: string,
  ): Promise<Result<HeartbeatReplyData, HeartbeatRejected>> {
    const { deviceId, number, heartbeatSeconds, state, settings } = beat
    const heard = await this.#changeDevice(
      deviceId,
      signatureCheck('guichet heartbeat 1', bytes, signature),
      (device): Result<Device, HeartbeatRejected> => {
        if (number <= device.number) return err({ type: 'out-of-order', after: device.number })
        if (device.state !== null && device.state.role !== state.role)
          return err({ type: 'role-changed', role: device.state.role })
        return ok({ ...device, number, heartbeatSeconds, state, settings, seenUtc: this.#nowUtc() })
      },
    )
    if (!heard.ok) return heard
    return ok({
      settings: await this.#settingsDue(beat, heard.value.group),
      ledger: await this.ledgers.hear(deviceId, beat.ledger ?? null),
      accessCodes: await this.#codesDue(beat),
    })
  }

  /** Answers a device's request about vouchers. `bytes`: the received body, which the signature covers. */
  async slips(call: SlipCall, bytes: Uint8Array, signature: string): Promise<Result<SlipReply, HeartbeatRejected>> {
    const record = await this.#store.findRecord({ kind: 'device', name: call.deviceId })
    const signer = signatureCheck('guichet slips 1', bytes, signature)(readRecord(record, deviceShape))
    return signer.ok ? ok(await this.#answer(call)) : signer
  }

  /** Answers a desk's request about customer accounts. `bytes`: the received body, which the signature covers. */
  async accounts(call: AccountCall, bytes: Uint8Array, signature: string): Promise<Result<AccountReply, CallRejected>> {
    const record = await this.#store.findRecord({ kind: 'device', name: call.deviceId })
    const signer = signatureCheck('guichet accounts 1', bytes, signature)(readRecord(record, deviceShape))
    if (!signer.ok) return signer
    if (signer.value.state?.role !== 'cashier') return err({ type: 'not-a-desk' })
    return ok(await this.#answerAccount(call))
  }

  /**
   * Finds purchases for a device's staff. `partnerCode`: partner that signed the request. `bytes`: the received body,
   * which the signature covers. `take`: counts the request and returns the seconds to wait; 0 if the request is allowed.
   */
  async purchases(
    { deviceId, number, ...query }: PurchaseCall,
    partnerCode: string,
    bytes: Uint8Array,
    signature: string,
    take: (kind: 'search', device: string) => number,
  ): Promise<Result<PurchaseReply, CallRejected>> {
    const done = await this.#changeDevice(
      deviceId,
      signatureCheck('guichet purchases 1', bytes, signature),
      (device): Result<Device, CallRejected> => {
        if (number <= device.searchNumber) return err({ type: 'out-of-order', after: device.searchNumber })
        const seconds = take('search', deviceId)
        return seconds > 0 ? err({ type: 'rate-limited', seconds }) : ok({ ...device, searchNumber: number })
      },
    )
    return done.ok ? ok({ purchases: await this.#store.findPurchases({ ...query, partnerCode }) }) : done
  }

  /**
   * Stores a page of tickets, unless the call is a query, and signs its address. `bytes`: the received body, which the
   * signature covers. `address`: base URL of all pages.
   */
  async publish(
    call: PageCall,
    bytes: Uint8Array,
    signature: string,
    address: string,
  ): Promise<Result<PageReply, NotSigned | { readonly type: 'page-refused' | 'page-limit' }>> {
    const { deviceId, link } = call
    const record = await this.#store.findRecord({ kind: 'device', name: deviceId })
    const signer = signatureCheck('guichet ticket page 1', bytes, signature)(readRecord(record, deviceShape))
    if (!signer.ok) return signer
    const stored = 'box' in call ? await this.pages.add(call) : (await this.pages.has(link)) ? 'added' : 'refused'
    if (stored !== 'added') return err({ type: `page-${stored}` })
    const text = pageAddressText(deviceId, link, address)
    const sig = this.#hubKey().sign('guichet ticket address 1', Buffer.from(text))
    return ok({ address, sig, ...((await this.pages.wasOpened(link)) && { opened: true as const }) })
  }

  /**
   * Answers a desk's request about messages. `offer`: null if the hub does not send messages. `bytes`: the received
   * body, which the signature covers.
   */
  async message(
    { deviceId, act }: MessageCall,
    bytes: Uint8Array,
    signature: string,
    offer: MessageOffer | null,
  ): Promise<Result<MessageReply, CallRejected>> {
    const record = await this.#store.findRecord({ kind: 'device', name: deviceId })
    const signer = signatureCheck('guichet messages 1', bytes, signature)(readRecord(record, deviceShape))
    if (!signer.ok) return signer
    if (signer.value.state?.role !== 'cashier') return err({ type: 'not-a-desk' })
    return ok(await this.messages.answer(deviceId, act, offer))
  }

  async devices(): Promise<readonly DeviceView[]> {
    const records = await this.#store.listRecords('device')
    const [set, views] = [await this.listSettings(), await this.ledgers.views()]
    const byName = records.toSorted((one, other) => compareLabels(one.name, other.name))
    return byName.map((record) => {
      const device = parseInEnglish(deviceShape, JSON.parse(record.document))
      const { group, enrolledUtc, seenUtc, heartbeatSeconds, state, settings } = device
      const wanted = wantedOf(set, record.name, group)?.version ?? null
      const ledger = views.get(record.name) ?? null
      return { deviceId: record.name, group, enrolledUtc, seenUtc, heartbeatSeconds, state, settings, wanted, ledger }
    })
  }

  /** Adds values to the existing settings, which devices receive with their next heartbeats. */
  async set(
    target: SettingsTarget,
    values: AskedSettings,
    texts: ProgramTexts = catalogues.en,
  ): Promise<Result<null, SettingsRefused>> {
    const store = this.#store
    if ('device' in target && (await store.findRecord({ kind: 'device', name: target.device })) === null)
      return err({ type: 'device-unknown' })
    const groups = 'group' in target ? await groupsIn(store) : []
    if ('group' in target && !groups.includes(target.group)) return err({ type: 'group-unknown', groups })
    const faults = faultsOf(values, texts)
    if (faults.length > 0) return err({ type: 'settings-invalid', faults })
    const name = nameOf(target)
    const added = settingValues.parse(values)
    const done = await changeRecord(store, { kind: 'settings', name }, settingsShape, (before) =>
      // Version numbers of settings are based on the hub's clock, so that changes for a group and for a device are
      // ordered.
      ok({ version: Math.max(this.#nowMs(), (before?.version ?? 0) + 1), values: { ...before?.values, ...added } }),
    )
    if (!done.ok) throw new Error(`${name}: another process is changing these settings; try again`)
    return ok(null)
  }

  async listSettings(): Promise<readonly SetSettings[]> {
    const records = await this.#store.listRecords('settings')
    return records.map(({ name, document }) => ({
      target: targetOf(name),
      ...parseInEnglish(settingsShape, JSON.parse(document)),
    }))
  }

  /**
   * Removes the device, the record of its ledger, its call and its badges, and ends its queued messages. Returns false if
   * the device did not exist.
   */
  async remove(device: string): Promise<boolean> {
    // The device is removed first, so that the hub accepts no further requests of the device.
    const isRemoved = await this.#store.removeRecord({ kind: 'device', name: device })
    await this.ledgers.remove(device)
    await this.calls.remove(device)
    await this.messages.erase(({ deviceId }) => deviceId === device)
    return isRemoved
  }

  /** Changes the record of a device that signed its request. */
  #changeDevice<E extends { readonly type: string }>(
    name: string,
    check: ReturnType<typeof signatureCheck>,
    change: (device: Device) => Result<Device, E>,
  ) {
    return changeRecord(this.#store, { kind: 'device', name }, deviceShape, (before): Result<Device, E | NotSigned> => {
      const signer = check(before)
      return signer.ok ? change(signer.value) : signer
    })
  }

  #nowUtc(): string {
    return new Date(this.#nowMs()).toISOString()
  }

  /** Returns null if the device already has the settings, or has reported that the settings cannot be applied. */
  async #settingsDue({ deviceId, settings }: Heartbeat, group: string | null): Promise<SignedSettings | null> {
    const wanted = wantedOf(await this.listSettings(), deviceId, group)
    if (wanted === null || wanted.version <= settings.filed || wanted.version === settings.refused?.version) return null
    const document = JSON.stringify({
      format: 1,
      deviceId,
      version: wanted.version,
      expiresUtc: new Date(this.#nowMs() + SETTINGS_LAST_MS).toISOString(),
      settings: wanted.values,
    } satisfies SettingsDocument)
    return { document, signature: this.#hubKey().sign('guichet settings 1', Buffer.from(document)) }
  }

  /** Returns the hub's access codes; null if the device requests no codes or already has the current codes. */
  async #codesDue({ deviceId, number, accessCodes: reported }: Heartbeat): Promise<SignedCodes | null> {
    if (!reported) return null
    const codes = await this.#store.accessCodes()
    // The digest of the codes uses a secret key, so that codes cannot be guessed from the digest.
    const mark = createHmac('sha256', this.#hubKey().derive('fleet access codes'))
      .update(JSON.stringify(Object.entries(codes).toSorted(([a], [b]) => (a < b ? -1 : 1))))
      .digest('base64url')
    if (reported.mark === mark) return null
    const inside = JSON.stringify({ mark, codes } satisfies CodesInside)
    const sealed = sealTo(reported.key, codesUse(deviceId, number), Buffer.from(inside))
    if (sealed === null) return null
    const document = JSON.stringify({ format: 1, deviceId, number, ...sealed } satisfies CodesDocument)
    return { document, signature: this.#hubKey().sign('guichet access codes 1', Buffer.from(document)) }
  }

  async #answer({ deviceId, mode, act }: SlipCall): Promise<SlipReply> {
    const store = this.#store
    const caller = { deviceId, mode }
    switch (act.type) {
      case 'tell': {
        const others: string[] = []
        for (const slip of act.slips) if (!(await store.tellSlip({ ...slip, ...caller }))) others.push(slip.slipId)
        return { type: 'told', others }
      }
      case 'find':
        return { type: 'found', slip: await store.findSlip({ ...act, ...caller }) }
      case 'spend':
        return this.#spendingReply(await store.spendSlip({ ...act, ...caller }), deviceId, act.reference)
      case 'settle':
        return this.#spendingReply(await store.settleSpending({ ...act, ...caller }), deviceId, act.reference)
      case 'release':
        await store.releaseSpending({ ...act, ...caller })
        return { type: 'void' }
    }
  }

  async #answerAccount({ deviceId, mode, act }: AccountCall): Promise<AccountReply> {
    const store = this.#store
    const caller = { deviceId, mode }
    const sign = (kind: AccountEntryKind, entry: Omit<Parameters<typeof entryText>[0], 'kind'>): string =>
      this.#hubKey().sign('guichet account 1', Buffer.from(entryText({ ...entry, kind }, deviceId)))
    const chargeReply = (charge: AccountCharge, reference: string): AccountReply => {
      if (charge.outcome === 'refused') return { type: 'refused', reason: charge.reason }
      if (charge.outcome === 'void') return { type: 'void' }
      const { account, amount, currency } = charge
      return { type: 'charged', account, amount, currency, sig: sign('charge', { ...charge, reference }) }
    }
    switch (act.type) {
      case 'find':
        return { type: 'found', accounts: await findAccounts(store, mode, act.text) }
      case 'charge':
        return chargeReply(await store.chargeAccount({ ...act, ...caller }), act.reference)
      case 'settle':
        return chargeReply(await store.settleCharge({ ...act, ...caller }), act.reference)
      case 'book': {
        const { type: _, ...entry } = act
        const isBooked = await store.bookEntry({ ...entry, ...caller })
        return isBooked ? { type: 'booked', sig: sign(act.kind, act) } : { type: 'not-booked' }
      }
    }
  }

  #spendingReply(spending: SlipSpending, deviceId: string, reference: string): SlipReply {
    if (spending.outcome !== 'spent') return { type: spending.outcome }
    const { slip } = spending
    const text = spendingText(slip, { register: slip.register, deviceId, reference })
    return { type: 'spent', slip, sig: this.#hubKey().sign('guichet slip spent 1', Buffer.from(text)) }
  }
}

/** Maximum number of accounts in a reply. */
const MAX_FOUND_ACCOUNTS = 10

async function findAccounts(
  store: AccountStore,
  mode: string,
  text: string,
): Promise<Extract<AccountReply, { type: 'found' }>['accounts']> {
  const wanted = normalizeForSearch(text)
  const all = await store.listAccounts({ mode })
  const byNumber = all.filter(({ number }) => normalizeForSearch(number) === wanted)
  const found = byNumber.length > 0 ? byNumber : all.filter(({ name }) => normalizeForSearch(name).includes(wanted))
  const views = found.slice(0, MAX_FOUND_ACCOUNTS).map(async (account) => {
    const entries = await store.listEntries({ account: account.number, mode })
    return { ...account, items: [...openItems(entries)] }
  })
  return Promise.all(views)
}

export function whyNotSet(target: SettingsTarget, refused: SettingsRefused, { refusals } = catalogues.en): string {
  switch (refused.type) {
    case 'device-unknown':
      return refusals.noDevice('device' in target ? target.device : '')
    case 'group-unknown': {
      const { groups } = refused
      const group = 'group' in target ? target.group : ''
      return refusals.noGroup(group, nearestName(group, groups) ?? '', groups.join(', '))
    }
    case 'settings-invalid':
      return refused.faults.map(({ setting, detail }) => `${setting}: ${detail}`).join('; ')
  }
}

async function groupsIn(store: RecordStore): Promise<readonly string[]> {
  const [devices, invited] = await Promise.all([store.listRecords('device'), store.listRecords('enrolment')])
  const groups = [
    ...devices.map((record) => readRecord(record, deviceShape)?.group),
    ...invited.map((record) => readRecord(record, enrolmentShape)?.group),
  ]
  return [...new Set(groups.filter((group) => typeof group === 'string'))].toSorted(compareLabels)
}

function nearestName(typed: string, names: readonly string[]): string | null {
  const within = Math.max(2, Math.floor(typed.length / 3))
  const [near] = names
    .map((name) => ({ name, steps: editSteps(typed.toLowerCase(), name.toLowerCase()) }))
    .filter(({ steps }) => steps <= within)
    .toSorted((a, b) => a.steps - b.steps)
  return near?.name ?? null
}

function editSteps(from: string, to: string): number {
  const [letters, others] = [Array.from(from), Array.from(to)]
  let row = [0, ...others.map((_, index) => index + 1)]
  for (const [at, letter] of letters.entries()) {
    const next = [at + 1]
    for (const [index, other] of others.entries()) {
      const replaced = (row[index] ?? 0) + Number(letter !== other)
      next.push(Math.min((next[index] ?? 0) + 1, (row[index + 1] ?? 0) + 1, replaced))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Validity of signed settings in milliseconds. */
const SETTINGS_LAST_MS = 24 * 3_600_000

const settingsShape = z.strictObject({ version: z.int(), values: settingValues })

const nameOf = (target: SettingsTarget): string =>
  'device' in target ? `device ${target.device}` : `group ${target.group}`

const targetOf = (name: string): SettingsTarget =>
  name.startsWith('device ') ? { device: name.slice('device '.length) } : { group: name.slice('group '.length) }

function faultsOf(values: AskedSettings, texts: ProgramTexts): readonly SettingFault[] {
  return Object.entries(values).flatMap(([key, value]): readonly SettingFault[] => {
    const schema = schemaOf(key)
    if (!schema) {
      const near = nearestName(key, remoteSettingNames)
      return [{ setting: key, detail: texts.refusals.noSetting(near ?? '') }]
    }
    const read = value === null ? null : schema.safeParse(value, { error: issueErrors(texts.values) })
    const [issue] = read?.error?.issues ?? []
    if (!issue) return []
    const message = typeof value === 'string' && isNumber(key) ? numberExpected(value, texts) : issue.message
    return [{ setting: key, detail: `${JSON.stringify(value)}: ${message}` }]
  })
}

const isNumber = (key: string): boolean =>
  remoteSettings.some((setting) => setting.key === key && setting.kind === 'number')

/**
 * Returns an error message stating that a number was expected. If the typed number is ambiguous, the message lists both
 * interpretations.
 */
function numberExpected(typed: string, { refusals, values }: ProgramTexts): string {
  const readings = readingsOf(typed)
  return readings === null
    ? values.expected(refusals.expected.plainNumber, '')
    : refusals.ambiguousNumber(String(readings.grouped), String(readings.decimal))
}

function schemaOf(key: string): z.ZodType | null {
  if (!remoteSettingNames.some((name) => name === key)) return null
  const [name, setting] = Object.entries(settings).find(([each]) => key === each || key.startsWith(`${each}.`)) ?? []
  if (!setting || name === undefined) return null
  if (setting.kind === 'hours') return settingFields.timeOfDay
  const whole: z.ZodType = setting.schema(settingFields)
  const part = key.slice(name.length + 1)
  return part === '' ? whole : z.preprocess((value) => ({ [part]: value }), whole)
}

/** Returns a device's settings, which override the settings of its group; null if no settings exist. */
function wantedOf(
  set: readonly SetSettings[],
  device: string,
  group: string | null,
): { readonly version: number; readonly values: SettingValues } | null {
  const ofGroup = set.find(({ target }) => 'group' in target && target.group === group)
  const own = set.find(({ target }) => 'device' in target && target.device === device)
  if (!ofGroup && !own) return null
  const version = Math.max(ofGroup?.version ?? 0, own?.version ?? 0)
  return { version, values: { ...ofGroup?.values, ...own?.values } }
}
