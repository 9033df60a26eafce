import type { ReactNode } from 'react'
import { errorPanelProps } from '../../api/error-text.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { TableSkeleton } from './table-skeleton.tsx'

type SettingsRowsProps<Row> = {
  query: { data: readonly Row[] | undefined; error: Error | null; refetch: () => unknown }
  /** What is loaded: "the activity types". */
  what: string
  /** Instead of the usual bars. */
  skeleton?: ReactNode
  /** Instead of the rows where there are none. */
  empty?: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** The rows of a settings page that come at once: bars while they load, the error, nothing, or the rows. */
export function SettingsRows<Row>({ query, what, skeleton, empty, children }: SettingsRowsProps<Row>) {
  const { data, error, refetch } = query
  if (data) return data.length === 0 && empty ? empty : children(data)
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  return skeleton ?? <TableSkeleton label={`Loading ${what}`} />
}
