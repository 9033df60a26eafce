import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import type { SessionShown } from '@steward/contracts/identity'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorPanelProps, errorText } from '../../../api/error-text.ts'
import { endSession as forgetSession } from '../../../api/session.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { agoText, exactText } from '../../../components/time-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ProfileSection } from '../profile-section.tsx'
import { endSession, sessionsQuery, signOutEverywhere, useSessionAction } from './security.calls.ts'

const subject = 'sessions'

function tell(error: unknown): void {
  if (!isSessionExpired(error)) toast.error(errorText(error), { subject })
}

async function leave(): Promise<void> {
  try {
    await signOutEverywhere()
    forgetSession()
  } catch (error) {
    tell(error)
    throw error
  }
}

/** Where the user is signed in, and the ways to end it. */
export function SessionsSection() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  return (
    <ProfileSection title="Active sessions">
      {data && <Sessions sessions={data} />}
      {!data && error && <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
    </ProfileSection>
  )
}

function Sessions({ sessions }: { sessions: readonly SessionShown[] }) {
  const [asking, setAsking] = useState(false)
  const others = sessions.filter(({ current }) => !current)
  const endOthers = useSessionAction(() => Promise.all(others.map(({ sessionId }) => endSession(sessionId))))

  async function signOutElsewhere() {
    try {
      await endOthers.mutateAsync(undefined)
      toast.done('Logged out everywhere else', { subject })
    } catch (error) {
      tell(error)
    }
  }

  return (
    <>
      <ul className="flex flex-col gap-1">
        {sessions.map((session) => (
          <Row key={session.sessionId} session={session} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {others.length > 0 && (
          <Button busy={endOthers.isPending} onClick={() => void signOutElsewhere()}>
            Log out everywhere else
          </Button>
        )}
        <Button onClick={() => setAsking(true)}>Log out everywhere</Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Log out everywhere?"
        description="All your sessions end, including this one. Your API tokens keep working."
        action="Log out everywhere"
        danger
        onConfirm={leave}
      />
    </>
  )
}

function Row({ session }: { session: SessionShown }) {
  const { sessionId, current, device, address, startedAt, lastSeenAt } = session
  const end = useSessionAction(() => endSession(sessionId))
  const Icon = /iphone|ipad|android/i.test(device) ? IconDeviceMobile : IconDeviceDesktop

  async function signOut() {
    try {
      await end.mutateAsync(undefined)
      toast.done(`Logged out: ${device}`, { subject })
    } catch (error) {
      tell(error)
    }
  }

  return (
    <li className="flex items-center gap-3 border-b border-line py-2 last:border-b-0">
      <Icon size={20} stroke={1.5} className="shrink-0 text-3" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {device}
          {current && <Badge tone="accent">This session</Badge>}
        </p>
        <p className="text-label wrap-anywhere text-2">
          {address && `${address} · `}
          <time dateTime={lastSeenAt} data-tooltip={`Logged in ${exactText(startedAt)}`}>
            last seen {agoText(lastSeenAt)}
          </time>
        </p>
      </div>
      {!current && (
        <Button
          size="sm"
          busy={end.isPending}
          aria-label={`Log out ${device}`}
          onClick={() => void signOut()}
        >
          Log out
        </Button>
      )}
    </li>
  )
}
