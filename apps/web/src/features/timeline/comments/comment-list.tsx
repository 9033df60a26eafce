import { useEffect, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Comment, TimelineItem } from '@steward/contracts/timeline'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorPanelProps, errorText } from '../../../api/error-text.ts'
import { LongText } from '../../../entities/rich-text/index.ts'
import { useUser } from '../../../api/session.ts'
import { agoText, exactText } from '../../../components/time-text.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { draftKey, hasDraft } from '../compose/draft-store.ts'
import { CommentComposer } from './comment-composer.tsx'
import {
  createComment,
  updateComment,
  commentsQuery,
  deleteComment,
  showComments,
  withComment,
} from './comments.calls.ts'

type CommentListProps = { item: TimelineItem; mayWrite: boolean }

/** What was answered to an item, oldest first, and a place to answer. */
export function CommentList({ item, mayWrite }: CommentListProps) {
  const { itemId, commentCount } = item
  const client = useQueryClient()
  const { userId } = useUser()
  const { data: comments, error, refetch } = useQuery(commentsQuery(itemId))
  const [writing, setWriting] = useState(
    () => mayWrite && (commentCount === 0 || hasDraft(draftKey(userId, { commentsOf: itemId }))),
  )

  // Others answer meanwhile; the item tells that there is more.
  const held = comments?.length
  useEffect(() => {
    if (held !== undefined && held < commentCount)
      void client.invalidateQueries({ queryKey: commentsQuery(itemId).queryKey })
  }, [client, itemId, held, commentCount])

  async function put(saving: Promise<Comment>) {
    const comment = await saving
    showComments(client, itemId, (all) => withComment(all, comment))
  }

  async function remove(comment: Comment) {
    showComments(client, itemId, (all) => all.filter(({ commentId }) => commentId !== comment.commentId))
    try {
      await deleteComment(itemId, comment.commentId)
    } catch (fault) {
      showComments(client, itemId, (all) => withComment(all, comment))
      if (isSessionExpired(fault)) return
      toast.error(errorText(fault), {
        subject: `comment-${comment.commentId}`,
        retry: () => void remove(comment),
      })
    }
  }

  return (
    <section aria-label="Comments" className="mt-2 flex max-w-3xl flex-col gap-3 border-l-2 border-line pl-4">
      {error && !comments && (
        <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />
      )}
      {!comments && !error && <Skeleton className="h-10 w-72" />}
      {comments?.map((comment) => (
        <CommentEntry
          key={comment.commentId}
          comment={comment}
          onRemove={() => void remove(comment)}
          onChange={(body) => put(updateComment(itemId, comment.commentId, body))}
        />
      ))}
      {writing ? (
        <CommentComposer
          autoFocus
          draftOf={{ commentsOf: itemId }}
          action="Comment"
          send={(body) => put(createComment(itemId, body))}
          onClose={() => setWriting(false)}
        />
      ) : (
        mayWrite && (
          <Button size="sm" className="self-start" onClick={() => setWriting(true)}>
            Write a comment
          </Button>
        )
      )}
    </section>
  )
}

type CommentEntryProps = {
  comment: Comment
  onRemove: () => void
  onChange: (body: string) => Promise<void>
}

function CommentEntry({ comment, onRemove, onChange }: CommentEntryProps) {
  const { commentId, author, body, createdAt, updatedAt, mayEdit, mayDelete } = comment
  const [editing, setEditing] = useState(false)
  const image = author.imageId && `/api/file-management/images/${author.imageId}`
  return (
    <article aria-label={`Comment by ${author.name}`} className="flex gap-2.5">
      <Avatar name={author.name} src={image} size={20} className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-label text-3">
          <span className="font-medium text-1">{author.name}</span>
          <time dateTime={createdAt} data-tooltip={exactText(createdAt)} className="tabular">
            {agoText(createdAt)}
          </time>
          {updatedAt && <span>edited</span>}
          {!editing && (
            <span data-print="off" className="flex gap-1">
              {mayEdit && (
                <Button size="sm" variant="ghost" onClick={() => setEditing(true)}>
                  Edit
                </Button>
              )}
              {mayDelete && (
                <Button size="sm" variant="ghost" onClick={onRemove}>
                  Delete
                </Button>
              )}
            </span>
          )}
        </p>
        {editing ? (
          <CommentComposer
            autoFocus
            draftOf={{ comment: commentId }}
            start={body}
            action="Save"
            send={onChange}
            onClose={() => setEditing(false)}
          />
        ) : (
          <LongText text={body} />
        )}
      </div>
    </article>
  )
}
