import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ChangeNotificationDefaults } from '@steward/contracts/notification'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'
import { SettingsData } from '../../../components/settings/settings-rows.tsx'
import { defaultsQuery, updateDefaults } from '../notification.calls.ts'
import { MailSettings } from './mail-settings.tsx'
import { PreferenceSection } from './preference-section.tsx'
import { PreferenceSkeleton } from './preference-skeleton.tsx'
import { save } from './save-preferences.ts'
import { SwitchSections } from './switch-sections.tsx'

/** What holds for everyone who has not chosen otherwise. Every change is saved by itself. */
export function NotificationDefaultsPage() {
  const client = useQueryClient()
  const query = useQuery(defaultsQuery)
  const change = (value: ChangeNotificationDefaults) => save(updateDefaults(client, value))

  return (
    <SettingsPage title="Notification defaults" permission="user.administer" what="notification defaults">
      <SettingsData query={query} what="notification preferences" skeleton={<PreferenceSkeleton />}>
        {(defaults) => (
          <div className="flex max-w-170 flex-col gap-8 px-4 py-6 md:px-6">
            <p className="text-body text-2">
              New users start with these. A change also applies to everyone else, except where they have
              chosen otherwise.
            </p>
            <PreferenceSection title="Email" description="One email for everything that's new.">
              <MailSettings
                preferences={defaults}
                onChange={change}
                zone="Times are in the time zone of each user."
              />
            </PreferenceSection>
            <SwitchSections preferences={defaults} onChange={change} />
          </div>
        )}
      </SettingsData>
    </SettingsPage>
  )
}
