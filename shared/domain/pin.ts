/** A PIN that ten tries find: one figure all along, or figures in a row. */
export function guessablePin(pin: string): boolean {
  const steps = new Set(Array.from(pin.slice(1)).map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10))
  const [step] = steps
  return steps.size === 1 && step !== undefined && [0, 1, 9].includes(step)
}
