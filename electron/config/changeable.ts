import { settingFields, settings } from '../../shared/kiosk-api/settings.ts'

type Below<Group extends string> = {
  -readonly [
    K in keyof typeof settings as K extends `${Group}${infer Name}`
      ? Name extends `${string}.${string}`
        ? never
        : Name
      : never
  ]: ReturnType<(typeof settings)[K]['schema']>
}

/** The settings of a group (`tickets.`, or none) that may be changed at a screen, too. */
export function changeable<Group extends string>(group: Group): Below<Group> {
  const own = Object.entries(settings).flatMap(([key, { schema }]) => {
    const name = key.startsWith(group) ? key.slice(group.length) : '.'
    return name.includes('.') ? [] : [[name, schema(settingFields)] as const]
  })
  return Object.fromEntries(own) as Below<Group>
}
