import { useEffect, useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconChecks, IconSettings } from '@tabler/icons-react'
import type { Notification } from '@steward/contracts/notification'
import { errorText } from '../../../api/error-text.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { useGo } from '../../../components/go.ts'
import { useAppParts } from '../../../feature.ts'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { tooltip } from '../../../ui/tooltip.tsx'
import { setAllSeen, setSeen, unseenQuery, type Tab } from '../notification.calls.ts'
import { NotificationList } from './notification-list.tsx'

const tabs: readonly { value: Tab; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'task', label: 'Tasks' },
  { value: 'playbook', label: 'Playbooks' },
  { value: 'entity', label: 'Records' },
  { value: 'email', label: 'Email' },
  { value: 'bulkUpdate', label: 'Bulk' },
]

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** Moves the focus to the next notification, or the one before. */
function move(root: HTMLElement, step: 1 | -1): void {
  const rows = [...root.querySelectorAll<HTMLElement>('[data-notification]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)
  rows[next]?.focus()
}

/** What concerns the user, the latest first. */
export function NotificationDrawer({ onClose }: { onClose: () => void }) {
  const [tab, setTab] = useState<Tab>('all')
  const [unseenOnly, setUnseenOnly] = useState(false)
  const { data: unseen } = useQuery(unseenQuery)
  const client = useQueryClient()
  const go = useGo()
  const places = useAppParts().flatMap(({ notificationPlaces = [] }) => notificationPlaces)

  function open(notification: Notification) {
    if (!notification.isSeen) {
      setSeen(client, notification.id).catch((error: unknown) => toast.error(errorText(error)))
    }
    const to = places.find(({ subject }) => subject === notification.subject.kind)?.to(notification)
    if (!to) return
    onClose()
    go(to)
  }

  function seeAll() {
    setAllSeen(client, tab).catch((error: unknown) => {
      toast.error(errorText(error), { subject: 'notifications', retry: seeAll })
    })
  }

  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const step = steps[event.key]
      if (!list.current || event.ctrlKey || event.metaKey || event.altKey) return
      if (step !== undefined) move(list.current, step)
      else if (event.key === 'u') setUnseenOnly((before) => !before)
      else return
      event.preventDefault()
    }
    // The drawer has the keyboard to itself, wherever in it the focus is.
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <Drawer open onOpenChange={(next) => !next && onClose()} title="Notifications" width={400}>
      <section ref={list} aria-label="Notifications" className="-m-5 flex h-[calc(100%+40px)] flex-col">
        <Tabs
          label="Notifications by subject"
          dense
          className="min-h-0 flex-1"
          value={tab}
          onChange={setTab}
          tabs={tabs.map((one) => ({ ...one, ...(unseen?.[one.value] ? { count: unseen[one.value] } : {}) }))}
        >
          <div className="flex h-full flex-col">
            <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-3 pl-5">
              <Switch
                label="Unread only"
                checked={unseenOnly}
                onCheckedChange={setUnseenOnly}
                className="flex-1"
              />
              <Button
                size="sm"
                variant="ghost"
                icon={<IconChecks aria-hidden />}
                disabled={(unseen?.[tab] ?? 0) === 0}
                onClick={seeAll}
              >
                Mark all as read
              </Button>
              <AppLink
                to={paths.notificationPreferences}
                onClick={onClose}
                aria-label="Notification preferences"
                className={buttonClass({ variant: 'ghost', size: 'sm' })}
                {...tooltip('Notification preferences')}
              >
                <IconSettings size={16} aria-hidden />
              </AppLink>
            </div>
            <NotificationList key={`${tab} ${unseenOnly}`} tab={tab} unseenOnly={unseenOnly} onOpen={open} />
          </div>
        </Tabs>
      </section>
    </Drawer>
  )
}
