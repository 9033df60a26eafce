import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ChangeNotificationPreferences } from '@steward/contracts/notification'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorPanelProps, errorText } from '../../../api/error-text.ts'
import { useUser } from '../../../api/session.ts'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { preferencesQuery, updatePreferences } from '../notification.calls.ts'
import { BrowserSettings } from './browser-settings.tsx'
import { MailSettings } from './mail-settings.tsx'
import { PreferenceSection } from './preference-section.tsx'
import { switchGroups } from './switch-groups.ts'

/** What the user is notified of, and how. Every change is saved by itself. */
export function NotificationPreferencesPage() {
  const { userId } = useUser()
  const client = useQueryClient()
  const query = useQuery(preferencesQuery(userId))
  const { data: preferences } = query

  async function change(value: ChangeNotificationPreferences) {
    try {
      await updatePreferences(client, userId, value)
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'notification-preferences' })
    }
  }

  return (
    <SettingsPage title="Notifications" permission="self.edit" what="notification preferences">
      {query.isError && <ErrorPanel {...errorPanelProps(query.error)} onRetry={() => void query.refetch()} />}
      {query.isPending && (
        <SkeletonRows label="Loading notification preferences" rowClassName="h-12 gap-4">
          <Skeleton className="h-4.5 w-8" />
          <Skeleton className="h-3 w-60" />
        </SkeletonRows>
      )}
      {preferences && (
        <div className="flex max-w-170 flex-col gap-8 px-4 py-6 md:px-6">
          <PreferenceSection title="Email" description="One email for everything that's new.">
            <MailSettings preferences={preferences} onChange={change} />
          </PreferenceSection>
          <PreferenceSection title="Browser" description="On this device.">
            <BrowserSettings on={preferences.browserNotifications} onChange={change} />
          </PreferenceSection>
          {switchGroups.map(({ title, description, switches }) => (
            <PreferenceSection key={title} title={title} description={description}>
              {switches.map(({ name, label }) => (
                <Switch
                  key={name}
                  label={label}
                  checked={preferences[name]}
                  onCheckedChange={(next) => change({ [name]: next })}
                />
              ))}
            </PreferenceSection>
          ))}
        </div>
      )}
    </SettingsPage>
  )
}
