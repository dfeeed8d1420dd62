import { expect, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { useBrowser } from '../support/browser.ts'
import { anyDeskSize, expectCalm, photograph, typistAt } from './desk-typist.ts'
import { startKiosk, startService } from './sale-machine.ts'

const { openPage } = useBrowser()
const sizes = anyDeskSize('events')

test.for(sizes.cases)(
  'the list of events tells the seats left ($width × $height, ' + sizes.said + ')',
  async (viewport) => {
    const typist = await typistAt(openPage, await startKiosk(await startService(), { role: 'cashier' }), viewport)
    const { page } = typist
    await typist.type(DEMO_PIN)
    await typist.press('Enter')
    await typist.at('events')
    const rows = page.getByRole('region', { name: fr.desk.choose }).getByRole('listitem')
    await rows
      .nth(1)
      .filter({ hasText: /\d places disponibles/u })
      .waitFor()
    expect(await rows.count()).toBeGreaterThan(1)
    await expectCalm(page)
    await photograph(page, `events-${viewport.width}`)
  },
)
