import { isRoll, paperNames, rollNames, rolls } from '../../../shared/domain/documents/paper.ts'
import { useEffect, useState } from 'react'
import type { PrinterFoundView, SetupPrinter } from '../../../shared/api/kiosk/setup.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useSetup } from '../setup-context.tsx'
import styles from '../setup.module.css'
import { ChoiceGroup, StepSheet, TextField } from '../forms.tsx'
import { OnScreenKeyboard } from '../../ui/on-screen-keyboard.tsx'

/** Choice of a printer. `unchanged` retains the printers of the previous settings. */
type PrinterChoice = SetupPrinter | { readonly kind: 'unchanged' }

const NETWORK = 'tcp://'
const EXAMPLE = '192.168.1.50'

export function PrinterStep() {
  const { t } = useI18n()
  const { view, ask, answer, goOn, busy } = useSetup()
  const { triedPrinter, answers } = view
  const words = t.setup.printer
  const { found, search } = usePrintersFound()
  const [chosen, setChosen] = useState<PrinterChoice | null>(
    answers.printer ?? (view.again ? { kind: 'unchanged' } : null),
  )
  /** `asked`: the result of a test page is awaited. `bad`: the printed page was rejected. Otherwise null. */
  const [verdict, setVerdict] = useState<'asked' | 'bad' | null>(null)

  const keep = async (): Promise<boolean> =>
    chosen !== null && (chosen.kind === 'unchanged' || (await answer({ printer: chosen })))
  const tryIt = async (): Promise<void> => {
    if (!(await keep())) return
    setVerdict('asked')
    void ask('tryPrinter', {})
  }
  const goOnUntried = async (): Promise<void> => {
    if (await keep()) await goOn()
  }
  const printing = triedPrinter?.outcome === 'printing'
  if (verdict === 'asked' && (triedPrinter?.outcome === 'printed' || triedPrinter?.outcome === 'unknown'))
    return <PageQuestion onBad={() => setVerdict('bad')} onBack={() => setVerdict(null)} />

  const failure =
    verdict === 'asked' && triedPrinter?.outcome === 'failed'
      ? words.failed(triedPrinter.reason === 'refused' ? words.refused : t.printProblem.reason(triedPrinter.reason))
      : null
  const calm = verdict === 'bad' ? words.bad : found === null ? words.looking : words.lead
  const noPrinter = chosen?.kind === 'none'
  return (
    <StepSheet
      title={words.title}
      lead={printing ? words.trying : (failure ?? calm)}
      leadRole="status"
      turn={printing ? 'printing' : 'choosing'}
      actions={
        <>
          <Button
            kind="primary"
            icon={noPrinter ? 'arrow-right' : 'printer'}
            disabled={busy || printing || chosen === null}
            onPress={() => void (noPrinter ? goOnUntried() : tryIt())}
          >
            {noPrinter ? t.setup.next : words.tryIt}
          </Button>
          {!noPrinter && chosen !== null && (
            <Button disabled={busy || printing} onPress={() => void goOnUntried()}>
              {words.later}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        {found?.length === 0 && <p>{words.noneFound}</p>}
        <PrinterChoice found={found ?? []} chosen={chosen} onChoose={setChosen} />
        {isNetwork(chosen) && (
          <TextField
            label={words.address}
            value={chosen.address.slice(NETWORK.length)}
            example={EXAMPLE}
            first
            onChange={(address) => setChosen({ ...chosen, address: `${NETWORK}${address.trim()}` })}
          />
        )}
        {(chosen?.kind === 'queue' || chosen?.kind === 'receipt') && (
          <PaperChoice printer={chosen} onChoose={setChosen} />
        )}
        <Button kind="quiet" icon="again" disabled={found === null} onPress={search}>
          {words.search}
        </Button>
      </div>
      {isNetwork(chosen) && <OnScreenKeyboard />}
    </StepSheet>
  )
}

/** Returns the printers found; null during the search. */
function usePrintersFound() {
  const { ask } = useSetup()
  const [found, setFound] = useState<readonly PrinterFoundView[] | null>(null)
  useEffect(() => {
    if (found !== null) return
    void ask('findPrinters', {}).then((reply) => setFound(reply.ok ? reply.value : []))
  }, [ask, found])
  return { found, search: () => setFound(null) }
}

function PageQuestion({ onBad, onBack }: { onBad: () => void; onBack: () => void }) {
  const words = useI18n().t.setup.printer
  const { goOn, busy } = useSetup()
  return (
    <StepSheet
      title={words.question}
      turn="asked"
      onBack={onBack}
      actions={
        <>
          <Button kind="primary" icon="check" disabled={busy} onPress={() => void goOn({ pageSeen: true })}>
            {words.yes}
          </Button>
          <Button disabled={busy} onPress={onBad}>
            {words.no}
          </Button>
        </>
      }
    >
      <div className={styles.page} aria-hidden="true" />
    </StepSheet>
  )
}

function isNetwork(chosen: PrinterChoice | null): chosen is Extract<PrinterChoice, { readonly kind: 'receipt' }> {
  return chosen?.kind === 'receipt' && chosen.address.startsWith(NETWORK)
}

interface PrinterChoiceProps {
  readonly found: readonly PrinterFoundView[]
  readonly chosen: PrinterChoice | null
  readonly onChoose: (chosen: PrinterChoice) => void
}

function PrinterChoice({ found, chosen, onChoose }: PrinterChoiceProps) {
  const words = useI18n().t.setup.printer
  const { view } = useSetup()
  const isChosen = ({ kind, address }: PrinterFoundView): boolean =>
    chosen?.kind === kind && (chosen.kind === 'queue' ? chosen.queue : chosen.address) === address
  const choose = ({ kind, address }: PrinterFoundView): void =>
    onChoose(kind === 'queue' ? { kind, queue: address, paper: 'a4' } : { kind, address, paper: 'roll-80' })
  const network = isNetwork(chosen)
  const toAddress: PrinterChoice = { kind: 'receipt', address: NETWORK, paper: 'roll-80' }
  const others: readonly (readonly [string, IconName, string, string, PrinterChoice])[] = [
    ['network', 'globe', words.network, words.networkAbout, toAddress],
    ['none', 'list', words.none, words.noneAbout, { kind: 'none' }],
    ...(view.again
      ? [['unchanged', 'again', words.unchanged, words.unchangedAbout, { kind: 'unchanged' }] as const]
      : []),
  ]
  return (
    <div className={styles.printers} role="group" aria-label={words.title}>
      {found.map((each) => (
        <Choice key={each.address} chosen={isChosen(each)} icon="printer" onPress={() => choose(each)}>
          <strong dir="ltr">{each.address}</strong>
          {(each.standard || each.kind === 'receipt') && <span>{each.standard ? words.standard : words.plugged}</span>}
        </Choice>
      ))}
      {others.map(([kind, icon, title, about, other]) => (
        <Choice
          key={kind}
          chosen={kind === 'network' ? network : chosen?.kind === kind}
          icon={icon}
          onPress={() => (kind === 'network' && network) || onChoose(other)}
        >
          <strong>{title}</strong>
          <span>{about}</span>
        </Choice>
      ))}
    </div>
  )
}

type WithPaper = Extract<SetupPrinter, { readonly paper: unknown }>

function PaperChoice({ printer, onChoose }: { printer: WithPaper; onChoose: (printer: WithPaper) => void }) {
  const words = useI18n().t.setup.printer
  const offered: readonly WithPaper[] =
    printer.kind === 'queue'
      ? paperNames.map((paper) => ({ ...printer, paper }))
      : rollNames.map((paper) => ({ ...printer, paper }))
  return (
    <ChoiceGroup
      legend={words.paper}
      options={offered}
      keyOf={({ paper }) => paper}
      render={({ paper }) => (isRoll(paper) ? words.roll(rolls[paper].width) : paper.toUpperCase())}
      isChosen={({ paper }) => paper === printer.paper}
      onChoose={onChoose}
    />
  )
}
