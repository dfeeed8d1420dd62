/** Least size of what a finger is to hit, in millimetres. */
export const TOUCH_SIZE = 10

/** How far a finger may slip and still have tapped, in millimetres. */
export const TAP_SLOP = 2.5

/** Seats are never shown larger than this, in millimetres. */
export const LARGEST_SEAT = 26

/** A small section is not blown up beyond this when it opens, in millimetres a seat. */
export const OPENING_SEAT = 15

/** One press of a key or button that zooms makes the map so many times larger. */
export const ZOOM_STEP = 1.6

/** Two fingers that spread so many times as far apart open the section between them. */
export const PINCHED_OPEN = 1.6

/** Two fingers that ask for less than this part of a section's first size leave it. */
export const PINCHED_SHUT = 0.7
