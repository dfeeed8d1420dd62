/** What a machine is for. */
export const setupProfiles = ['kiosk', 'cashier', 'demo', 'hub'] as const

export type SetupProfile = (typeof setupProfiles)[number]
