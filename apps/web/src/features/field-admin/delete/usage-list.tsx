import { useQuery } from '@tanstack/react-query'
import { errorPanelProps } from '../../../api/error-text.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { usageQuery } from '../field-admin.calls.ts'
import { countText, groupUses } from './use-words.ts'

/** Where a field is used: in how many records, and by what else. */
export function UsageList({ fieldId }: { fieldId: number }) {
  const { data, error, refetch } = useQuery(usageQuery(fieldId))
  if (error) return <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <div role="status" className="flex flex-col gap-2.5 py-1">
        <span className="hidden-text">Checking usage</span>
        <Skeleton className="h-3 w-48" />
        <Skeleton className="h-3 w-64" />
      </div>
    )
  }
  const { records = 0, uses } = data
  if (records === 0 && uses.length === 0)
    return <p className="text-2">Not used, and no record has a value.</p>
  return (
    <ul
      aria-label="Where it is used"
      className="flex flex-col divide-y divide-line rounded-card border border-line"
    >
      <li className="tabular px-3 py-2">
        <span className="font-medium">{countText(records, 'record')}</span>
        <span className="text-2">{records === 1 ? ' has a value' : ' have a value'}</span>
      </li>
      {groupUses(uses).map(({ kind, count, uses: members }) => (
        <li key={kind} className="flex flex-col gap-0.5 px-3 py-2">
          <span className="tabular font-medium">{countText(count, kind)}</span>
          <span className="line-clamp-3 text-label text-2 wrap-anywhere">
            {members.map(({ name }) => name).join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
