import type { ScreenRestartTexts } from '../fr/screen-restart.ts'

export const screenRestart: ScreenRestartTexts = {
  wait: 'One moment…',
  restarting: 'This screen is restarting.',
  saleGoesOn: 'The sale continues where it was.',
}
