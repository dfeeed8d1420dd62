import { changeableSettings, type ChangeableSetting, type RemoteSetting } from '../kiosk-api/settings.ts'

export interface RemoteSettingView extends Pick<ChangeableSetting, 'kind'> {
  readonly key: RemoteSetting
  readonly choices?: readonly string[]
}

const ofHub = changeableSettings.filter(({ hub }) => hub)

/** What a hub may set; hours come last, each end by itself. */
export const remoteSettings = [
  ...ofHub.filter(({ kind }) => kind !== 'hours'),
  ...ofHub
    .filter(({ kind }) => kind === 'hours')
    .flatMap(({ key }) => ['from', 'to'].map((end) => ({ key: `${key}.${end}`, kind: 'time' }))),
] as readonly RemoteSettingView[]

export const remoteSettingNames = remoteSettings.map(({ key }) => key)
