/** In what office people work with a machine. */
export const staffRoles = ['cashier', 'supervisor', 'technician'] as const

export type StaffRole = (typeof staffRoles)[number]
