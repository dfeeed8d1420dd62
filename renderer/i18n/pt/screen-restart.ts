import type { ScreenRestartTexts } from '../fr/screen-restart.ts'

export const screenRestart: ScreenRestartTexts = {
  wait: 'Um momento…',
  restarting: 'Este ecrã está a reiniciar.',
  saleGoesOn: 'A venda continua onde estava.',
}
