import type { Specimen } from './documents/documents.ts'

/**
 * Mode of a machine. `live`: sells valid tickets for money. `demo`: sells for a fictional stadium. `training`: the same
 * at a live desk for as long as its staff practise; it cannot be set in a settings file, and no machine starts in it.
 */
export type Mode = 'live' | 'demo' | 'training'

/** Returns the specimen mark printed across every document; null for live documents. */
export const specimenOf = (mode: Mode): Specimen | null => (mode === 'live' ? null : mode)

/** Purpose of a machine. */
export const setupProfiles = ['kiosk', 'cashier', 'demo', 'hub'] as const

export type SetupProfile = (typeof setupProfiles)[number]
