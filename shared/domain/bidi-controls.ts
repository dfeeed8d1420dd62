/** Unicode's direction marks, embeddings, overrides and isolates (UAX #9, section 2), and noncharacters beside Arabic. */
const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef]/gu

/** Returns a name or title without the characters that change the order in which its letters are shown. */
export const withoutBidiControls = (text: string): string => text.replace(controls, '')
