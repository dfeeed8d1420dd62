import { useState } from 'react'
import { type ProvidedTender, type TenderKind, withTender } from '../../../shared/domain/money/tender.ts'
import {
  type Examination,
  formsFor,
  type PaymentField,
  type PaymentFieldName,
  type PaymentForm,
  paymentTerms,
} from '../../../shared/api/kiosk/payment-forms.ts'
import type { SetupView } from '../../../shared/api/kiosk/setup.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Findings } from '../../ui/findings.tsx'
import { OnScreenKeyboard } from '../../ui/on-screen-keyboard.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { createI18n } from '../../i18n/i18n.ts'
import { ChoiceGroup, StepForm, StepSheet, TextField } from '../forms.tsx'
import { useSetup } from '../setup-context.tsx'
import styles from '../setup.module.css'
import { offeredTenders } from '../steps.ts'

interface ProviderProps {
  readonly tender: ProvidedTender
  readonly onDone: () => void
}

type Named = NonNullable<SetupView['answers']['tenderNames']>

export function ProviderSheet({ tender, onDone }: ProviderProps) {
  const { t, language } = useI18n()
  const { view, answer, busy } = useSetup()
  const [form, setForm] = useState<PaymentForm | null>(null)
  const [name, setName] = useState(t.desk.tenders[tender])
  const words = t.payment
  const defaultName = createI18n(language).t.desk.tenders[tender]
  const named: Named = { [tender]: name.trim() === '' || name.trim() === defaultName ? null : name }
  if (form)
    return <ProviderForm tender={tender} form={form} named={named} onDone={onDone} onBack={() => setForm(null)} />
  const { answers, paymentForms } = view
  const leave = async (): Promise<void> => {
    if (name === t.desk.tenders[tender] || (await answer({ tenderNames: named }))) onDone()
  }
  const offered = offeredTenders(answers)
  const isOffered = offered.includes(tender)
  const driver = answers.payments?.[tender]?.driver
  const without = async (offer: boolean): Promise<void> => {
    const after = offer ? withTender(offered, tender) : offered.filter((kind) => kind !== tender)
    const tenders: TenderKind[] = after.length > 0 ? after : ['cash']
    if (await answer({ payments: { [tender]: null }, tenders, tenderNames: named })) onDone()
  }
  return (
    <StepSheet
      title={`${t.desk.tenders[tender]} · ${words.who}`}
      lead={words.whoLead}
      turn="who"
      onBack={() => void leave()}
    >
      <div className="grid gap-2">
        <TextField label={words.nameHere} value={name} remark={words.nameHint(defaultName)} onChange={setName} />
        {formsFor(answers.profile, tender, paymentForms).map((each) => (
          <Choice
            key={each.driver}
            chosen={isOffered && each.driver === driver}
            disabled={busy}
            onPress={() => setForm(each)}
          >
            <strong>{words.drivers[each.driver].name}</strong>
            <span>{words.drivers[each.driver].about}</span>
          </Choice>
        ))}
        {answers.profile === 'cashier' && (
          <Choice chosen={isOffered && driver === undefined} disabled={busy} onPress={() => void without(true)}>
            <strong>{words.attended}</strong>
            <span>{words.attendedAbout}</span>
          </Choice>
        )}
        <Choice chosen={!isOffered} disabled={busy} onPress={() => void without(false)}>
          <strong>{words.notOffered}</strong>
        </Choice>
      </div>
      <OnScreenKeyboard />
    </StepSheet>
  )
}

type Typed = Readonly<Partial<Record<PaymentFieldName, string>>>

interface FormProps extends ProviderProps {
  readonly form: PaymentForm
  readonly named: Named
  readonly onBack: () => void
}

/** Form for the driver's settings. A typed secret is sent to the main process and never returned. */
function ProviderForm({ tender, form, named, onDone, onBack }: FormProps) {
  const { t } = useI18n()
  const { view, answer, ask, busy } = useSetup()
  const before = view.answers.payments?.[tender]
  const [fields, setFields] = useState<Typed>(before?.driver === form.driver ? before.fields : {})
  const [secrets, setSecrets] = useState<Typed>({})
  const [page, setPage] = useState<'contract' | 'usual' | 'tried'>('contract')
  const words = t.payment
  const tryIt = async (): Promise<void> => {
    const tenders = withTender(offeredTenders(view.answers), tender)
    const payments = { [tender]: { driver: form.driver, fields, secrets } }
    if (!(await answer({ payments, tenders, tenderNames: named }))) return
    setSecrets({})
    setPage('tried')
    void ask('examinePayment', { tender })
  }
  if (page === 'tried')
    return (
      <CheckResultSheet
        title={t.desk.tenders[tender]}
        words={words}
        examined={view.examinedPayments[tender]}
        onDone={onDone}
        onCorrect={() => setPage('contract')}
      />
    )
  const shown = form.fields.filter(({ usual, name }) => isUsual(usual, name) === (page === 'usual'))
  return (
    <StepSheet
      title={words.drivers[form.driver].name}
      lead={words.formLead}
      turn={page}
      onBack={onBack}
      actions={
        <>
          <Button kind="primary" icon="check" disabled={busy} onPress={() => void tryIt()}>
            {words.tryIt}
          </Button>
          <Button onPress={() => setPage(page === 'usual' ? 'contract' : 'usual')}>
            {page === 'usual' ? words.fewer : words.more}
          </Button>
        </>
      }
    >
      <StepForm onNext={() => void tryIt()}>
        <div className={styles.fields}>
          {shown.map((field) => (
            <ProviderField
              key={field.name}
              field={field}
              value={(field.kind === 'secret' ? secrets : fields)[field.name] ?? ''}
              kept={view.paymentSecrets.includes(`payments.${tender}.${field.name}`) && before?.driver === form.driver}
              onChange={(text) =>
                field.kind === 'secret'
                  ? setSecrets({ ...secrets, [field.name]: text })
                  : setFields({ ...fields, [field.name]: text })
              }
            />
          ))}
        </div>
      </StepForm>
      <OnScreenKeyboard />
    </StepSheet>
  )
}

/** Returns whether a field is usually left unchanged and therefore shown on a separate page. */
const isUsual = (usual: string | null, name: PaymentFieldName): boolean =>
  usual !== null || name === 'caFile' || name === 'httpProxy'

interface FieldProps {
  readonly field: PaymentField
  readonly value: string
  /** True if the secret was entered before. */
  readonly kept: boolean
  readonly onChange: (text: string) => void
}

function ProviderField({ field: { name, kind, usual, choices }, value, kept, onChange }: FieldProps) {
  const words = useI18n().t.payment
  const { label, hint } = words.fields[name]
  const example = usual ?? paymentTerms[name]
  if (kind === 'choice')
    return (
      <ChoiceGroup legend={label} options={choices} isChosen={(each) => each === value} onChoose={onChange}>
        <small>{hint}</small>
      </ChoiceGroup>
    )
  return (
    <TextField
      label={label}
      value={value}
      secret={kind === 'secret'}
      {...(example !== undefined && { example })}
      remark={kept ? words.kept : usual === null ? hint : `${hint} ${words.usual(usual)}`}
      onChange={onChange}
    />
  )
}

interface TriedProps {
  readonly title: string
  readonly words: { readonly trying: string; readonly failed: string; readonly fine: string }
  /** Null or undefined while the result is awaited. */
  readonly examined: Examination | null | undefined
  readonly onDone: () => void
  readonly onCorrect: () => void
}

export function CheckResultSheet({ title, words, examined, onDone, onCorrect }: TriedProps) {
  const { t } = useI18n()
  const { running, steps } = examined ?? { running: true, steps: [] }
  const failed = steps.some(({ outcome }) => outcome === 'failed')
  return (
    <StepSheet
      title={title}
      lead={running ? words.trying : failed ? words.failed : words.fine}
      leadRole="status"
      turn={running ? 'running' : failed ? 'failed' : 'fine'}
      onBack={onCorrect}
      actions={
        failed ? (
          <>
            <Button kind="primary" onPress={onCorrect}>
              {t.payment.correct}
            </Button>
            <Button onPress={onDone}>{t.setup.examination.anyway}</Button>
          </>
        ) : (
          <Button kind="primary" icon="check" disabled={running} onPress={onDone}>
            {t.payment.keep}
          </Button>
        )
      }
    >
      <Findings findings={steps} running={running} />
    </StepSheet>
  )
}
