import { useQuery } from '@tanstack/react-query'
import type { LevelId } from '@steward/contracts/level'
import { currenciesQuery } from '../../../../entities/currency/index.ts'
import { Field } from '../../../../ui/field.tsx'
import { NumberField } from '../../../../ui/number-field.tsx'
import { Select } from '../../../../ui/select.tsx'
import { KpiSourceField } from '../../kpi-source-field.tsx'
import { kpiCriteriaOptions, kpiTypeOptions } from '../../plan-words.ts'
import type { PartProps } from './name-fields.tsx'
import type { ItemForm } from './template-form.ts'

type Kpi = Extract<ItemForm, { kind: 'KPI' }>

/** The target of a KPI, and the field that it follows. */
export function KpiFields({ item, level, faultOf, onChange }: PartProps<Kpi> & { level: LevelId }) {
  const set = (change: Partial<Kpi>) => onChange({ ...item, ...change })
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Type" error={faultOf('targetType')}>
          <Select
            value={item.targetType}
            options={kpiTypeOptions}
            onChange={(targetType) => targetType && set({ targetType })}
          />
        </Field>
        <Field label="Reached when the value" error={faultOf('targetCriteria')}>
          <Select
            value={item.targetCriteria}
            options={kpiCriteriaOptions}
            onChange={(targetCriteria) => targetCriteria && set({ targetCriteria })}
          />
        </Field>
        <Field label="Start" error={faultOf('startValue')}>
          <NumberField
            value={item.startValue}
            onChange={(startValue) => set({ startValue: startValue ?? 0 })}
          />
        </Field>
        <Field label="Target" required error={faultOf('targetValue')}>
          <NumberField
            value={item.targetValue}
            onChange={(targetValue) => set({ targetValue: targetValue ?? Number.NaN })}
          />
        </Field>
      </div>
      {item.targetType === 'currency' && (
        <CurrencyField
          value={item.currencyDefinitionId}
          error={faultOf('currencyDefinitionId')}
          onChange={(currencyDefinitionId) => set({ currencyDefinitionId })}
        />
      )}
      <KpiSourceField
        level={level}
        value={item.sourceField}
        error={faultOf('sourceField')}
        help="A field, roll-up or score of the record. Leave it empty to enter the value by hand."
        onChange={(sourceField) => set({ sourceField })}
      />
    </>
  )
}

type CurrencyFieldProps = {
  value: number | null
  error: string | undefined
  onChange: (currencyDefinitionId: number | null) => void
}

function CurrencyField({ value, error, onChange }: CurrencyFieldProps) {
  const { data: currencies = [] } = useQuery(currenciesQuery)
  const options = currencies.map(({ currencyDefinitionId, code }) => ({
    value: currencyDefinitionId,
    label: code,
  }))
  return (
    <Field label="Currency" error={error}>
      <Select value={value} placeholder="Default currency" clearable options={options} onChange={onChange} />
    </Field>
  )
}
