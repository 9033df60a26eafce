import { Navigate } from '@tanstack/react-router'
import { useCan } from '../../api/can.ts'
import { useNarrow } from '../../components/narrow.ts'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useAppParts } from '../../feature.ts'
import { settingsGroups } from '../navigation.ts'
import { SettingsMenu } from './settings-menu.tsx'

/** Where there is room for the sections beside a page, the first of them; else the sections themselves. */
export function SettingsStartPage() {
  const may = useCan()
  const narrow = useNarrow()
  const [first] = settingsGroups(useAppParts(), may).flatMap((group) => group.items)
  if (first && !narrow) return <Navigate to={first.to} replace />
  return (
    <PageFrame title="Settings">
      <PageHeader title="Settings" />
      <PageContent>{first ? <SettingsMenu roomy /> : <NoSettings />}</PageContent>
    </PageFrame>
  )
}

function NoSettings() {
  return (
    <EmptyState kind="no-permission" title="Your role can't change any settings">
      Ask an administrator.
    </EmptyState>
  )
}
