import type { ChangeNotificationDefaults, NotificationDefaults } from '@steward/contracts/notification'
import { Switch } from '../../../ui/switch.tsx'
import { PreferenceSection } from './preference-section.tsx'
import { switchGroups } from './switch-groups.ts'

type SwitchSectionsProps = {
  preferences: NotificationDefaults
  onChange: (change: ChangeNotificationDefaults) => Promise<void>
}

/** The switches of what users are notified of, by subject. */
export function SwitchSections({ preferences, onChange }: SwitchSectionsProps) {
  return switchGroups.map(({ title, description, switches }) => (
    <PreferenceSection key={title} title={title} description={description}>
      {switches.map(({ name, label }) => (
        <Switch
          key={name}
          label={label}
          checked={preferences[name]}
          onCheckedChange={(next) => onChange({ [name]: next })}
        />
      ))}
    </PreferenceSection>
  ))
}
