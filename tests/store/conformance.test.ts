import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkConformance } from '../../shared/partner-api/conformance/conformance.ts'
import { onEachEngine } from '../booking-service/engines.ts'
import { start, world } from '../booking-service/service.ts'
import { answerOf } from '../conformance/mutants.ts'

onEachEngine((engine) => {
  test('every rule of the conformance suite passes', async () => {
    const { options, faults } = await world({}, engine)
    const { service } = await start(options)
    const results = await checkConformance({ exchange: answerOf(service), partnerCode: 'demo', uuid: randomUUID })
    expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
    expect(faults).toEqual([])
  })
})
