import { wireFromMinor } from '../../../shared/domain/money/money.ts'
import { commandUser, findAtHub, idsOf, type HubRecord, type HubStore } from '../../app/hub-administration.ts'
import { accountLanguage } from '../../host/account-language.ts'
import type { GuichetCommand } from '../command.ts'
import { addRequests, readRequest, type Found, type PersonalPlace, type RequestValues } from '../privacy.ts'
import { databaseOf, timeZoneOf } from '../serve.ts'
import type { HubTask, OnStore } from './hub-task.ts'

/** Adds `guichet hub privacy`: find, export and erase in the hub's database. The hub may keep running. */
export function addHubPrivacy(hub: GuichetCommand, onStore: OnStore): void {
  const privacy = hub
    .command('privacy')
    .description('find, export or erase the data of one person in this hub')
    .isGroup()
  addRequests(privacy, (work) =>
    onStore((task: HubTask<RequestValues>) => {
      const request = readRequest(task, accountLanguage())
      if (typeof request === 'number') return Promise.resolve(request)
      const { texts } = request
      const isFile = !databaseOf(task.values).includes('://')
      const place = {
        ...hubPlace(task.store, timeZoneOf(task.values)),
        elsewhere: isFile ? texts.elsewhereOfHub : texts.elsewhereOfPostgres,
      }
      return work(task, request, place)
    }),
  )
}

interface PurchaseFound extends Found {
  readonly purchase: HubRecord
}

function hubPlace(store: HubStore, timeZone: string): Omit<PersonalPlace<PurchaseFound>, 'elsewhere'> {
  const by = commandUser()
  const all = (records: readonly HubRecord[]): readonly PurchaseFound[] => records.map(purchaseFound)
  const note = (act: Parameters<HubStore['noteRequest']>[0]['act'], found: readonly unknown[]): Promise<void> =>
    store.noteRequest({ act, by, purchases: found.length })
  return {
    timeZone,
    source: { hub: true },
    async find(wanted) {
      const found = await findAtHub(store, wanted, 'parts', timeZone)
      await note('personal-data-searched', found)
      return all(found)
    },
    records: async (wanted) => all(await findAtHub(store, wanted, 'whole', timeZone)),
    noteExport: (found) => note('personal-data-exported', found),
    async erase(found) {
      if (found.length > 0) await store.eraseBuyers({ purchaseIds: idsOf(found.map(({ purchase }) => purchase)), by })
      return []
    },
  }
}

function purchaseFound(purchase: HubRecord): PurchaseFound {
  const { orderId, partnerCode, event, currency, tickets, cancelled, customer, needed } = purchase
  const completedUtc = new Date(purchase.completedAt).toISOString()
  const amount = wireFromMinor(purchase.amount, currency)
  const { name, phone, email } = customer
  return {
    name,
    phone,
    numbers: [orderId],
    keptUntil: null,
    needed,
    purchase,
    label: [orderId, completedUtc.slice(0, 10), event.title, partnerCode, name, phone, email]
      .filter((text) => text !== '')
      .join('  '),
    document: { orderId, completedUtc, partnerCode, event, amount, currency, tickets, cancelled, customer },
  }
}
