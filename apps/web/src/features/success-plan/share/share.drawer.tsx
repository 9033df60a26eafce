import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PlanShare } from '@steward/contracts/success-plan/share'
import type { SuccessPlanDetail } from '@steward/contracts/success-plan/plan'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorPanelProps, errorText } from '../../../api/error-text.ts'
import { CopyText } from '../../../components/settings/copy-text.tsx'
import { agoText, exactText } from '../../../components/time-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatDay } from '../../../ui/day-text.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { revokeShare, sharesQuery, shareViewsQuery } from './share.calls.ts'
import { ShareForm } from './share-form.tsx'

interface ShareDrawerProps {
  plan: SuccessPlanDetail
  onClose: () => void
}

/** The links of a plan: what they show, who opened them when, and how to end them. */
export function ShareDrawer({ plan, onClose }: ShareDrawerProps) {
  const { data, error, refetch } = useQuery(sharesQuery(plan.successPlanId))
  const [editing, setEditing] = useState<PlanShare | 'new' | null>(null)
  return (
    <Drawer open title="Share success plan" width={560} onOpenChange={(open) => open || onClose()}>
      <div className="flex flex-col gap-4">
        <p className="text-2">
          Anyone with a link sees its page without logging in, and only what you tick for it.
        </p>
        {editing ? (
          <ShareForm plan={plan} share={editing === 'new' ? null : editing} onDone={() => setEditing(null)} />
        ) : (
          <div>
            <Button size="sm" variant="primary" onClick={() => setEditing('new')}>
              New link
            </Button>
          </div>
        )}
        {!data && error && <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton className="h-24 w-full" />}
        {data && data.length > 0 && (
          <ul aria-label="Links" className="flex flex-col gap-4">
            {data.map((share) => (
              <ShareRow
                key={share.shareId}
                planId={plan.successPlanId}
                share={share}
                onEdit={() => setEditing(share)}
              />
            ))}
          </ul>
        )}
      </div>
    </Drawer>
  )
}

const stateOf = ({ isOpen, revokedAt, expiresOn }: PlanShare): string => {
  if (isOpen) return `Open until ${formatDay(expiresOn)}`
  return revokedAt ? 'Revoked' : 'Expired'
}

const viewsOf = ({ views, lastViewedAt }: PlanShare): string => {
  if (lastViewedAt === null) return 'Not opened yet'
  return `Opened ${views === 1 ? 'once' : `${views} times`}, last ${agoText(lastViewedAt)}`
}

interface ShareRowProps {
  planId: number
  share: PlanShare
  onEdit: () => void
}

function ShareRow({ planId, share, onEdit }: ShareRowProps) {
  const client = useQueryClient()
  const [showsViews, setShowsViews] = useState(false)
  const { shareId, label, address, isOpen, views } = share

  async function revoke() {
    try {
      await revokeShare(planId, shareId)
      await client.invalidateQueries({ queryKey: sharesQuery(planId).queryKey })
      toast.done(`The link ${label} was revoked`, { subject: 'plan-share' })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'plan-share' })
    }
  }

  return (
    <li aria-label={label} className="flex flex-col gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 font-medium break-words">{label}</span>
        <Badge tone={isOpen ? 'good' : 'neutral'}>{stateOf(share)}</Badge>
      </div>
      {isOpen && <CopyText label="link" text={address} />}
      <p className="text-label text-2">{viewsOf(share)}</p>
      <div className="flex flex-wrap gap-2">
        {isOpen && (
          <>
            <Button size="sm" aria-label={`Change ${label}`} onClick={onEdit}>
              Change
            </Button>
            <Button size="sm" aria-label={`Revoke ${label}`} onClick={() => void revoke()}>
              Revoke
            </Button>
          </>
        )}
        {views > 0 && (
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={showsViews}
            aria-label={`Views of ${label}`}
            onClick={() => setShowsViews(!showsViews)}
          >
            Views
          </Button>
        )}
      </div>
      {showsViews && <Views planId={planId} shareId={shareId} />}
    </li>
  )
}

function Views({ planId, shareId }: { planId: number; shareId: number }) {
  const { data } = useQuery(shareViewsQuery(planId, shareId))
  if (!data) return <Skeleton className="h-12 w-full" />
  return (
    <ul className="flex flex-col gap-1 text-label">
      {data.map(({ at, address, browser }) => (
        <li key={at} className="break-words">
          {exactText(at)} <span className="text-2">{[address, browser].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ul>
  )
}
