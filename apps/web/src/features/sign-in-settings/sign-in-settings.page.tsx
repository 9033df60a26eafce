import { useQuery } from '@tanstack/react-query'
import { errorPanelProps } from '../../api/error-text.ts'
import { PageContent } from '../../components/page-frame.tsx'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SettingsEditor } from './settings-editor.tsx'
import { signInSettingsQuery } from './sign-in-settings.calls.ts'

/** Get the sign-in settings of the company. */
export function SignInSettingsPage() {
  return (
    <SettingsPage title="Sign-in" permission="sign-in.administer" what="how people log in" layout="parts">
      <Settings />
    </SettingsPage>
  )
}

function Settings() {
  const { data, error, refetch } = useQuery(signInSettingsQuery)
  if (data) return <SettingsEditor settings={data} />
  return (
    <PageContent>
      {error ? (
        <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="flex max-w-170 flex-col gap-4 px-4 py-6 md:px-6">
          <span className="hidden-text">Loading the settings</span>
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      )}
    </PageContent>
  )
}
