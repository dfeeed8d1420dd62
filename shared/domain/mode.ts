import type { Specimen } from './documents/documents.ts'

/**
 * What a machine sells. `live`: tickets that open gates, for money. `demo`: a stadium that does not exist. `training`: the same
 * beside a live desk, as long as its people practise; no settings file names it, and no start begins in it.
 */
export type Mode = 'live' | 'demo' | 'training'

/** What stands across every paper; null: it is in earnest. */
export const specimenOf = (mode: Mode): Specimen | null => (mode === 'live' ? null : mode)

/** What a machine is for. */
export const setupProfiles = ['kiosk', 'cashier', 'demo', 'hub'] as const

export type SetupProfile = (typeof setupProfiles)[number]
