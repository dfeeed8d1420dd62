import { z } from 'zod'

/** Every setting of the file by its path, with its default. */
export function settingsBelow(schema: unknown, path: string, usual?: unknown): ReadonlyMap<string, unknown> {
  if (schema instanceof z.ZodDefault) return settingsBelow(schema.unwrap(), path, schema.parse(undefined))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault) return settingsBelow(schema.unwrap(), path)
  if (schema instanceof z.ZodDiscriminatedUnion)
    return new Map(schema.options.flatMap((option) => [...settingsBelow(option, path)]))
  if (!(schema instanceof z.ZodObject)) return new Map([[path, usual]])
  const members = Object.entries<unknown>(schema.shape)
  return new Map(
    members.flatMap(([name, member]) => [...settingsBelow(member, path === '' ? name : `${path}.${name}`)]),
  )
}
