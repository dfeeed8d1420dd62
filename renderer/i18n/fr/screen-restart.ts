export const screenRestart = {
  wait: 'Un instant…',
  restarting: 'Cet écran redémarre.',
  saleGoesOn: 'La vente reprend où elle en était.',
}

export type ScreenRestartTexts = Readonly<Record<keyof typeof screenRestart, string>>
