import { type ReactNode, useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { planLimits } from '@steward/contracts/plain/success-plan'
import type { PlanComment } from '@steward/contracts/success-plan/share'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { agoText, exactText } from '../../../components/time-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { useDirty } from '../../../ui/dirty.ts'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.tsx'
import { answerPlanComments, deletePlanComment, planCommentsQuery } from './share.calls.ts'

/** Comments of customers on shared pages, with the answers of the team. Customers entered their names themselves. */
export function PlanComments({ planId, mayEdit }: { planId: number; mayEdit: boolean }) {
  const { data = [] } = useQuery(planCommentsQuery(planId))
  const [asked, setAsked] = useState<PlanComment | null>(null)
  const [answered, setAnswered] = useState<number | null>(null)
  if (data.length === 0) return null
  return (
    <section aria-label="Comments on shared pages" className="flex flex-col gap-3">
      <h2 className="text-title font-semibold">Comments on shared pages</h2>
      <ul className="divide-y divide-line rounded-card border border-line">
        {data.map((comment) => (
          <li key={comment.commentId} className="flex flex-col gap-1 px-4 py-3">
            <CommentHead comment={comment}>
              {mayEdit && comment.user === null && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Answer ${comment.author}`}
                  onClick={() => setAnswered(comment.commentId)}
                >
                  Answer
                </Button>
              )}
              {mayEdit && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Delete the comment by ${comment.author}`}
                  onClick={() => setAsked(comment)}
                >
                  Delete
                </Button>
              )}
            </CommentHead>
            <p dir="auto" className="break-words whitespace-pre-line">
              {comment.text}
            </p>
            {answered === comment.commentId && (
              <AnswerForm planId={planId} comment={comment} onClose={() => setAnswered(null)} />
            )}
          </li>
        ))}
      </ul>
      {asked && <DeleteDialog planId={planId} comment={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

function CommentHead({ comment, children }: { comment: PlanComment; children: ReactNode }) {
  const { author, user, at, label } = comment
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <bdi className="font-medium break-words">{author}</bdi>
      {user && <Badge>Your team</Badge>}
      <span className="text-label text-2" title={exactText(at)}>
        {agoText(at)} · by the link {label}
      </span>
      <span data-print="off" className="ml-auto flex gap-1">
        {children}
      </span>
    </div>
  )
}

interface AnswerFormProps {
  planId: number
  comment: PlanComment
  onClose: () => void
}

/** The answer appears on the page of the link by which the customer commented. */
function AnswerForm({ planId, comment: { shareId, author }, onClose }: AnswerFormProps) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const answer = useMutation({
    mutationFn: () => answerPlanComments(planId, shareId, { text }),
    onSuccess(comments) {
      client.setQueryData(planCommentsQuery(planId).queryKey, comments)
      onClose()
    },
    onError(error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'plan-comment' })
    },
  })
  useDirty(text !== '')
  return (
    <form
      className="mt-2 flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') answer.mutate()
      }}
    >
      <Field label={`Answer to ${author}`} help="The customer reads it on the shared page.">
        <Textarea
          autoFocus
          rows={3}
          maxLength={planLimits.comment}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <Button
          type="submit"
          size="sm"
          variant="primary"
          busy={answer.isPending}
          disabled={text.trim() === ''}
        >
          Send answer
        </Button>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
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
