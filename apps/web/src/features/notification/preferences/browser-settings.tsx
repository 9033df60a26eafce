import { useState } from 'react'
import type { ChangeNotificationPreferences } from '@steward/contracts/notification'
import { Switch } from '../../../ui/switch.tsx'

type Permission = NotificationPermission | 'unsupported'

const permissionNow = (): Permission =>
  'Notification' in globalThis ? Notification.permission : 'unsupported'

const descriptions: Record<Permission, string> = {
  default: 'Shown while Steward is open in a tab. Your browser asks for permission once.',
  granted: 'Shown while Steward is open in a tab.',
  denied: 'Your browser blocks notifications of this site. Allow them in its settings first.',
  unsupported: "This browser doesn't support notifications.",
}

type BrowserSettingsProps = {
  on: boolean
  onChange: (change: ChangeNotificationPreferences) => Promise<void>
}

/** Notifications of the browser; it is asked for permission by the press of the switch, never on load. */
export function BrowserSettings({ on, onChange }: BrowserSettingsProps) {
  const [permission, setPermission] = useState(permissionNow)

  async function turn(next: boolean) {
    if (next && permission === 'default') {
      const answer = await Notification.requestPermission()
      setPermission(answer)
      if (answer !== 'granted') return
    }
    await onChange({ browserNotifications: next })
  }

  const isBlocked = permission === 'denied' || permission === 'unsupported'
  return (
    <Switch
      label="Show browser notifications"
      description={descriptions[permission]}
      checked={on && permission === 'granted'}
      disabled={isBlocked}
      onCheckedChange={turn}
    />
  )
}
