import { Sheet } from '../components/sheets/sheet.tsx'
import { Waiting } from '../components/drawn/waiting.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'

export function WorkingScreen({ stage }: { stage: 'starting' | 'holding' | 'releasing' }) {
  const { t } = useI18n()
  const label = { starting: t.common.wait, holding: t.offers.holding, releasing: t.offers.releasing }[stage]
  return (
    <Sheet title={label} titleUnseen>
      <Waiting label={label} />
    </Sheet>
  )
}
