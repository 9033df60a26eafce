import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { useNarrow } from '../narrow.ts'
import { PageHeader } from '../page-header.tsx'

type SettingsHeaderProps = { title: string; count?: number; children?: ReactNode }

/** The header of a settings page; where the sections are not beside it, it leads back to them. */
export function SettingsHeader(props: SettingsHeaderProps) {
  const narrow = useNarrow()
  return (
    <PageHeader {...props} breadcrumb={narrow ? [{ label: 'Settings', to: paths.settings }] : undefined} />
  )
}
