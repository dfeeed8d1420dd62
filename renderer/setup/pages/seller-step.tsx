import { numberLimits } from '../../../shared/domain/text-forms.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { NextButton } from '../next-button.tsx'
import { useSetup, useTyped } from '../setup-context.tsx'
import { StepForm } from '../step-form.tsx'
import { StepSheet } from '../step-sheet.tsx'
import { TextField } from '../text-field.tsx'
import { TypingBoard } from '../../components/typing-board.tsx'

/** Who sells, as the law wants it on the screen and on the receipt. */
export function SellerStep() {
  const { t } = useI18n()
  const { view, goOn } = useSetup()
  const { seller } = view.answers
  const [name, setName] = useTyped('seller.name', seller?.name ?? '')
  const [address, setAddress] = useTyped('seller.address', seller?.address ?? '')
  const [contact, setContact] = useTyped('seller.contact', seller?.contact ?? '')
  const [taxNumber, setTaxNumber] = useTyped('seller.taxNumber', seller?.taxNumber ?? '')
  const [rate, setRate] = useTyped('seller.taxRate', String(seller?.taxRate ?? ''))
  const words = t.setup.seller
  const { min, max } = numberLimits.taxRate
  const next = (): void => {
    // A rate that is no number is refused where answers are checked.
    const taxRate = rate.trim() === '' ? null : Number(rate)
    void goOn({ seller: { name, address, contact, taxNumber, taxRate } })
  }
  return (
    <StepSheet title={words.title} lead={words.lead} actions={<NextButton onPress={next} />}>
      <StepForm onNext={next}>
        <TextField label={words.name} value={name} words first onChange={setName} />
        <TextField label={words.address} value={address} words onChange={setAddress} />
        <TextField label={words.contact} value={contact} onChange={setContact} />
        <TextField label={words.taxNumber} value={taxNumber} remark={words.optional} onChange={setTaxNumber} />
        <TextField
          label={words.taxRate}
          value={rate}
          remark={words.taxRateAbout(min, max)}
          digits
          onChange={(text) => setRate(text.replaceAll(/\D/gu, '').slice(0, 2))}
        />
      </StepForm>
      <TypingBoard />
    </StepSheet>
  )
}
