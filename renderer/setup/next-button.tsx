import { Button } from '../components/button.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useSetup } from './setup-context.tsx'

/** The way on. */
export function NextButton({ onPress, disabled = false }: { onPress: () => void; disabled?: boolean }) {
  const { t } = useI18n()
  const { busy } = useSetup()
  return (
    <Button kind="primary" icon="arrow-right" disabled={busy || disabled} onPress={onPress}>
      {t.setup.next}
    </Button>
  )
}
