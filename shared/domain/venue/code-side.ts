/**
 * The letters that a section's code begins with. Where nobody has told which tribune a section is of, N1 and N2 are taken
 * for one side, and S1 for another; codes without letters say nothing.
 */
export const codeSide = (code: string): string => /^\p{L}*/u.exec(code)?.[0] ?? ''
