import { useQuery } from '@tanstack/react-query'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'
import { SettingsRows } from '../../../components/settings/settings-rows.tsx'
import { churnReasonsQuery } from './churn-reasons.calls.ts'
import { ReasonEditor } from './reason-editor.tsx'

/** Why customers leave: what people choose from when they mark one churned. */
export function ChurnReasonsPage() {
  return (
    <SettingsPage title="Churn reasons" permission="field.administer" what="churn reasons">
      <Reasons />
    </SettingsPage>
  )
}

function Reasons() {
  const query = useQuery(churnReasonsQuery)
  return (
    <SettingsRows query={query} what="the churn reasons">
      {(reasons) => <ReasonEditor saved={reasons} />}
    </SettingsRows>
  )
}
