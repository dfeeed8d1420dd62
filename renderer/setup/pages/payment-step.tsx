import { useEffect, useState } from 'react'
import { noteEncryptions } from '../../../shared/domain/money/notes.ts'
import {
  isDocument,
  isNotes,
  isProvided,
  setUpTenders,
  type TenderKind,
  withTender,
} from '../../../shared/domain/money/tender.ts'
import type { SerialPortView, SetupNotes } from '../../../shared/api/kiosk/setup.ts'
import { Button } from '../../ui/button.tsx'
import { OnScreenKeyboard } from '../../ui/on-screen-keyboard.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ChoiceGroup, Holder, NextButton, StepForm, StepSheet, TextField } from '../forms.tsx'
import { useSetup } from '../setup-context.tsx'
import styles from '../setup.module.css'
import { offeredTenders } from '../steps.ts'
import { ProviderSheet, CheckResultSheet } from './provider-sheet.tsx'

export function PaymentStep() {
  const { t } = useI18n()
  const { view, answer, goOn } = useSetup()
  const [chosen, setChosen] = useState<TenderKind | null>(null)
  const words = t.payment
  const offered = offeredTenders(view.answers)
  if (chosen && isNotes(chosen)) return <NotesSheet onDone={() => setChosen(null)} />
  if (chosen && isProvided(chosen)) return <ProviderSheet tender={chosen} onDone={() => setChosen(null)} />
  const { profile, notes } = view.answers
  const isDesk = profile === 'cashier'
  const askable = setUpTenders(profile)
  const isToggled = (kind: TenderKind): boolean => !isProvided(kind) && !isNotes(kind)
  const turn = (kind: TenderKind): void => {
    const tenders = offered.includes(kind) ? offered.filter((one) => one !== kind) : withTender(offered, kind)
    if (tenders.length > 0) void answer({ tenders })
  }
  const takerOf = (kind: TenderKind): string => {
    if (isNotes(kind)) return notes?.device ?? words.notOffered
    if (isDocument(kind)) return words.documentAbout
    if (!isProvided(kind)) return words.cashAbout
    const driver = view.answers.payments?.[kind]?.driver
    const form = view.paymentForms.find((each) => each.driver === driver)
    if (form) return words.drivers[form.driver].name
    return isDesk ? words.attended : words.notOffered
  }
  const stateOf = (kind: TenderKind): string => {
    if (!offered.includes(kind)) return words.notOffered
    const isTold = isNotes(kind) ? notes : isProvided(kind) && view.answers.payments?.[kind]
    if (!isTold) return words.offered
    const { running, steps } = view.examinedPayments[kind] ?? { running: true, steps: [] }
    if (running) return words.untried
    return steps.some(({ outcome }) => outcome === 'failed') ? words.broken : words.works
  }
  return (
    <StepSheet
      title={words.title}
      lead={words.lead}
      turn="list"
      actions={<NextButton onPress={() => void goOn({ tenders: [...offered] })} />}
    >
      <ul className="grid gap-2">
        {askable.map((kind) => (
          <li key={kind}>
            <Holder
              title={t.desk.tenders[kind]}
              about={takerOf(kind)}
              chosen={offered.includes(kind)}
              state={stateOf(kind)}
              {...(isToggled(kind) && { 'aria-pressed': offered.includes(kind) })}
              onPress={() => (isToggled(kind) ? turn(kind) : setChosen(kind))}
            />
          </li>
        ))}
      </ul>
    </StepSheet>
  )
}

function NotesSheet({ onDone }: { readonly onDone: () => void }) {
  const { t } = useI18n()
  const { view, answer, ask, busy } = useSetup()
  const [typed, setTyped] = useState<SetupNotes>(
    view.answers.notes ?? { device: '', encryption: 'always', currency: '' },
  )
  const [page, setPage] = useState<'device' | 'tried'>('device')
  const words = t.payment.noteDevice
  const offered = offeredTenders(view.answers)
  const tryIt = async (): Promise<void> => {
    if (!(await answer({ notes: typed, tenders: withTender(offered, 'notes') }))) return
    setPage('tried')
    void ask('examinePayment', { tender: 'notes' })
  }
  const without = async (): Promise<void> => {
    const others = offered.filter((kind) => !isNotes(kind))
    if (await answer({ notes: null, tenders: others.length > 0 ? others : ['cash'] })) onDone()
  }
  const title = t.desk.tenders.notes
  if (page === 'tried')
    return (
      <CheckResultSheet
        title={title}
        words={words}
        examined={view.examinedPayments.notes}
        onDone={onDone}
        onCorrect={() => setPage('device')}
      />
    )
  return (
    <StepSheet
      title={title}
      lead={words.lead}
      turn="device"
      onBack={onDone}
      actions={
        <>
          <Button kind="primary" icon="check" disabled={busy || typed.device === ''} onPress={() => void tryIt()}>
            {t.payment.tryIt}
          </Button>
          <Button disabled={busy} onPress={() => void without()}>
            {t.payment.notOffered}
          </Button>
        </>
      }
    >
      <StepForm onNext={() => void tryIt()}>
        <div className={styles.fields}>
          <PortChoice device={typed.device} onChoose={(device) => setTyped({ ...typed, device })} />
          <TextField
            label={words.device}
            value={typed.device}
            example="/dev/note-device"
            remark={words.deviceHint('COM3', 'tcp://192.168.1.50:4001')}
            onChange={(device) => setTyped({ ...typed, device: device.trim() })}
          />
          <TextField
            label={t.payment.fields.currency.label}
            value={typed.currency}
            example="GNF"
            remark={words.currencyHint('GNF')}
            onChange={(currency) => setTyped({ ...typed, currency: currency.trim().toUpperCase() })}
          />
          <ChoiceGroup
            legend={words.encryption}
            options={noteEncryptions}
            render={(each) => words.encryptions[each]}
            isChosen={(each) => each === typed.encryption}
            onChoose={(encryption) => setTyped({ ...typed, encryption })}
          >
            <small>{words.encryptionHint}</small>
          </ChoiceGroup>
        </div>
      </StepForm>
      <OnScreenKeyboard />
    </StepSheet>
  )
}

function PortChoice({ device, onChoose }: { device: string; onChoose: (device: string) => void }) {
  const words = useI18n().t.payment.noteDevice
  const { ask } = useSetup()
  const [found, setFound] = useState<readonly SerialPortView[]>([])
  useEffect(() => {
    void ask('findSerialPorts', {}).then((reply) => reply.ok && setFound(reply.value))
  }, [ask])
  if (found.length === 0) return null
  return (
    <ChoiceGroup
      legend={words.found}
      options={found}
      keyOf={({ path }) => path}
      render={({ path, maker }) => (
        <>
          <strong dir="ltr">{path}</strong>
          {maker !== '' && <span dir="auto">{maker}</span>}
        </>
      )}
      isChosen={({ path }) => path === device}
      onChoose={({ path }) => onChoose(path)}
    />
  )
}
