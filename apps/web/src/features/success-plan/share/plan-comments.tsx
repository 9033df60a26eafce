import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PlanComment } from '@steward/contracts/success-plan/share'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { agoText, exactText } from '../../../components/time-text.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { deletePlanComment, planCommentsQuery } from './share.calls.ts'

/** What customers wrote on the pages of links. Names are those that they entered. */
export function PlanComments({ planId, mayEdit }: { planId: number; mayEdit: boolean }) {
  const { data = [] } = useQuery(planCommentsQuery(planId))
  const [asked, setAsked] = useState<PlanComment | null>(null)
  if (data.length === 0) return null
  return (
    <section aria-label="Comments by customers" className="flex flex-col gap-3">
      <h2 className="text-title font-semibold">Comments by customers</h2>
      <ul className="divide-y divide-line rounded-card border border-line">
        {data.map((comment) => (
          <li key={comment.commentId} className="flex flex-col gap-1 px-4 py-3">
            <div className="flex flex-wrap items-center gap-x-2">
              <bdi className="font-medium break-words">{comment.author}</bdi>
              <span className="text-label text-2" title={exactText(comment.at)}>
                {agoText(comment.at)} · by the link {comment.label}
              </span>
              {mayEdit && (
                <Button
                  size="sm"
                  variant="ghost"
                  className="ml-auto"
                  aria-label={`Delete the comment by ${comment.author}`}
                  onClick={() => setAsked(comment)}
                >
                  Delete
                </Button>
              )}
            </div>
            <p dir="auto" className="break-words whitespace-pre-line">
              {comment.text}
            </p>
          </li>
        ))}
      </ul>
      {asked && <DeleteDialog planId={planId} comment={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

interface DeleteDialogProps {
  planId: number
  comment: PlanComment
  onClose: () => void
}

function DeleteDialog({ planId, comment, onClose }: DeleteDialogProps) {
  const client = useQueryClient()
  async function remove() {
    try {
      await deletePlanComment(comment.commentId)
      await client.invalidateQueries({ queryKey: planCommentsQuery(planId).queryKey })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'plan-comment' })
      throw error
    }
  }
  return (
    <ConfirmDialog
      open
      title="Delete this comment?"
      description={`What ${comment.author} wrote disappears from the plan and from the shared page. This can't be undone.`}
      action="Delete"
      onConfirm={remove}
      onOpenChange={(open) => open || onClose()}
    />
  )
}
