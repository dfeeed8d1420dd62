/**
 * What happens with a note. `accept`: nothing · `reject`: it cannot be read · `jam`: it sticks for a while on its way in · `fraud`: it is
 * pulled out on its way in · `full`, `box-out`: so is the box behind it · `cut-returned`, `cut-stacked`, `cut-unknown`: the power fails
 * while it is held, and it is out or in afterwards · `cut-credited`: it fails after the credit · `unplug`: the cable comes out while it is
 * held.
 */
export const noteActs = [
  'accept',
  'reject',
  'jam',
  'fraud',
  'full',
  'box-out',
  'cut-returned',
  'cut-stacked',
  'cut-unknown',
  'cut-credited',
  'unplug',
] as const

export type NoteAct = (typeof noteActs)[number]

/** What somebody does at the device. */
export const deviceActs = ['box-out', 'box-in', 'full', 'jam', 'fraud', 'cut', 'unplug', 'pull'] as const

export type DeviceAct = (typeof deviceActs)[number]
