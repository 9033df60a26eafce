import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { planLimits, type KpiCriteria, type KpiTargetType } from '@steward/contracts/plain/success-plan'
import type { LevelId } from '@steward/contracts/level'
import type { Kpi, KpiForm } from '@steward/contracts/success-plan/item'
import { currenciesQuery } from '../../entities/currency/index.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Select } from '../../ui/select.tsx'
import { changedBody } from './changed-body.ts'
import { FormDrawer } from './form-drawer.tsx'
import { KpiSourceField } from './kpi-source-field.tsx'
import { kpiCriteriaOptions, kpiTypeOptions, lookupOptions } from './plan-words.ts'
import { planLookupsQuery, saveKpi } from './success-plan.calls.ts'
import { useSaving } from './use-saving.ts'
import { blankWorked, workedBody, WorkedFields, workedOf, type WorkedForm } from './worked-fields.tsx'

interface KpiFormState extends WorkedForm {
  kpiName: string
  progressId?: number
  targetType: KpiTargetType
  targetCriteria: KpiCriteria
  startValue: number | null
  targetValue: number | null
  currencyDefinitionId: number | null
  currentKpiValue: number | null
  /** null: entered by hand. */
  sourceField: string | null
}

function formOf(kpi: Kpi | null): KpiFormState {
  if (!kpi) {
    return {
      kpiName: '',
      ...blankWorked,
      targetType: 'numeric',
      targetCriteria: 'is greater than',
      startValue: 0,
      targetValue: null,
      currencyDefinitionId: null,
      currentKpiValue: null,
      sourceField: null,
    }
  }
  const { kpiName, progressId, targetDetails, currentKpiValue, source } = kpi
  const { currentKpiValue: _, ...target } = targetDetails
  return { kpiName, progressId, ...workedOf(kpi), ...target, currentKpiValue, sourceField: source.field }
}

/** The form as the call takes it. The value of a KPI that follows a field is not sent. */
function bodyOf(form: KpiFormState, keepsSource: boolean): KpiForm {
  const { targetType, targetCriteria, startValue, targetValue, currencyDefinitionId, ...rest } =
    workedBody(form)
  const { currentKpiValue, sourceField, ...others } = rest
  return {
    ...others,
    ...(keepsSource ? {} : { sourceField }),
    ...(sourceField === null && !keepsSource && { currentKpiValue }),
    targetDetails: {
      targetType,
      targetCriteria,
      startValue: startValue ?? 0,
      targetValue: targetValue ?? Number.NaN,
      ...(targetType === 'currency' && currencyDefinitionId !== null && { currencyDefinitionId }),
    },
  }
}

interface KpiDrawerProps {
  planId: number
  level: LevelId
  kpi: Kpi | null
  onClose: () => void
}

export function KpiDrawer({ planId, level, kpi, onClose }: KpiDrawerProps) {
  const { data: lookups = [] } = useQuery(planLookupsQuery)
  const [start] = useState(() => formOf(kpi))
  const [form, setForm] = useState(start)
  const { save, busy, alert, faults } = useSaving()
  const set = (change: Partial<KpiFormState>) => setForm({ ...form, ...change })
  // A broken source stays until another one is chosen, or a value is entered.
  const isBroken = kpi?.source.state === 'broken'
  const keepsSource = isBroken && form.sourceField === null && form.currentKpiValue === start.currentKpiValue

  async function submit() {
    const all = bodyOf(form, keepsSource)
    const body = kpi ? { ...changedBody(bodyOf(start, isBroken), all), version: kpi.version } : all
    const written = await save(kpi ? 'KPI saved' : 'KPI added', () =>
      saveKpi(planId, kpi?.kpiId ?? null, body),
    )
    if (written) onClose()
  }

  return (
    <FormDrawer
      title={kpi ? 'Edit KPI' : 'New KPI'}
      action={kpi ? 'Save KPI' : 'Add KPI'}
      dirty={JSON.stringify(form) !== JSON.stringify(start)}
      busy={busy}
      alert={alert}
      onSave={() => void submit()}
      onClose={onClose}
    >
      <Field label="Name" required error={faults['kpiName']}>
        <Input
          value={form.kpiName}
          maxLength={planLimits.name}
          onChange={(event) => set({ kpiName: event.target.value })}
        />
      </Field>
      <TargetFields form={form} faults={faults} onChange={set} />
      <SourceFields form={form} faults={faults} level={level} isBroken={isBroken} onChange={set} />
      {kpi && (
        <Field label="Progress" error={faults['progressId']}>
          <Select
            value={form.progressId ?? null}
            options={lookupOptions(lookups, 'KPI_PROGRESS', form.progressId)}
            onChange={(progressId) => progressId && set({ progressId })}
          />
        </Field>
      )}
      <WorkedFields form={form} faults={faults} text="Description" onChange={setForm} />
    </FormDrawer>
  )
}

interface PartProps {
  form: KpiFormState
  faults: Readonly<Record<string, string>>
  onChange: (change: Partial<KpiFormState>) => void
}

function TargetFields({ form, faults, onChange }: PartProps) {
  const { data: currencies = [] } = useQuery(currenciesQuery)
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field label="Type">
        <Select
          value={form.targetType}
          options={kpiTypeOptions}
          onChange={(targetType) => targetType && onChange({ targetType })}
        />
      </Field>
      {form.targetType === 'currency' && (
        <Field label="Currency" error={faults['targetDetails.currencyDefinitionId']}>
          <Select
            value={form.currencyDefinitionId}
            placeholder="Default currency"
            options={currencies.map((one) => ({ value: one.currencyDefinitionId, label: one.code }))}
            onChange={(currencyDefinitionId) => onChange({ currencyDefinitionId })}
          />
        </Field>
      )}
      <Field label="Reached when the value" error={faults['targetDetails.targetCriteria']}>
        <Select
          value={form.targetCriteria}
          options={kpiCriteriaOptions}
          onChange={(targetCriteria) => targetCriteria && onChange({ targetCriteria })}
        />
      </Field>
      <Field label="Target" required error={faults['targetDetails.targetValue']}>
        <NumberField value={form.targetValue} onChange={(targetValue) => onChange({ targetValue })} />
      </Field>
      <Field label="Start" error={faults['targetDetails.startValue']}>
        <NumberField value={form.startValue} onChange={(startValue) => onChange({ startValue })} />
      </Field>
    </div>
  )
}

function SourceFields({
  form,
  faults,
  level,
  isBroken,
  onChange,
}: PartProps & { level: LevelId; isBroken: boolean }) {
  return (
    <>
      <KpiSourceField
        level={level}
        value={form.sourceField}
        error={faults['sourceField']}
        help={
          isBroken
            ? 'The field that it followed was deleted. Choose another one, or enter the value by hand.'
            : 'A field, roll-up or score of the record. Leave it empty to enter the value by hand.'
        }
        onChange={(sourceField) => onChange({ sourceField })}
      />
      {form.sourceField === null && (
        <Field label="Current value" error={faults['currentKpiValue']}>
          <NumberField
            value={form.currentKpiValue}
            onChange={(currentKpiValue) => onChange({ currentKpiValue })}
          />
        </Field>
      )}
    </>
  )
}
