import type { ScreenRestartTexts } from '../fr/screen-restart.ts'

export const screenRestart: ScreenRestartTexts = {
  wait: 'لحظة من فضلك…',
  restarting: 'يعاد تشغيل هذه الشاشة.',
  saleGoesOn: 'يستمر البيع من حيث توقف.',
}
