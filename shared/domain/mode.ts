import type { Specimen } from './documents/documents.ts'

/**
 * Mode of a machine. `demo`: sells tickets of a fictional stadium. `training`: like `demo`, but at a live desk while
 * its staff practise; no settings file can select training.
 */
export type Mode = 'live' | 'demo' | 'training'

/** Returns the specimen mark printed across every document; null for live documents. */
export const specimenOf = (mode: Mode): Specimen | null => (mode === 'live' ? null : mode)

export const setupProfiles = ['kiosk', 'cashier', 'demo', 'hub'] as const

export type SetupProfile = (typeof setupProfiles)[number]
