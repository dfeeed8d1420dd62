import { createAdyenDriver } from '../../../electron/payment/adyen/driver.ts'
import { adyenCloudSettings } from '../../../electron/payment/adyen/settings.ts'
import { createAdyenStandIn } from '../../../electron/payment/adyen/stand-in.ts'
import { createCloudTerminal } from '../../../electron/payment/adyen/terminals.ts'
import type { RealPayment } from '../../../electron/payment/stand-in/stand-in.ts'
import type { Maker } from './maker.ts'

const POI_ID = 'V400m-000000001'
const API_KEY = 'api-key'

const settings = adyenCloudSettings.parse({
  poiId: POI_ID,
  apiKey: { secretFile: 'api-key' },
  baseUrl: 'https://terminal.example',
})

export const adyen: Maker = {
  acts: [
    ['card refused', { name: 'refuse' }],
    ['terminal busy', { name: 'occupied' }],
    ['terminal reply lost', { name: 'lose-reply' }],
    ['terminal approves late', { name: 'late' }],
    ['terminal dead', { name: 'unplugged' }],
    ['terminal slow', { name: 'not-found' }],
    ['another sum taken', { name: 'partial' }],
    ['told as cancelled first', { name: 'stop-too-late' }],
  ],
  standIn({ thinkMs, ...place }) {
    const taken: RealPayment[] = []
    const standIn = createAdyenStandIn({
      ...place,
      poiId: POI_ID,
      key: { identifier: 'key', version: 1, passphrase: 'passphrase' },
      apiKey: API_KEY,
      times: { thinkMs },
      onTaken: (reference, amount) => void taken.push({ reference, amount, is: 'taken' }),
    })
    return { ...standIn, payments: () => taken }
  },
  driver: (line) => createAdyenDriver(createCloudTerminal(line, settings, API_KEY), line),
}
