import type { Suite, Watch } from './harness.ts'

/** All suites by name. Each function imports its file on demand. */
export const suites = {
  block: async () => (await import('./block.bench.ts')).suite,
  cold: async () => (await import('./cold.bench.ts')).suite,
  'cold-page': async () => (await import('./cold.bench.ts')).page,
  contention: async () => (await import('./contention.bench.ts')).suite,
  cost: async () => (await import('./cost.bench.ts')).suite,
  hubs: async () => (await import('./hubs.bench.ts')).suite,
  ledger: async () => (await import('./ledger.bench.ts')).suite,
  'ledger-group': async () => (await import('./ledger.bench.ts')).group,
  memory: async () => (await import('./memory.bench.ts')).suite,
  overview: async () => (await import('./overview.bench.ts')).suite,
  payment: async () => (await import('./payment.bench.ts')).suite,
  polling: async () => (await import('./polling.bench.ts')).suite,
  proxy: async () => (await import('./proxy.bench.ts')).suite,
  'proxy-big': async () => (await import('./proxy.bench.ts')).big,
  qr: async () => (await import('./qr.bench.ts')).suite,
  sale: async () => (await import('./sale.bench.ts')).suite,
  'sale-growth-postgres': async () => (await import('./sale-growth.bench.ts')).onServer,
  'sale-growth-sqlite': async () => (await import('./sale-growth.bench.ts')).onOneFile,
  'sale-many': async () => (await import('./sale.bench.ts')).many,
  'seat-map': async () => (await import('./seat-map.bench.ts')).suite,
  'seat-map-zoom': async () => (await import('./seat-map.bench.ts')).zoom,
  'seat-view': async () => (await import('./seat-view.bench.ts')).suite,
  section: async () => (await import('./section.bench.ts')).suite,
  speech: async () => (await import('./speech.bench.ts')).suite,
  tickets: async () => (await import('./tickets.bench.ts')).suite,
  'tickets-cold': async () => (await import('./tickets-cold.bench.ts')).suite,
  weak: async () => (await import('./weak.bench.ts')).suite,
} satisfies Readonly<Record<string, () => Promise<Suite | Watch>>>

export type SuiteName = keyof typeof suites
