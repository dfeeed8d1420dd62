import type { Level } from '../../shared/domain/fleet/fleet.ts'
import { type DeviceView, judgeDevice } from '../../shared/fleet-api/contract.ts'
import { labels, series } from '../../shared/prometheus-text.ts'

/** The fleet for Prometheus. */
export function fleetMetrics(devices: readonly DeviceView[], nowMs: number): string {
  const judged = devices.map((device) => ({ device, level: judgeDevice(device, nowMs).level }))
  const count = (wanted: Level): number => judged.filter(({ level }) => level === wanted).length
  const each = (value: (device: DeviceView) => number | null): ReadonlyMap<string, number> =>
    new Map(
      devices.flatMap((device) => {
        const found = value(device)
        return found === null ? [] : [[labels({ device: device.deviceId }), found]]
      }),
    )
  const family = (name: string, help: string, values: ReadonlyMap<string, number>): string[] =>
    values.size === 0 ? [] : series(name, 'gauge', help, values)
  return [
    ...family(
      'guichet_devices',
      'Devices by how they are: red needs somebody now, amber soon',
      new Map((['red', 'amber', 'green'] as const).map((level) => [labels({ level }), count(level)])),
    ),
    ...family(
      'guichet_device_seen_timestamp_seconds',
      'Last heartbeat',
      each(({ seenUtc }) => (seenUtc === null ? null : Date.parse(seenUtc) / 1000)),
    ),
    ...family(
      'guichet_device_sells',
      'Whether it can sell anything',
      each(({ state }) => (state?.readiness ? Number(state.readiness.sells) : null)),
    ),
    ...family(
      'guichet_device_obstacle',
      'What keeps it from selling all that is on sale, or anything',
      new Map(
        devices.flatMap(({ deviceId, state }) =>
          (state?.readiness?.obstacles ?? []).map(
            ({ type }) => [labels({ device: deviceId, obstacle: type }), 1] as const,
          ),
        ),
      ),
    ),
    ...family(
      'guichet_device_staff_cases',
      'Sales that wait for staff',
      each(({ state }) => state?.staffCases ?? null),
    ),
    ...family(
      'guichet_device_free_bytes',
      'Room on the disk of the ledger',
      each(({ state }) => state?.freeBytes ?? null),
    ),
    ...family(
      'guichet_device_last_sale_timestamp_seconds',
      'Last sale',
      each(({ state }) => (state?.lastSaleUtc ? Date.parse(state.lastSaleUtc) / 1000 : null)),
    ),
    ...family(
      'guichet_device_ledger_doubt',
      'The ledger is not what the hub remembers, until an administrator has settled it',
      each(({ ledger }) => (ledger === null ? null : ledger.doubt === null ? 0 : 1)),
    ),
    ...family(
      'guichet_device_ledger_rows',
      'Last row of the ledger that the hub keeps',
      each(({ ledger }) => ledger?.head.seq ?? null),
    ),
    '',
  ].join('\n')
}
