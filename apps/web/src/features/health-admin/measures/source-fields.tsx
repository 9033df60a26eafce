import { useQuery } from '@tanstack/react-query'
import type { HealthSource } from '@steward/contracts/health'
import { Field } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { moneyFieldsQuery } from '../health-admin.calls.ts'

type SourceFieldsProps = { source: HealthSource; onChange: (source: HealthSource) => void }

const places = [
  { value: 'accounts', label: 'Its accounts' },
  { value: 'measures', label: 'Its own measures' },
] as const

const ways = [
  { value: 'average', label: 'Average', detail: 'Every account counts equally' },
  { value: 'worst', label: 'Worst', detail: 'The score of its least healthy account' },
  { value: 'weighted', label: 'Weighted by money', detail: 'Accounts are weighted by an amount' },
] as const

/** From where an organization has its score. */
export function SourceFields({ source, onChange }: SourceFieldsProps) {
  const { data: amounts = [] } = useQuery(moneyFieldsQuery)
  const isFromAccounts = source.from === 'accounts'

  function choose(how: (typeof ways)[number]['value']) {
    if (how !== 'weighted') return onChange({ from: 'accounts', how })
    const first = amounts[0]
    if (first) onChange({ from: 'accounts', how, fieldId: first.value })
  }

  return (
    <div className="flex flex-col gap-4 pb-2">
      <div className="flex flex-wrap items-center gap-3">
        <span className="font-medium" aria-hidden>
          Score of an organization
        </span>
        <Segmented
          size="md"
          label="Score of an organization"
          value={source.from}
          options={places}
          onChange={(from) => onChange(from === 'measures' ? { from } : { from, how: 'average' })}
        />
      </div>
      {isFromAccounts && (
        <div className="grid max-w-140 gap-4 sm:grid-cols-2">
          <Field label="How" help="Accounts without a score, archived and churned accounts are ignored.">
            <Select
              value={source.how}
              options={ways.map((way) =>
                way.value === 'weighted' && amounts.length === 0
                  ? { ...way, disabled: true, reason: 'Accounts have no currency field' }
                  : way,
              )}
              onChange={(how) => how && choose(how)}
            />
          </Field>
          {source.how === 'weighted' && (
            <Field label="By which amount">
              <Select
                value={source.fieldId}
                options={amounts}
                onChange={(fieldId) =>
                  fieldId !== null && onChange({ from: 'accounts', how: 'weighted', fieldId })
                }
              />
            </Field>
          )}
        </div>
      )}
    </div>
  )
}
