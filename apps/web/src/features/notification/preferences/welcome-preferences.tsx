import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ChangeNotificationDefaults } from '@steward/contracts/notification'
import { useUser } from '../../../api/session.ts'
import { preferencesQuery, updatePreferences } from '../notification.calls.ts'
import { MailSettings } from './mail-settings.tsx'
import { PreferenceSection } from './preference-section.tsx'
import { save } from './save-preferences.ts'

/** When a new user wants email; the rest can be chosen later, in the settings. */
export function WelcomePreferences() {
  const { userId } = useUser()
  const client = useQueryClient()
  const { data: preferences } = useQuery(preferencesQuery(userId))
  if (!preferences) return null
  const change = (value: ChangeNotificationDefaults) => save(updatePreferences(client, userId, value))
  return (
    <PreferenceSection title="Notifications" description="One email for everything that's new.">
      <MailSettings preferences={preferences} onChange={change} zone="Times are in your time zone." />
    </PreferenceSection>
  )
}
