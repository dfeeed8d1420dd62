import { useEffect, useEffectEvent, useState } from 'react'
import { COLLECTION_CODE_LENGTH } from '../../../shared/domain/sale/collection-code.ts'
import type { CollectionView } from '../../../shared/kiosk-api/views.ts'
import { poll } from '../../app/poll.ts'
import { Button } from '../../components/button.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { CodePad } from './code-pad.tsx'
import { CollectionAnswer } from './collection-answer.tsx'

interface CodeScreenProps {
  readonly scanned?: string | undefined
  /** What is known already. */
  readonly answer?: CollectionView | null | undefined
}

/** Somebody comes back with their code. */
export function CodeScreen({ scanned = '', answer = null }: CodeScreenProps) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { busy, problem } = useKioskState()
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState(scanned)
  const [told, setTold] = useState(answer)

  async function ask(wanted: string): Promise<void> {
    const reply = await store.collect(wanted)
    setTyped('')
    if (!reply) return
    setCode(wanted)
    setTold(reply)
  }

  function type(next: string): void {
    setTyped(next)
    if (next.length === COLLECTION_CODE_LENGTH) void ask(next)
  }

  useAskedAgain(code !== '' && (told === null || told.state === 'asking' || told.state === 'buying'), () => ask(code))

  if (told) return <CollectionAnswer told={told} />
  return (
    <Sheet
      title={t.collecting.title}
      lead={problem ? undefined : t.collecting.lead}
      notice={problem && <ProblemNotice notice={problem} />}
      actions={
        <Button kind="quiet" icon="arrow-left" onPress={store.toAttract}>
          {t.common.back}
        </Button>
      }
    >
      <CodePad typed={typed} disabled={busy} onTyped={type} />
    </Sheet>
  )
}

/** While nothing is decided, a customer who stays at the screen hears of it there. */
function useAskedAgain(undecided: boolean, ask: () => Promise<void>): void {
  const again = useEffectEvent(ask)
  useEffect(() => (undecided ? poll(() => again()) : undefined), [undecided])
}
