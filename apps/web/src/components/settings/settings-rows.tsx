import type { ReactNode } from 'react'
import { errorPanelProps } from '../../api/error-text.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { TableSkeleton } from './table-skeleton.tsx'

type SettingsDataProps<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  /** What is loaded: "the activity types". */
  what: string
  /** Instead of the usual bars. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** The content of a settings page: bars while it loads, the error with a retry, or what was loaded. */
export function SettingsData<Data>({ query, what, skeleton, children }: SettingsDataProps<Data>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  return skeleton ?? <TableSkeleton label={`Loading ${what}`} />
}

type SettingsRowsProps<Row> = SettingsDataProps<readonly Row[]> & {
  /** Instead of the rows where there are none. */
  empty?: ReactNode
}

/** The same for rows that come at once, of which there may be none. */
export function SettingsRows<Row>({ empty, children, ...data }: SettingsRowsProps<Row>) {
  return (
    <SettingsData {...data}>{(rows) => (rows.length === 0 && empty ? empty : children(rows))}</SettingsData>
  )
}
