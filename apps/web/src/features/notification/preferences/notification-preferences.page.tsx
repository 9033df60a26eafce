import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ChangeNotificationPreferences } from '@steward/contracts/notification'
import { useUser } from '../../../api/session.ts'
import { SettingsPage } from '../../../components/settings/settings-page.tsx'
import { SettingsData } from '../../../components/settings/settings-rows.tsx'
import { Button } from '../../../ui/button.tsx'
import { preferencesQuery, resetPreferences, updatePreferences } from '../notification.calls.ts'
import { BrowserSettings } from './browser-settings.tsx'
import { MailSettings, OwnZone } from './mail-settings.tsx'
import { PreferenceSection } from './preference-section.tsx'
import { PreferenceSkeleton } from './preference-skeleton.tsx'
import { save } from './save-preferences.ts'
import { SwitchSections } from './switch-sections.tsx'

/** What the user is notified of, and how. Every change is saved by itself. */
export function NotificationPreferencesPage() {
  const { userId } = useUser()
  const client = useQueryClient()
  const query = useQuery(preferencesQuery(userId))
  const [isResetting, setResetting] = useState(false)

  const change = (value: ChangeNotificationPreferences) => save(updatePreferences(client, userId, value))

  async function reset() {
    setResetting(true)
    await save(resetPreferences(client, userId))
    setResetting(false)
  }

  return (
    <SettingsPage
      title="Notifications"
      permission="self.edit"
      what="notification preferences"
      actions={
        query.data?.isCustomized && (
          <Button busy={isResetting} onClick={() => void reset()}>
            Use company defaults
          </Button>
        )
      }
    >
      <SettingsData query={query} what="notification preferences" skeleton={<PreferenceSkeleton />}>
        {(preferences) => (
          <div className="flex max-w-170 flex-col gap-8 px-4 py-6 md:px-6">
            <PreferenceSection title="Email" description="One email for everything that's new.">
              <MailSettings preferences={preferences} onChange={change} zone={<OwnZone />} />
            </PreferenceSection>
            <PreferenceSection title="Browser" description="On this device.">
              <BrowserSettings on={preferences.browserNotifications} onChange={change} />
            </PreferenceSection>
            <SwitchSections preferences={preferences} onChange={change} />
          </div>
        )}
      </SettingsData>
    </SettingsPage>
  )
}
