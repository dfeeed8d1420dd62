import { test } from 'vitest'
import { liveADay } from '../cashier-day/a-day.ts'
import { writeSettings } from '../e2e/sale-machine.ts'
import { electronArguments, launch, unavailable, useInstalledProgram } from './electron.ts'

const program = useInstalledProgram()

test.skipIf(unavailable)(
  'a cashier’s day in the Electron window: drawer, reports, books and service agree',
  { timeout: 300_000 },
  async () => {
    await liveADay(
      async (service, settings, data) => {
        writeSettings(data, service, settings)
        return (await launch(program.path(), electronArguments(data))).page
      },
      2,
      12,
    )
  },
)
