import { venueTimeZone } from '../../../shared/domain/documents/local-date.ts'
import type { Blocker } from '../../../shared/domain/fleet/fleet.ts'
import { isOfLedger } from '../../../shared/domain/fleet/readiness.ts'
import { isNotes, type TenderKind } from '../../../shared/domain/money/tender.ts'
import { isOpenAt } from '../../../shared/domain/fleet/update.ts'
import type { Kiosk } from '../../core/kiosk.ts'
import type { Printers } from '../../core/ports/ports.ts'
import type { HubCodes } from '../../fleet/hub-codes.ts'
import { keepStatus, type Observed } from '../../host/status-file.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { startHeartbeat } from '../fleet-membership.ts'
import type { Ground } from './ground.ts'

export interface ToldOfKiosk {
  readonly kiosk: Kiosk
  /** Null: access codes do not come from the hub. */
  readonly codes: HubCodes | null
  readonly printers: Printers
  /** Why the settings were taken back at this start; null: they were not. */
  readonly takenBack: string | null
  readonly blocker: () => Blocker | null
  readonly settingsWait: () => boolean
  /** The settings file was changed from outside. */
  readonly onFiled: () => void
}

export interface Told {
  /** The settings that it was started with are good. */
  proveSettings(): void
  stop(): Promise<void>
}

/** How a running kiosk is, for its hub and for the status file of this machine. */
export function tellOutside({ config, ledger, clock, log, version, screenSandboxed }: Ground, told: ToldOfKiosk): Told {
  const { kiosk, takenBack, blocker, settingsWait } = told
  const { mode } = config
  // The live desk beside it tells that its people practise.
  if (mode === 'training') return { proveSettings: () => undefined, stop: () => Promise.resolve() }
  const fleet = startHeartbeat(config, { version, mode, clock, log, ledger, ...told })
  const status = keepStatus(
    config.dataDirectory,
    clock,
    async () => ({
      ...(await observe(kiosk, ledger, config.tenders)),
      mode,
      ...(screenSandboxed !== undefined && { screenSandboxed }),
      open: isOpenAt(config.updates?.openingHours, new Date(), venueTimeZone(config)),
      settings: {
        running: fleet?.settings().running ?? 0,
        waiting: settingsWait(),
        waitsFor: settingsWait() || fleet?.settings().waits ? blocker() : null,
        // The program of another version reads it under this name.
        givenUp: takenBack,
      },
    }),
    (error) => log.error('status.write-failed', error),
  )
  return {
    proveSettings: () => fleet?.proved(),
    async stop() {
      await fleet?.stop()
      await status.stop()
    },
  }
}

/** What `guichet status` and the update may know. */
async function observe(
  kiosk: Kiosk,
  ledger: Ledger,
  ways: readonly TenderKind[],
): Promise<Omit<Observed, 'settings' | 'open' | 'mode'>> {
  const info = await kiosk.api.getKiosk({})
  const readiness = await kiosk.readiness()
  if (!info.ok) throw new Error(info.error.type)
  const { version, deviceId, partner, purchasesRefused, printer, sale, parked = [] } = info.value
  return {
    version,
    deviceId,
    partner: partner.state,
    ...(purchasesRefused && { purchasesRefused }),
    printer: printer.state === 'not-ready' ? printer.reason : printer.state,
    canSell: !readiness.obstacles.some(isOfLedger),
    readiness,
    ledger: ledger.gaps().map(({ kind }) => kind),
    ...(ways.some(isNotes) && { notesInBox: ledger.notesInBox() }),
    unfinished: ledger.unfinished().length,
    serving: sale !== null || parked.length > 0,
  }
}
