import { useMemo } from 'react'
import { levels } from '@steward/contracts/level'
import type { SurveyAudience } from '@steward/contracts/survey/survey'
import { errorPanelProps } from '../../../api/error-text.ts'
import type { LevelField } from '../../../entities/field/index.ts'
import {
  groupOf,
  ruleOfGroup,
  RuleBuilder,
  usualFilter,
  useRuleFields,
  useRuleLookups,
  type Group,
} from '../../../entities/rule/index.ts'
import { useValueLookups } from '../../../entities/value/index.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Field } from '../../../ui/field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { AudiencePreview } from './audience-preview.tsx'
import { useEditor } from './use-survey-editor.ts'

const contacts = levels.find(({ name }) => name === 'contact')!
const none: readonly LevelField[] = []
const unbroken: ReadonlySet<string> = new Set()

/** Who is asked, how often, and who is not. */
export function AudiencePanel() {
  const { draft, rule, update, updateRule, faultOf } = useEditor()
  const { audience } = draft
  const set = (changes: Partial<SurveyAudience>) => update({ audience: { ...audience, ...changes } })
  return (
    <div className="flex flex-col gap-5">
      <section aria-label="Audience" className="flex flex-col gap-3">
        <Checkbox
          label="Only contacts that meet a condition"
          checked={rule !== null}
          onCheckedChange={(isOn) => updateRule(isOn ? groupOf(usualFilter(contacts)) : null)}
        />
        {rule && <Condition root={rule} onChange={updateRule} />}
        {faultOf('audience.rule') && (
          <p role="alert" className="text-label text-poor">
            {faultOf('audience.rule')}
          </p>
        )}
        <div className="grid gap-3 sm:grid-cols-3">
          <Field
            label="Sample"
            help="The share of the audience that is asked"
            error={faultOf('audience.percent')}
          >
            <NumberField
              value={audience.percent}
              min={1}
              max={100}
              decimals={0}
              suffix="%"
              onChange={(percent) => set({ percent: percent ?? 100 })}
            />
          </Field>
          <Field label="Ask again after" help="Empty: only once" error={faultOf('audience.repeatDays')}>
            <NumberField
              value={audience.repeatDays}
              min={1}
              decimals={0}
              suffix="days"
              onChange={(repeatDays) => set({ repeatDays })}
            />
          </Field>
          <Field label="Most per day" help="Empty: no limit" error={faultOf('audience.maxPerDay')}>
            <NumberField
              value={audience.maxPerDay}
              min={1}
              decimals={0}
              suffix="people"
              onChange={(maxPerDay) => set({ maxPerDay })}
            />
          </Field>
        </div>
        <Checkbox
          label="Ignore the quiet period"
          description="Also ask people who got another survey a short time ago."
          checked={audience.ignoresQuietPeriod}
          onCheckedChange={(ignoresQuietPeriod) => set({ ignoresQuietPeriod })}
        />
      </section>
      <AudiencePreview />
    </div>
  )
}

function Condition({ root, onChange }: { root: Group; onChange: (root: Group) => void }) {
  const { fields, error } = useRuleFields(contacts)
  const rule = useMemo(() => ruleOfGroup(root), [root])
  const lookups = useRuleLookups(useValueLookups(contacts), rule, fields ?? none)
  if (fields) {
    return <RuleBuilder fields={fields} lookups={lookups} root={root} onChange={onChange} broken={unbroken} />
  }
  return error ? <ErrorPanel {...errorPanelProps(error)} /> : <Skeleton className="h-32 w-full" />
}
