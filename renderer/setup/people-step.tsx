import { useState } from 'react'
import { Icon } from '../components/icon.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { NextButton } from './next-button.tsx'
import { PinChoice } from './pin-choice.tsx'
import { useSetup } from './setup-context.tsx'
import styles from './setup.module.css'
import { StepSheet } from './step-sheet.tsx'
import type { Holder } from './steps.ts'

/** Who gets in where customers do not: the machine's own PIN, the first supervisor, and the technician. */
export function PeopleStep() {
  const { t } = useI18n()
  const { view, goOn } = useSetup()
  const [choosing, setChoosing] = useState<Holder | null>(null)
  const words = t.setup.people
  const demo = view.answers.profile === 'demo'
  const memberOf = (role: Holder) => view.people.find((member) => member.role === role)
  const holders: readonly Holder[] = demo ? ['technician'] : ['machine', 'supervisor', 'technician']
  const has = (holder: Holder): boolean => (holder === 'machine' ? view.hasMachinePin : memberOf(holder) !== undefined)
  const needed = (holder: Holder): boolean => !demo && !view.again && holder !== 'technician'

  if (choosing) return <PinChoice holder={choosing} member={memberOf(choosing)} onDone={() => setChoosing(null)} />
  return (
    <StepSheet
      title={words.title}
      lead={words.lead}
      actions={<NextButton disabled={holders.some((each) => needed(each) && !has(each))} onPress={() => void goOn()} />}
    >
      <ul className={styles.holders}>
        {holders.map((holder) => {
          const member = memberOf(holder)
          return (
            <li key={holder}>
              <button
                type="button"
                className={styles.holder}
                data-chosen={has(holder)}
                onClick={() => setChoosing(holder)}
              >
                <Icon name={holder === 'machine' ? 'ticket' : 'person'} />
                <span>
                  <strong>{holder === 'machine' ? words.machine : words.roles[holder]}</strong>
                  <span>
                    {member
                      ? `${member.name} · ${words.number} ${member.number}`
                      : holder === 'machine'
                        ? words.machineAbout
                        : words.about[holder]}
                  </span>
                </span>
                <em>
                  {has(holder) ? <Icon name="check" /> : null}
                  {has(holder) ? words.chosen : needed(holder) ? words.toChoose : words.optional}
                </em>
              </button>
            </li>
          )
        })}
      </ul>
    </StepSheet>
  )
}
