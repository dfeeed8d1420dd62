/** A number of 32 bits that a text always has (FNV-1a): what is drawn from it looks the same every day. */
export function hashOf(text: string): number {
  let hash = 2166136261
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619) >>> 0
  return hash
}
