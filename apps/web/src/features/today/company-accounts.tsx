import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { levelOf } from '@steward/contracts/level'
import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import type { RecordBody } from '@steward/contracts/record'
import { AppLink } from '../../components/app-link.tsx'
import { levelFieldsQuery, type LevelField } from '../../entities/field/index.ts'
import { recordId, recordWindowQuery, type RecordView } from '../../entities/record/index.ts'
import { usualFilter } from '../../entities/rule/index.ts'
import { type ValueLookups, useValueLookups, valueOf, ValueView } from '../../entities/value/index.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'

const account = levelOf('account')
const most = 8
const { arr, renewalDate } = starterFieldNames
const shown = ['system:health', arr, renewalDate]

/** A score below it is poor, or about to be, by the bands as delivered. */
const low = 5

/** The active accounts with a low score: those that pay most, or without amounts those with the lowest score. */
function useLow(fields: readonly LevelField[] | undefined) {
  const view = useMemo((): RecordView => {
    const usual = usualFilter(account)
    const isLow = { field: 'system:health', operator: 'lesser', value: low } as const
    const columns = [arr, renewalDate].filter((name) => fields?.some((field) => field.name === name))
    const byHealth = { column: 'system:health', direction: 'ASC' } as const
    return {
      filter: { and: [...('and' in usual ? usual.and : [usual]), isLow] },
      sort: columns.includes(arr) ? [{ column: arr, direction: 'DESC' }, byHealth] : [byHealth],
      query: '',
      myEntitiesOnly: false,
      columns,
    }
  }, [fields])
  return useQuery({ ...recordWindowQuery(account, view, 1), enabled: fields !== undefined })
}

/** For someone without accounts of their own: which ones need attention, and whose they are. */
export function useCompanyAccounts() {
  const { data: fields } = useQuery(levelFieldsQuery(account))
  const { data, isPending } = useLow(fields)
  return { isPending, fields: fields ?? [], records: data?.data.slice(0, most) ?? [] }
}

export function CompanyAccounts({
  fields,
  records,
}: Omit<ReturnType<typeof useCompanyAccounts>, 'isPending'>) {
  const lookups = useValueLookups(account)
  const columns = shown.flatMap((name) => fields.find((field) => field.name === name) ?? [])
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h2 className="text-title font-semibold">Accounts that need attention</h2>
        <p className="pt-1 text-2">
          You don’t own any accounts. These have a low score. Choose an owner to see what they do today.
        </p>
      </div>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {records.map((record) => (
          <Row key={recordId(account, record)} record={record} columns={columns} lookups={lookups} />
        ))}
      </ul>
      <AppLink to={paths.list('accounts')} className={`self-start ${buttonClass({ variant: 'secondary' })}`}>
        Go to accounts
      </AppLink>
    </div>
  )
}

type RowProps = { record: RecordBody; columns: readonly LevelField[]; lookups: ValueLookups }

function Row({ record, columns, lookups }: RowProps) {
  const { name, owners, healthStatus } = record.globalFields
  const [owner] = owners
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="min-w-40 flex-1">
        <AppLink
          to={paths.record('accounts', recordId(account, record))}
          className="inline-flex min-h-6 items-center rounded-chip font-medium hover:underline"
        >
          {name}
        </AppLink>
        {owner && (
          <AppLink
            to={`${paths.today}?user=${owner.id}`}
            aria-label={`The day of ${owner.name}`}
            className="flex min-h-6 w-fit items-center rounded-chip text-label text-2 hover:underline"
          >
            {owner.name}
          </AppLink>
        )}
      </div>
      {columns.map((field) => (
        <span key={field.name} className="min-w-24">
          <ValueView field={field} value={valueOf(record, field)} lookups={lookups} status={healthStatus} />
        </span>
      ))}
    </li>
  )
}
