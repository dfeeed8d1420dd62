import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  ACCOUNT_NUMBER,
  type AccountWithBalance,
  MAX_ACCOUNT_NAME,
  statementOf,
} from '../../shared/domain/money/customer-account.ts'
import { exponentOf, readSum, wireFromMinor } from '../../shared/domain/money/money.ts'
import { textForms } from '../../shared/domain/text-forms.ts'
import { languages } from '../../shared/domain/language.ts'
import { commandUser } from '../app/hub-store.ts'
import { writeStatement } from '../app/kiosk-printing.ts'
import { isDay, startOfDay } from '../app/ledger.ts'
import { installation } from '../app/program.ts'
import { expectedAt, type GuichetCommand } from './command.ts'
import { type HubCommand, type HubTask, type HubValues, onStore, timeZoneOf } from './serve.ts'

/** Device name recorded for entries that are booked from the command line. No machine can have this name. */
const HUB_DEVICE = '(hub)'
const MAX_REFERENCE = 64

interface AccountValues {
  readonly demo: true | undefined
}
type AccountTask = HubTask<AccountValues>

export function addHubAccounts(hub: HubCommand): void {
  const ofAccounts = hub
    .command('accounts')
    .description('list the accounts of customers who pay later')
    .flag('--demo', 'accounts of machines in demo mode')
    .doesOn(onStore, async ({ store, values, say }) => {
      for (const { number, name, currency, limit, state, balance } of await store.listAccounts(modeOf(values))) {
        const sums = `owes ${wireFromMinor(balance, currency)} of ${wireFromMinor(limit, currency)} ${currency}`
        say([number, name, sums, state].join('  '))
      }
    })
  ofAccounts
    .command('set')
    .argument('<NUMBER>')
    .description('create an account, or change its name, limit or state')
    .optionWithValue('--name <NAME>', 'name of the customer')
    .optionWithValue('--limit <AMOUNT>', 'maximum amount that the customer may owe')
    .optionWithValue('--currency <CODE>', 'ISO 4217 code; required for a new account')
    .flag('--close', 'accept no more sales on account')
    .flag('--reopen', 'accept sales on account again')
    .doesOn(onStore, async (task) => {
      const { store, values, texts, say, refuse, failed } = task
      const { refusals } = texts
      const [number = ''] = task.words
      if (!ACCOUNT_NUMBER.test(number))
        return refuse(expectedAt(texts, 'NUMBER', refusals.expected.accountNumber, number))
      if (values.close && values.reopen) return refuse(refusals.exclusive('--close', '--reopen'))
      const known = await accountIn(task, number)
      const { name = known?.name ?? '', currency = known?.currency ?? '' } = values
      if (name.trim() === '') return refuse(refusals.missing('--name'))
      if (name.length > MAX_ACCOUNT_NAME) return refuse(tooLong(texts, '--name', MAX_ACCOUNT_NAME))
      if (currency === '') return refuse(refusals.missing('--currency'))
      if (!textForms.currency.test(currency))
        return refuse(expectedAt(texts, '--currency', texts.values.forms.currency, currency))
      const limit = values.limit === undefined ? (known?.limit ?? 0) : sumOf(task, '--limit', values.limit, currency)
      const state = values.close ? 'closed' : values.reopen ? 'open' : (known?.state ?? 'open')
      const account = { number, name: name.trim(), currency, limit, state } as const
      if (!(await store.saveAccount({ ...account, ...modeOf(values), by: commandUser() })))
        return failed(refusals.accountInUse(number))
      say(`${number}: ${name}, limit ${wireFromMinor(limit, currency)} ${currency}, ${state}`)
    })
  addPayment(ofAccounts)
  addStatement(ofAccounts)
}

type AccountsCommand = GuichetCommand<HubValues & AccountValues>

function addPayment(ofAccounts: AccountsCommand): void {
  ofAccounts
    .command('pay')
    .argument('<NUMBER>')
    .argument('<AMOUNT>', 'amount that the bank received')
    .description('book a payment that a bank received; it pays the oldest sales first')
    .optionWithValue('--reference <TEXT>', 'number of the payment at the bank; each number is booked once')
    .doesOn(onStore, async (task) => {
      const { store, words, values, texts, say, refuse, failed } = task
      const [number = '', typed = ''] = words
      const known = await accountIn(task, number)
      if (!known) return failed(texts.refusals.noAccount(number))
      const { currency } = known
      const amount = sumOf(task, 'AMOUNT', typed, currency)
      const { reference = randomUUID() } = values
      if (amount < 1) return refuse(expectedAt(texts, 'AMOUNT', expectedAmount(texts, currency), typed))
      if (reference.length > MAX_REFERENCE) return refuse(tooLong(texts, '--reference', MAX_REFERENCE))
      const entry = { kind: 'payment', account: number, reference, amount, currency, receipt: reference } as const
      if (!(await store.bookEntry({ ...entry, items: [], deviceId: HUB_DEVICE, ...modeOf(values) })))
        return failed(texts.refusals.referenceInUse(reference))
      say(`${number}: ${wireFromMinor(amount, currency)} ${currency} booked as ${reference}`)
    })
}

function addStatement(ofAccounts: AccountsCommand): void {
  ofAccounts
    .command('statement')
    .argument('<NUMBER>')
    .description('write a statement of an account as PDF, CSV or both')
    .optionWithValue('--from <DAY>', 'first day, YYYY-MM-DD; default: the first entry')
    .optionWithValue('--to <DAY>', 'last day, YYYY-MM-DD; default: today')
    .optionWithValue('--pdf <FILE>', 'output file')
    .optionWithValue('--csv <FILE>', 'output file')
    .optionWithValue('--seller <NAME>', 'seller at the top of the PDF')
    .optionWithValue('--address <TEXT>', 'address and tax number of the seller')
    .takesLanguage(`${languages.join(', ')}; default: fr`)
    .doesOn(onStore, async (task) => {
      const { store, words, values, texts, say, refuse, failed, languageOr } = task
      const [number = ''] = words
      const account = await accountIn(task, number)
      if (!account) return failed(texts.refusals.noAccount(number))
      const { pdf, csv } = values
      if (pdf === undefined && csv === undefined) return refuse(texts.refusals.either('--pdf', '--csv'))
      const timeZone = timeZoneOf(values)
      const entries = await store.listEntries({ account: number, ...modeOf(values) })
      const startOf = (day: string, option: string, addedDays: number): string =>
        isDay(day) ? startOfDay(day, timeZone, addedDays) : refuse(expectedAt(texts, option, 'YYYY-MM-DD', day))
      const now = new Date().toISOString()
      const fromUtc = values.from === undefined ? (entries[0]?.atUtc ?? now) : startOf(values.from, '--from', 0)
      const toUtc = values.to === undefined ? now : startOf(values.to, '--to', 1)
      const statement = statementOf(account, entries, { fromUtc, toUtc })
      const seller = { name: values.seller ?? '', address: values.address ?? '', contact: '', taxNumber: '' }
      const written = await writeStatement(installation(), statement, { language: languageOr('fr'), timeZone, seller })
      for (const [file, content] of [[pdf, written.pdf] as const, [csv, written.csv] as const]) {
        if (file === undefined) continue
        writeFileSync(resolve(file), content)
        say(resolve(file))
      }
    })
}

const expectedAmount = ({ refusals }: AccountTask['texts'], currency: string): string =>
  refusals.expected.amount(currency, exponentOf(currency))

const tooLong = (texts: AccountTask['texts'], option: string, max: number): string =>
  expectedAt(texts, option, texts.values.atMost(String(max), 'string', true))

const modeOf = ({ demo }: AccountValues) => ({ mode: demo ? ('demo' as const) : ('live' as const) })

async function accountIn({ store, values }: AccountTask, number: string): Promise<AccountWithBalance | null> {
  return (await store.listAccounts(modeOf(values))).find((each) => each.number === number) ?? null
}

function sumOf({ texts, refuse }: AccountTask, name: string, typed: string, currency: string): number {
  const sum = readSum(typed, currency)
  if (sum.ok) return sum.value
  return refuse(expectedAt(texts, name, expectedAmount(texts, currency), typed))
}
